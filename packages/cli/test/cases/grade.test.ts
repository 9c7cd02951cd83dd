// What the command line prints, writes and exits with: the cases in the folder grade.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('grade');
