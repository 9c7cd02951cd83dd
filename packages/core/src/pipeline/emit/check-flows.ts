import { areaById, questionById } from '../../catalogue/lookup.js';
import type { Problem } from '../../model/problem.js';
import { AREAS, type AreaId, type Flow } from '../../model/vocabulary.js';
import { problem } from '../../tables/error-codes.js';
import type { Target } from '../targets.js';
import type { EmitOptions } from './options.js';

const OWNER: Readonly<Record<Flow, string>> = { provider: 'namespaces', selection: 'selections' };

/**
 * Areas and questions belong to namespaces or to selections. A target that none of those chosen belongs to is refused;
 * of all targets it is left out. One that belongs to no target is refused as well: it would be ignored.
 *
 * @returns the targets that can be asked about, and RUN-008 for what was refused
 */
export function checkFlows(
  targets: readonly Target[],
  { areas, questions = [], all = false }: EmitOptions,
): { targets: readonly Target[]; problems: readonly Problem[] } {
  const chosen = new Set([...(areas ?? []), ...questions.flatMap((id) => questionById(id)?.area ?? [])]);
  if (chosen.size === 0) return { targets, problems: [] };
  const fits = ({ flow }: Target) => [...chosen].some((area) => flowOf(area) === flow);
  const strangers = [...chosen].filter((area) => !targets.some(({ flow }) => flow === flowOf(area)));
  const unfit = all ? [] : targets.filter((target) => !fits(target));
  const [first] = targets;
  return {
    targets: targets.filter(fits),
    problems: [
      ...unfit.map((target) => refuse([...chosen], target)),
      ...(first && strangers.length > 0 && unfit.length === 0 ? [refuse(strangers, first)] : []),
    ],
  };
}

function refuse(areas: readonly AreaId[], { name, flow }: Target): Problem {
  const [area] = areas;
  return problem('RUN-008', undefined, {
    areas: areas.join(', '),
    owner: OWNER[area ? flowOf(area) : flow],
    target: name,
    own: AREAS.filter((one) => flowOf(one) === flow).join(', '),
  });
}

function flowOf(area: AreaId): Flow {
  const found = areaById(area);
  if (!found) throw new Error(`${area} is not in the catalogue`);
  return found.side;
}
