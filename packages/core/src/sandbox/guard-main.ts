/**
 * Freezes a module's export, and everything in it, before the module's handlers run (decision 0068). A write throws and
 * is reported with its path, even if the code swallows the error; reads see the same values as before.
 *
 * Engines run the source text of this function beside a stranger's module, so it uses nothing from outside itself.
 *
 * @param main the export of the module; left alone if it is not an object
 * @param name name of the export
 * @param tell receives the path of each write: `main.tools.ping.description`
 */
export function guardMain(main: unknown, name: string, tell: (path: string) => void): void {
  type Part = Record<PropertyKey, unknown>;
  const { create, defineProperty, freeze, getPrototypeOf, keys, setPrototypeOf } = Object;
  const { set, defineProperty: define, deleteProperty, setPrototypeOf: inherit } = Reflect;
  const views = new Map<unknown, unknown>();

  const pathOf = (owner: string, key: PropertyKey): string => {
    const step = String(key);
    return /^\d+$/.test(step) ? `${owner}[${step}]` : `${owner}.${step}`;
  };
  const refuse = (owner: string, key: PropertyKey): never => {
    const path = pathOf(owner, key).slice(0, 200);
    tell(path);
    throw new TypeError(`${path} can not be written to: main is what was graded`);
  };

  /**
   * The frozen copy that code sees instead of a part; it reports writes. The part itself is frozen too, because code
   * may hold another reference to it.
   */
  const viewOf = (part: unknown, path: string): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (views.has(part)) return views.get(part);
    views.set(part, part);
    const isList = Array.isArray(part);
    if (!isList && getPrototypeOf(part) !== Object.prototype) return freeze(part);
    const copy = (isList ? [] : {}) as Part;
    for (const key of keys(part)) copy[key] = viewOf((part as Part)[key], pathOf(path, key));
    freeze(part);
    const view = new Proxy(freeze(copy), {
      set: (target, key, value, receiver) => set(target, key, value, receiver) || refuse(path, key),
      defineProperty: (target, key, given) => define(target, key, given) || refuse(path, key),
      deleteProperty: (target, key) => deleteProperty(target, key) || refuse(path, key),
      setPrototypeOf: (target, given) => inherit(target, given) || refuse(path, '__proto__'),
    });
    views.set(part, view);
    return view;
  };

  if (typeof main !== 'object' || main === null || Object.isFrozen(main)) return;
  for (const key of keys(main)) {
    const view = viewOf((main as Part)[key], pathOf(name, key));
    defineProperty(main, key, { get: () => view, set: () => refuse(name, key), enumerable: true });
  }
  // An assignment to a missing name goes to the prototype first.
  const above = new Proxy(create(Object.prototype), {
    set: (target, key, value, receiver) =>
      receiver === main ? refuse(name, key) : set(target, key, value, receiver),
  });
  setPrototypeOf(main, above);
  freeze(main);
}
