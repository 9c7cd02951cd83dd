/** Words in key names that reveal nothing about the key's owner (grading-rules §5). */
export const genericKeyWords: ReadonlySet<string> = new Set(
  `api apis apikey key keys token tokens secret secrets id ids sid uid app apps application client clients user
  users username usr password passwd pass pwd email mail login access private public auth authorization
  authentication oauth oauth2 bearer basic jwt header credential credentials account project subscription
  consumer server param params service pro free premium paid plan demo test testing sandbox live prod
  production dev development staging beta default master admin bot webhook signing signature refresh
  session cookie dsn number no code the my our your of for and env var config flowmcp`.split(/\s+/),
);

/**
 * Words that come last in the name of a key that holds an address. A request with such a key goes to the owner of that
 * address, so nothing leaks.
 */
export const addressKeyWords: ReadonlySet<string> = new Set(
  'url urls uri endpoint endpoints http https ws wss rpc host hostname gateway domain baseurl'.split(' '),
);

/**
 * Chains, networks and product lines that may follow a company's name without naming another owner:
 * `ALCHEMY_POLYGON_API_KEY` is Alchemy's, not Polygon's.
 */
export const qualifyingKeyWords: ReadonlySet<string> = new Set(
  `ethereum eth polygon matic bsc bnb arbitrum arb optimism op base avalanche avax solana sol
  bitcoin btc fantom gnosis linea scroll zksync celo evm svm mainnet testnet devnet sepolia goerli amoy chain
  chains network node nodes nft web3 maps graph cloud ads analytics page pages business developer developers
  platform region org organization tenant workspace primary secondary backup`.split(/\s+/),
);

/** Host labels that every API may have: they belong to nobody. */
export const genericHostLabels: ReadonlySet<string> = new Set(
  `api apis www doc docs documentation apidocs developer developers dev app apps rest graphql rpc ws web m
  data public pro secure static cdn gateway portal search service services beta test sandbox staging prod
  production demo ext my open sub mainnet testnet local localhost internal`.split(/\s+/),
);

const spelled = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Lower-case letters only, without accents; digits are spelled out, so that `1inch` becomes `oneinch`. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\d/g, (digit) => spelled[Number(digit)] ?? '')
    .replace(/[^\p{L}]/gu, '');
}

/** Splits a name into words at punctuation and camel-case humps; an all-caps word stays one word. */
export function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).flatMap(splitHumps);
}

/** First letters, `Deutsche Digitale Bibliothek` → `ddb`; undefined for a single word. */
export function acronymOf(words: readonly string[]): string | undefined {
  return words.length < 2 ? undefined : plainText(words.map((word) => word.charAt(0)).join(''));
}

function splitHumps(word: string): string[] {
  if (word === '') return [];
  if (!/\p{Ll}/u.test(word)) return [word];
  return word
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(' ');
}
