import { isSecretName } from '../../tables/secret-names.js';

/** A command as reports and messages name it, and the values of its options that they must not show. */
export interface NamedCommand {
  readonly name: string;
  readonly secrets: readonly string[];
}

export function nameCommand(command: readonly string[]): NamedCommand {
  const secrets: string[] = [];
  const words = command.map((word, at) => {
    const [, option, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (option !== undefined && value !== undefined && isSecretOption(option)) {
      secrets.push(value);
      return `${option}=…`;
    }
    if (at > 0 && !word.startsWith('-') && isSecretOption(command[at - 1] ?? '')) {
      secrets.push(word);
      return '…';
    }
    return /^\S+$/.test(word) ? word : JSON.stringify(word);
  });
  return { name: words.join(' '), secrets };
}

function isSecretOption(word: string): boolean {
  return /^--?[\w-]+$/.test(word) && isSecretName(word);
}
