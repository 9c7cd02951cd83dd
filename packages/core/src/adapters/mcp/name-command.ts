/** Options that hold a credential. */
const SECRET_OPTION = /^--?[\w-]*(auth|cookie|credential|key|pass|secret|token)[\w-]*$/i;

/** A command as reports and messages name it, and the values of its options that they must not show. */
export interface NamedCommand {
  readonly name: string;
  readonly secrets: readonly string[];
}

export function nameCommand(command: readonly string[]): NamedCommand {
  const secrets: string[] = [];
  const words = command.map((word, at) => {
    const [, option, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (option !== undefined && value !== undefined && SECRET_OPTION.test(option)) {
      secrets.push(value);
      return `${option}=…`;
    }
    if (at > 0 && !word.startsWith('-') && SECRET_OPTION.test(command[at - 1] ?? '')) {
      secrets.push(word);
      return '…';
    }
    return /^\S+$/.test(word) ? word : JSON.stringify(word);
  });
  return { name: words.join(' '), secrets };
}
