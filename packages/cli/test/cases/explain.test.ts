// What the command line prints, writes and exits with: the cases in the folder explain.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('explain');
