/** Changes every text in a plain value; keys are ours and stay. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return mapDeep(value, change) as T;
}

function mapDeep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapDeep(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapDeep(item, change)]));
}
