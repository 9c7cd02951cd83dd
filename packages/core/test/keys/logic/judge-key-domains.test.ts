// When a key belongs to the called API, when that is unclear, and when it is a veto.
import { describe, expect, it } from 'vitest';
import {
  hostsInText,
  judgeKeyDomains,
  type KeyDomainInput,
} from '../../../src/keys/logic/judge-key-domains.js';
import type { KeyDomainVerdict } from '../../../src/questions/question.js';

type Outcome = KeyDomainVerdict['outcome'];
type Case = [outcome: Outcome, keys: string, root: string, extra?: Partial<KeyDomainInput>];

function judge(keys: string, root: string, extra: Partial<KeyDomainInput> = {}): KeyDomainVerdict {
  const verdict = judgeKeyDomains({ keys: keys.split(' '), root, namespace: 'sample', ...extra });
  if (!verdict) throw new Error('a verdict was expected');
  return verdict;
}

function check(cases: Case[]): void {
  it.each(cases)('%s: %s at %s %j', (outcome, keys, root, extra) => {
    expect(judge(keys, root, extra)).toMatchObject({ outcome });
  });
}

describe('a key that names its host agrees', () => {
  check([
    ['agrees', 'EXAMPLE_API_KEY', 'https://example.xyz'],
    ['agrees', 'SKYPULSE_API_KEY', 'https://api.skypulse.io/v1'],
    ['agrees', 'skypulseApiKey', 'https://api.skypulse.io/v1'],
    ['agrees', 'SKYPULSEAPIKEY', 'https://api.skypulse.io/v1'],
    ['agrees', 'SERVER_PARAM:SKYPULSE_API_KEY', 'https://api.skypulse.io/v1'],
    ['agrees', 'SKY_PULSE_TOKEN', 'https://sky-pulse.com'],
    ['agrees', 'CHART_IMG_API_KEY', 'https://api.chart-img.com'],
    ['agrees', 'NEWSAPI_KEY', 'https://newsapi.org/v2'],
    ['agrees', 'DPLA_API_KEY', 'https://api.dp.la/v2'],
    ['agrees', 'LOBBY_API_KEY', 'https://api.lobbyregister.parliament.example'],
    ['agrees', 'FEC_API_KEY', 'https://api.open.fec.gov'],
    ['agrees', 'TALENT_API_KEY', 'https://api.talentprotocol.com'],
    ['agrees', 'MOBILITY_DB_TOKEN', 'https://api.mobilitydatabase.org'],
    ['agrees', 'RIVERGAUGES_TOKEN', 'https://api.rivergauge.org'],
    ['agrees', 'CONGRESS_API_KEY', 'https://api.uscongress.net'],
    ['agrees', 'TOKEN_API_KEY', 'https://api.token.io'],
    ['agrees', 'SOLANA_API_KEY', 'https://api.solana.com'],
    ['agrees', 'SEVEN_TIMER_KEY', 'https://www.7timer.info'],
    ['agrees', 'WEATHER_API_KEY', 'https://api.openweathermap.org/data/2.5'],
  ]);
});

describe('acronyms, namespace and schema name agree', () => {
  check([
    ['agrees', 'DDB_API_KEY', 'https://api.deutsche-digitale-bibliothek.de'],
    ['agrees', 'DDB_API_KEY', 'https://api.bibliothek.de', { name: 'Deutsche Digitale Bibliothek' }],
    ['agrees', 'RPS_API_KEY', 'https://v4.routing.info', { name: 'RoutePlanService directions' }],
    ['agrees', 'WAGEATLAS_API_KEY', 'https://rest.labour.gov.test', { namespace: 'wageatlas' }],
    ['agrees', 'FOODALERTS_API_KEY', 'https://megov.bavaria.de/rest', { namespace: 'foodalert' }],
    [
      'unclear',
      'ZZQ_API_KEY',
      'https://api.deutsche-digitale-bibliothek.de',
      { name: 'Deutsche Digitale Bibliothek' },
    ],
  ]);
});

describe('a known company agrees on the hosts of its family', () => {
  const node = 'https://--infura-subdomain--.infura.io/v3/{{INFURA_API_KEY}}';
  check([
    ['agrees', 'ETHERSCAN_API_KEY', 'https://api.etherscan.io/v2/api'],
    ['agrees', 'BSCSCAN_API_KEY', 'https://api.etherscan.io/v2/api'],
    ['agrees', 'CMC_API_KEY', 'https://pro-api.coinmarketcap.com/v1'],
    ['agrees', 'API_DATA_GOV_KEY', 'https://api.si.edu'],
    ['agrees', 'API_DATA_GOV_KEY', 'https://api.open.fec.gov'],
    ['agrees', 'TWITCH_CLIENT_ID TWITCH_CLIENT_SECRET', 'https://api.igdb.com/v4'],
    ['agrees', 'FACEBOOK_APP_SECRET', 'https://graph.instagram.com'],
    ['agrees', 'GOOGLE_API_KEY', 'https://www.googleapis.com/youtube/v3'],
    ['agrees', 'GITHUB_TOKEN', 'https://models.inference.ai.azure.com'],
    ['agrees', 'X_BEARER_TOKEN', 'https://api.twitter.com/2'],
    ['agrees', 'X-RapidAPI-Key', 'https://flights42.p.rapidapi.com'],
    [
      'agrees',
      'RAPIDAPI_KEY',
      '',
      { hosts: hostsInText("headers: { 'x-rapidapi-host': 'flights42.p.rapidapi.com' }") },
    ],
    ['agrees', 'INFURA_API_KEY', node, { namespace: 'chainlink' }],
    [
      'agrees',
      'ALCHEMY_API_KEY',
      'https://swap-rpc-resolver.local?_ak={{ALCHEMY_API_KEY}}',
      { hosts: ['eth-mainnet.g.alchemy.com'] },
    ],
    ['agrees', 'THEGRAPH_API_KEY', 'https://gateway.thegraph.com', { namespace: 'lending' }],
    ['agrees', 'OPENAI_API_KEY', 'https://unit.openai.azure.com'],
    ['agrees', 'MORALIS_API_KEY', '', { docs: ['https://docs.moralis.io/web3'] }],
    ['agrees', 'PINATA_JWT', 'https://api.files.xyz', { libraries: ['pinata'] }],
    ['agrees', 'AWS_ACCESS_KEY_ID', 'https://x1.execute-api.eu-west-1.amazonaws.com/prod'],
  ]);
});

describe('the veto: a key of exactly one known company, at a real domain of another owner', () => {
  check([
    ['foreign', 'FACEBOOK_API_KEY', 'https://example.xyz'],
    ['foreign', 'ETHERSCAN_API_KEY', 'https://api.coingecko.com/api/v3'],
    ['foreign', 'facebookAccessToken', 'https://api.example.xyz'],
    ['foreign', 'FACE_BOOK_API_KEY', 'https://example.xyz'],
    ['foreign', 'OPEN_AI_API_KEY', 'https://api.openweathermap.org'],
    ['foreign', 'TWITTER_BEARER_TOKEN', 'https://api.rivergauge.org'],
    ['foreign', 'ALCHEMY_ETHEREUM_MAINNET_API_KEY', 'https://api.rivergauge.org'],
    ['foreign', 'SLACK_BOT_TOKEN', 'https://api.rivergauge.org'],
    ['foreign', 'COINGECKO_API_KEY ETHERSCAN_API_KEY', 'https://api.coingecko.com/api/v3'],
    ['foreign', 'ETHERSCAN_API_KEY', 'https://{{NET}}.coingecko.com/api'],
    [
      'foreign',
      'RAPID_API_KEY',
      'https://api.rivergauge.org',
      { hosts: ['api.rivergauge.org', 'docs.rivergauge.org'] },
    ],
  ]);

  it('names the key, its owner and the domain', () => {
    const verdict = judge('COINGECKO_API_KEY ETHERSCAN_API_KEY', 'https://api.coingecko.com/api/v3');
    expect(verdict).toMatchObject({ key: 'ETHERSCAN_API_KEY', owner: 'Etherscan' });
    expect(verdict.evidence).toBe(
      'For the API at coingecko.com, ETHERSCAN_API_KEY is a key of Etherscan and the schema uses no host of Etherscan.',
    );
  });
});

describe('no veto without proof', () => {
  check([
    // no name of a company
    ['unclear', 'API_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'SECRET_SAUCE_KEY', 'https://api.rivergauge.org'],
    // ordinary words, chains, short forms
    ['unclear', 'NEWS_API_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'WEATHER_API_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'COIN_API_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'META_DATA_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'GRAPH_API_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'POLYGON_API_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'ETHEREUM_MAINNET_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'SLACK_WATER_API_KEY', 'https://api.tides.org'],
    ['unclear', 'AWS_API_KEY', 'https://api.rivergauge.org'],
    // names that only contain a known one, or are part of it
    ['unclear', 'SCAN_API_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'FACEBOOKISH_KEY', 'https://api.rivergauge.org'],
    ['unclear', 'REDDITCH_COUNCIL_KEY', 'https://api.rivergauge.org'],
    // a word beside the company's name
    ['unclear', 'LINKEDIN_SCRAPER_API_KEY', 'https://api.rivergauge.org'],
    ['agrees', 'YOUTUBE_TRANSCRIPT_API_KEY', 'https://api.transcriptapi.com'],
    ['agrees', 'TWITTERAPI_IO_KEY', 'https://api.twitterapi.io'],
    // look-alikes and self-given names prove nothing, but prevent the veto
    ['unclear', 'FACEBOOK_API_KEY', 'https://facebook.rivergauge.org'],
    ['unclear', 'FACEBOOK_API_KEY', 'https://myfacebookstats.net'],
    ['unclear', 'FACEBOOK_API_KEY', 'https://example.xyz', { namespace: 'facebook' }],
    ['unclear', 'FACEBOOK_API_KEY', 'https://example.xyz', { name: 'Facebook pages' }],
    ['foreign', 'ETHERSCAN_API_KEY', 'https://api.rivergauge.org', { docs: ['https://docs.ethers.org'] }],
    // the destination of the key is unknown
    ['unclear', 'ETHERSCAN_API_KEY', ''],
    ['unclear', 'ETHERSCAN_API_KEY', 'https:...'],
    ['unclear', 'ETHERSCAN_API_KEY', 'https://{{HOST}}/api'],
    ['unclear', 'ETHERSCAN_API_KEY', 'https://rpc-resolver.local'],
    ['unclear', 'ETHERSCAN_API_KEY', 'https://localhost:8080'],
    ['unclear', 'ETHERSCAN_API_KEY', 'http://203.0.113.7/api'],
    ['unclear', 'ETHERSCAN_API_KEY', 'https://dummy-endpoint.com'],
    ['unclear', 'ETHERSCAN_API_KEY', 'https://api.example.com'],
    ['unclear', 'ETHERSCAN_API_KEY', 'https://q7x.execute-api.eu-west-1.amazonaws.com/prod'],
    ['unclear', 'ETHERSCAN_API_KEY', 'https://chain-proxy.herokuapp.com'],
    ['agrees', 'ETHERSCAN_API_KEY', '', { namespace: 'etherscan' }],
    ['unclear', 'ETHERSCAN_API_KEY', '', { namespace: 'etherscan', hosts: ['api.rivergauge.org'] }],
    // an address, not a secret
    ['unclear', 'ETHEREUM_MAINNET_ALCHEMY_HTTP', 'https://api.rivergauge.org'],
    ['agrees', 'ALCHEMY_RPC_URL', '{{ALCHEMY_RPC_URL}}/v2'],
    ['agrees', 'NODE_GATEWAY', 'https://{{SERVER_PARAM:NODE_GATEWAY}}/v2'],
    ['unclear', 'NODE_GATEWAY', 'https://{{NODE_GATEWAY}}.rivergauge.org/v2'],
  ]);
});

describe('a look-alike, a rented name or a link to the owner fails the question without a veto', () => {
  const docs = ['https://docs.etherscan.io/v2'];
  check([
    ['unclear', 'STRIPE_SECRET_KEY', 'https://stripe-api.com'],
    ['unclear', 'STRIPE_API_KEY', 'https://stripe-api.com'],
    ['unclear', 'OPENAI_API_KEY', 'https://openai-api.com'],
    ['unclear', 'OPENAI_API_KEY', 'https://api.openai.com.evil.io'],
    ['unclear', 'OPENAI_API_KEY', 'https://openai.workers.dev'],
    ['unclear', 'ALCHEMY_API_KEY', 'https://alchemy.azurewebsites.net'],
    ['unclear', 'GOOGLE_API_KEY', 'https://evil.appspot.com'],
    ['unclear', 'GOOGLE_API_KEY', 'https://evil.appspot.com', { docs: ['https://developers.google.com'] }],
    ['unclear', 'GOOGLE_API_KEY', 'https://script.google.com/macros/s/x/exec'],
    ['unclear', 'GOOGLE_API_KEY', 'https://api.rivergauge.org', { hosts: ['evil.appspot.com'] }],
    ['unclear', 'ETHERSCAN_API_KEY', 'https://api.stranger.io', { docs, hosts: ['docs.etherscan.io'] }],
    ['unclear', 'MORALIS_API_KEY', 'https://api.prices.xyz', { docs: ['https://docs.moralis.io/web3'] }],
    ['unclear', 'AZURE_OPENAI_API_KEY', 'https://stranger.io', { docs: ['https://learn.microsoft.com'] }],
    // nobody else has that label, but the table does not list every domain of a company
    ['agrees', 'OPENAI_API_KEY', 'https://api.openai.org'],
    // a customer of a hosting company is never accused
    ['agrees', 'RIVERGAUGE_API_KEY', 'https://rivergauge.herokuapp.com'],
    ['agrees', 'GOOGLE_FACTCHECK_API_KEY', 'https://factchecktools.googleapis.com'],
  ]);
});

describe('several keys', () => {
  check([
    ['agrees', 'SKYPULSE_ID SKYPULSE_SECRET', 'https://api.skypulse.io'],
    ['unclear', 'SKYPULSE_ID SOMETHING_ELSE', 'https://api.skypulse.io'],
    ['unclear', 'SOMETHING_ELSE SKYPULSE_ID', 'https://api.skypulse.io'],
    ['foreign', 'SOMETHING_ELSE FACEBOOK_API_KEY SKYPULSE_ID', 'https://api.skypulse.io'],
  ]);

  it('explains for each why it agrees', () => {
    expect(judge('SKYPULSE_ID SKYPULSE_SECRET SKYPULSE_ID', 'https://api.skypulse.io').evidence).toBe(
      'For the API at skypulse.io, SKYPULSE_ID carries the name of the host api.skypulse.io; SKYPULSE_SECRET carries the name of the host api.skypulse.io.',
    );
  });

  it('has no verdict if no key is needed', () => {
    expect(judgeKeyDomains({ keys: [], root: 'https://example.xyz', namespace: 'example' })).toBeNull();
  });
});
