import { phrases } from './phrases.js';

/** Files and addresses that hold keys, and that few tools have to do with. */
const KEYS = [
  String.raw`(?<![\w.-])\.(?:ssh|aws[\\/](?:credentials|config)|netrc|pgpass|git-credentials|dockercfg|bash_history|zsh_history|kube[\\/]config|docker[\\/]config\.json|gnupg|config[\\/]gcloud)(?![\w-])`,
  String.raw`\bid_(?:rsa|ed25519|ecdsa|dsa)\b`,
  String.raw`[\\/]etc[\\/](?:passwd|shadow|sudoers)\b`,
  String.raw`(?:\.cursor|\.claude|\.vscode|\.codeium|\.windsurf|\bwindsurf|\.gemini)[\\/][^\s"'\x60]{0,80}(?:mcp|settings|config)[\w.-]{0,20}\.json[cl5]?\b`,
  String.raw`\bwallet\.dat\b|\bcookies\.sqlite\b`,
  String.raw`\b169\.254\.169\.254\b|\bmetadata\.google\.internal\b`,
];
/** Files that a setup guide names too. */
const SETTINGS = [
  String.raw`(?<![\w.-])\.(?:env|npmrc|pypirc)(?![\w-])`,
  String.raw`\bclaude_desktop_config\.json\b|(?<![\w.-])\.?mcp\.json\b`,
];
const WORDS = String.raw`\bkeychain\b|\b(?:seed|recovery|mnemonic) phrases?\b|\bLogin Data\b`;

/** Files and addresses that hold keys, or the settings of a client. */
export const PRIVATE_PLACE = new RegExp([...KEYS, ...SETTINGS, WORDS].join('|'), 'i');
export const KEY_OR_SETTINGS_FILE = new RegExp([...KEYS, ...SETTINGS].join('|'), 'i');
export const KEY_FILE = new RegExp(KEYS.join('|'), 'i');

/** Matches words of items, inputs and servers that have to do with keys and settings. */
export const ABOUT_KEYS =
  /\b(?:ssh|sftp|scp|remote|keys?|keychain|env|dotenv|environments?|variables?|credentials?|secrets?|passwords?|vault|aws|gcloud|kube\w*|k8s|docker|git|gpg|wallets?|cookies?|browser|claude|cursor|hosts?|connect\w*|tunnel|deploy\w*|login|accounts?|compliance|settings?|config\w*|users?|history|shell|terminal|bash|commands?|exec\w*|scan\w*|audit|security|metadata|imds|identity)\b/i;
/** And those that have to do with files of any kind. */
export const ABOUT_FILES =
  /\b(?:files?|folders?|director(?:y|ies)|paths?|ignored?|excluded?|den(?:y|ied)|block\w*)\b/i;

/** Every private place has one of these words in it, and so has a command that prints what is private. */
export const PRIVATE_WORDS = phrases(
  'ssh, aws, env, npmrc, netrc, pypirc, pgpass, git, dockercfg, bash_history, zsh_history, kube, json, jsonc, jsonl, json5, gnupg, gcloud',
  'id_rsa, id_ed25519, id_ecdsa, id_dsa, passwd, shadow, sudoers, dat, sqlite, keychain, phrase, phrases, login, 169',
  'internal, printenv',
);
