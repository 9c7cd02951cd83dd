import type { Change, RuleCodes } from '../../src/rules/rule.js';

/** The `fails` of rules, each with the code it stands with and a name. */
export function listFails<C extends Change>(rules: readonly { readonly codes: RuleCodes<NoInfer<C>> }[]) {
  return rules.flatMap(({ codes }) =>
    Object.entries(codes).flatMap(([code, { fails }]) =>
      fails.map((fail, at) => ({ name: `${code} ${at + 1}`, code, fail })),
    ),
  );
}

/** Changes a good document. Values are copied before others are set, and those set before others are removed. */
export function applyChange(main: object, { copy = {}, set = {}, remove = [] }: Change): void {
  for (const [path, names] of Object.entries(copy)) {
    const [owner, key] = ownerOf(main, path.split('.'));
    for (const name of names) Reflect.set(Object(owner), name, Reflect.get(Object(owner), key));
  }
  for (const [path, value] of Object.entries(set)) setMember(main, path.split('.'), value);
  for (const path of remove) {
    const [owner, key] = ownerOf(main, path.split('.'));
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else Reflect.deleteProperty(Object(owner), key);
  }
}

/** The printed document, changed as a text. */
export function changeText(printed: string, { replace: [found, by] = ['', ''], text }: Change): string {
  if (!printed.includes(found)) throw new Error(`the good document does not hold ${found}`);
  return text ?? printed.replace(found, () => by);
}

/** Puts a value at a path, where an earlier change has left something that can hold it. */
export function setMember(root: object, path: readonly string[], value: unknown): void {
  const [owner, key] = ownerOf(root, path);
  if (typeof owner === 'object' && owner !== null) Reflect.set(owner, key, value);
}

function ownerOf(root: object, path: readonly string[]): [owner: unknown, key: string] {
  let owner: unknown = root;
  for (const step of path.slice(0, -1)) owner = Object(owner)[step];
  return [owner, path[path.length - 1] ?? ''];
}
