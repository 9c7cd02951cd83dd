// What the command line prints, writes and exits with: the cases in the folder evaluator.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('evaluator');
