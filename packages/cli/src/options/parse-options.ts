import type { Persona } from '@flowmcp/grading-core/commands';
import { InvalidArgumentError } from 'commander';

/** Parsers of option values; a refused value becomes a usage error that names the option. */

export function parseCount(text: string): number {
  return parseWhole(text, 1);
}

/** For counts that may be zero. */
export function parseCountFromZero(text: string): number {
  return parseWhole(text, 0);
}

function parseWhole(text: string, least: 0 | 1): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError(`a whole number of ${least} or more was expected.`);
  }
  return value;
}

/** The longest delay that timers accept. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function parseMilliseconds(least: 0 | 1): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > LONGEST_TIMER) {
      throw new InvalidArgumentError(`milliseconds from ${least} to ${LONGEST_TIMER} were expected.`);
    }
    return value;
  };
}

/** Parses a list of allowed words, such as `a,b,c`; the option may be given repeatedly. */
export function parseList<T extends string>(
  allowed: readonly T[],
): (text: string, before?: readonly T[]) => T[] {
  return (text, before = []) => {
    const words = text.split(',').map((word) => word.trim());
    const unknown = words.find((word) => !(allowed as readonly string[]).includes(word));
    if (unknown !== undefined) {
      throw new InvalidArgumentError(`"${unknown}" is not one of ${allowed.join(', ')}.`);
    }
    return [...before, ...(words as T[])];
  };
}

/** Parses `https://api.example.org=http://127.0.0.1:8080`; the option may be given repeatedly. */
export function parseOrigins(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  const [from, to] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 0 || !isOrigin(from) || !isOrigin(to)) {
    throw new InvalidArgumentError(
      'two origins were expected: https://api.example.org=http://127.0.0.1:8080',
    );
  }
  return { ...before, [from]: to };
}

/** Parses `NAME=host`; the option may be given repeatedly, even with the same name. */
export function parseSendKey(text: string, before: Record<string, string[]> = {}): Record<string, string[]> {
  const at = text.indexOf('=');
  const [name, host] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || host === '') {
    throw new InvalidArgumentError(
      'the name of a key and a host were expected: OPENAI_API_KEY=llm.example.org',
    );
  }
  return { ...before, [name]: [...(Object.hasOwn(before, name) ? (before[name] ?? []) : []), host] };
}

/** Accepts any text that is not blank. */
export function parseText(text: string): string {
  // A blank value usually comes from an unset variable in a script.
  if (text.trim() === '') throw new InvalidArgumentError('text was expected, but the value is blank.');
  return text;
}

/** Accepts a path, but not a word that looks like an option, because then the path was probably forgotten. */
export function parsePath(text: string): string {
  // An empty value usually comes from an unset variable in a script.
  if (text === '') throw new InvalidArgumentError('a path was expected, but the value is empty.');
  if (text.startsWith('--'))
    throw new InvalidArgumentError('a path was expected; write ./ before a name that starts with --.');
  return text;
}

/** Parses a list such as `a,b,c`; the option may be given repeatedly. */
export function parseWords(text: string, before: readonly string[] = []): string[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.some((word) => word === ''))
    throw new InvalidArgumentError('words separated by commas were expected.');
  return [...before, ...words];
}

const BASE_PERSONAS = ['ai-engineer', 'decision-maker', 'hackathon-builder', 'schema-maintainer'] as const;

/** Parses `decision-maker` or `decision-maker--security-reviewer`; the lens defaults to `general`. */
export function parsePersonaPair(text: string): Persona {
  const base = BASE_PERSONAS.find((id) => text === id || text.startsWith(`${id}--`));
  const lensId = base && text !== base ? text.slice(base.length + 2) : 'general';
  if (!base || !/^[a-z][a-z0-9-]*$/.test(lensId)) {
    throw new InvalidArgumentError(
      `one of ${BASE_PERSONAS.join(', ')} was expected, with or without --<lens>.`,
    );
  }
  return { basePersonaId: base, lensId };
}

export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function isOrigin(text: string): boolean {
  return (
    URL.canParse(text) &&
    /^https?:$/.test(new URL(text).protocol) &&
    new URL(text).origin === text.replace(/\/$/, '')
  );
}

/** Parses a number with or without decimals. */
export function parseNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`a number from ${least} to ${most} was expected.`);
    }
    return value;
  };
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new InvalidArgumentError('a port from 1 to 65535 was expected.');
  }
  return port;
}
