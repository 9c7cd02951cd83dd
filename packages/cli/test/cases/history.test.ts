// What the command line prints, writes and exits with: the cases in the folder history.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('history');
