/** Steps of a path as `formatValuePath` writes it. */
const STEP = /\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

interface Place {
  /** An error lies on the value itself. */
  hit: boolean;
  readonly below: Map<string, Place>;
}

/**
 * Share of a value that is sound: a value with an error on it counts nothing, any other one as much as its parts do on
 * average. So whatever was hidden below a mended error never makes a value worse than it was.
 *
 * @param root name of the export that paths begin with; errors on anything else are parts of the whole, too
 * @param paths where the errors lie, as `formatValuePath` writes them
 * @returns 0 to 1; 1 iff there are no paths
 */
export function shareOfSound(value: unknown, root: string, paths: readonly string[]): number {
  const top = createPlace();
  for (const path of paths) placeAt(top, stepsOf(path, root)).hit = true;
  return soundnessOf(value, top);
}

function createPlace(): Place {
  return { hit: false, below: new Map() };
}

function placeAt(top: Place, steps: readonly string[]): Place {
  return steps.reduce((place, step) => {
    const next = place.below.get(step) ?? createPlace();
    place.below.set(step, next);
    return next;
  }, top);
}

/** What lies outside of the export is a part beside its members. */
function stepsOf(path: string, root: string): string[] {
  if (!path.startsWith(root)) return [path];
  const steps: string[] = [];
  for (STEP.lastIndex = root.length; ; ) {
    const [found, name, index, quoted] = STEP.exec(path) ?? [];
    if (found === undefined) return steps;
    steps.push(name ?? index ?? (JSON.parse(quoted ?? '""') as string));
  }
}

function soundnessOf(value: unknown, place: Place): number {
  if (place.hit) return 0;
  if (place.below.size === 0) return 1;
  const members = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const names = new Set([...members.keys(), ...place.below.keys()]);
  let sum = names.size - place.below.size;
  for (const [name, below] of place.below) sum += soundnessOf(members.get(name), below);
  return sum / names.size;
}
