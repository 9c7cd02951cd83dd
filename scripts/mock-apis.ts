// npm run mocks: serves the APIs of the samples, for grading one by hand. Ends with Ctrl-C.
import { LYRE_ORIGINS, startLyrePortsApi } from '../fixtures/mock-apis/lyre-port-calls.mjs';
import { startTidewatchApi } from '../fixtures/mock-apis/tidewatch.mjs';

const [tidewatch, lyre] = await Promise.all([startTidewatchApi(), startLyrePortsApi()]);
const flags = [
  '--allow-host 127.0.0.1',
  `--origin-map https://api.tidewatch.example=${tidewatch.origin}`,
  ...LYRE_ORIGINS.map((origin) => `--origin-map ${origin}=${lyre.origin}`),
];
console.error('The APIs of the samples answer until Ctrl-C. Put these behind grading emit:\n');
console.log(flags.join(' '));
