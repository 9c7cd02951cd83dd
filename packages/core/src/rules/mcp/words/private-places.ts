/** Files and addresses that hold keys, or the settings of a client. */
export const PRIVATE_PLACE = new RegExp(
  [
    String.raw`(?<![\w.-])\.(?:ssh|aws[\\/](?:credentials|config)|env|npmrc|netrc|pypirc|pgpass|git-credentials|dockercfg|bash_history|zsh_history|kube[\\/]config|docker[\\/]config\.json|gnupg|config[\\/]gcloud)(?![\w-])`,
    String.raw`\bid_(?:rsa|ed25519|ecdsa|dsa)\b`,
    String.raw`[\\/]etc[\\/](?:passwd|shadow|sudoers)\b`,
    String.raw`(?:\.cursor|\.claude|\.vscode|\.codeium|\.windsurf|\bwindsurf|\.gemini)[\\/][^\s"'\x60]{0,80}(?:mcp|settings|config)[\w.-]{0,20}\.json`,
    String.raw`\bclaude_desktop_config\.json|(?<![\w.-])\.?mcp\.json\b|\bwallet\.dat\b|\bcookies\.sqlite\b|\bkeychain\b`,
    String.raw`\b(?:seed|recovery|mnemonic) phrases?\b|\bLogin Data\b`,
    String.raw`\b169\.254\.169\.254\b|\bmetadata\.google\.internal\b`,
  ].join('|'),
  'i',
);
