import { parseQuotedJson, type Quotation } from './quoted-material.js';

/** Takes what is there out of JSON of which nothing is promised. */

export type Members = Readonly<Record<string, unknown>>;

/** The JSON of the quotation whose title begins so; undefined where there is none, or it was cut. */
export function wholeJson(quotations: readonly Quotation[], title: string): unknown {
  const found = quotations.find((one) => one.title.startsWith(title));
  return found && parseQuotedJson(found.lines.join('\n'));
}

export function jsonLines({ lines }: Quotation): Members[] {
  return objects(lines.map(parseQuotedJson));
}

export function members(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

export function objects(values: readonly unknown[]): Members[] {
  return values.map(members).filter((value) => value !== undefined);
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function texts(value: unknown): string[] {
  return list(value).filter((item) => typeof item === 'string');
}
