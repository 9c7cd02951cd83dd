// What the command line prints, writes and exits with: the cases in the folder config.
import { testGoldenCases } from '../golden-cases.js';

testGoldenCases('config');
