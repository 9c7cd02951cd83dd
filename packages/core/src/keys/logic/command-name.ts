import { findUrlSecrets, isSecretName } from './secrets.js';

/** The name of a command for reports and messages, and the secret values that it leaves out. */
interface NamedCommand {
  readonly name: string;
  readonly secrets: readonly string[];
}

/**
 * Names a command without its secrets: values of options, variables and headers whose names suggest credentials
 * (`--api-key …`, `TOKEN=…`, `Authorization: …`), and passwords and keys in addresses.
 */
export function nameCommand(command: readonly string[]): NamedCommand {
  const masked = command.map((word, at) => {
    const isValue = at > 0 && !word.startsWith('-') && isSecretOption(command[at - 1] ?? '');
    return isValue ? { shown: '…', secrets: [word] } : maskWord(word);
  });
  return {
    name: masked.map(({ shown }) => (/^\S+$/.test(shown) ? shown : JSON.stringify(shown))).join(' '),
    secrets: masked.flatMap(({ secrets }) => secrets),
  };
}

function isSecretOption(word: string): boolean {
  return /^--?[\w-]+$/.test(word) && isSecretName(word);
}

interface MaskedWord {
  readonly shown: string;
  readonly secrets: readonly string[];
}

/**
 * Masks `NAME=value` and `Name: value`, even if one contains the other, as in `--header=Authorization: Bearer …`. Also
 * masks secrets in addresses.
 */
function maskWord(word: string): MaskedWord {
  const [, before, name, value] = /^((-{0,2}[\w.-]+)(?:=|:(?!\/\/))\s*)(.+)$/s.exec(word) ?? [];
  if (before === undefined || name === undefined || value === undefined) return maskUrl(word);
  if (isSecretName(name)) return { shown: `${before}…`, secrets: [value] };
  const { shown, secrets } = maskWord(value);
  return { shown: before + shown, secrets };
}

function maskUrl(word: string): MaskedWord {
  const secrets = findUrlSecrets(word);
  const shown = secrets.reduce(
    (text, secret) => text.replaceAll(`:${secret}@`, ':…@').replaceAll(`=${secret}`, '=…'),
    word,
  );
  return { shown, secrets };
}
