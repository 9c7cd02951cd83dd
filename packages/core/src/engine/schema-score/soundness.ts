/** Steps of a path as `formatValuePath` writes it. */
const STEP = /\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

interface Place {
  /** An error lies on the value itself. */
  hit: boolean;
  readonly below: Map<string, Place>;
}

/** What a part costs the whole at most: with this part unsound, half of the whole's worth is left. */
const SHARE_OF_PART = 0.5;

/**
 * How sound a value is: nothing where an error lies on it; else it loses, for each part with errors, half of what that
 * part has lost. So what comes to light below a mended error costs less than the error did, and parts that are sound,
 * however many, change nothing.
 *
 * @param root name of the export that paths begin with; errors on anything else are parts of the whole, too
 * @param paths where the errors lie, as `formatValuePath` writes them
 * @returns 0 (an error on the value itself) to 1 (no error)
 */
export function soundnessOf(root: string, paths: readonly string[]): number {
  const top = createPlace();
  for (const path of paths) placeAt(top, stepsOf(path, root)).hit = true;
  return worthOf(top);
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

function worthOf(place: Place): number {
  if (place.hit) return 0;
  return [...place.below.values()].reduce(
    (worth, part) => worth * (1 - SHARE_OF_PART * (1 - worthOf(part))),
    1,
  );
}
