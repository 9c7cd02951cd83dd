import type { SelectionIndex } from '../../../spec/index-file.js';
import { AREA_OF_LEVEL } from '../../../spec/selection.js';
import type { SkillLevel } from '../../../spec/skill.js';
import type { AreaId } from '../../../spec/vocabulary.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import type { Subject } from '../subjects.js';

/** A skill is one node, whatever its level at the time of a grading: its entries may belong to any of these areas. */
export const SKILL_AREAS: readonly AreaId[] = Object.values(AREA_OF_LEVEL);

/** Areas that the entries of one node may belong to, by the area that grades it now. */
export function areasOfNode(area: AreaId): readonly AreaId[] {
  return SKILL_AREAS.includes(area) ? SKILL_AREAS : [area];
}

/** The gradable parts of a selection. */
export interface SelectionParts {
  /** The namespace that owns the selection. */
  readonly namespace: string;
  readonly selectionHash: string;
  readonly about: { readonly hash: string } | null;
  /** A skill without a level belongs to no area, so it cannot be asked about. */
  readonly skills: readonly {
    readonly skill: string;
    readonly hash: string;
    readonly level: SkillLevel | null;
  }[];
}

/** All subjects of the selection areas, in the order of grading: About, L1, L2, L3, the aggregate (spec 05). */
export function selectionSubjects(index: SelectionIndex, parts: SelectionParts): Subject[] {
  const { namespace, selectionHash, about } = parts;
  const whole = { subject: index.selectionId, schemaId: `${namespace}.${index.selectionId}`, ...NO_PROVIDER };
  return [
    ...(about
      ? [
          {
            ...whole,
            area: 'about-selection' as const,
            node: 'about',
            folder: 'resources/about',
            hash: about.hash,
            status: index.about,
          },
        ]
      : []),
    ...skillSubjects(index, parts),
    {
      ...whole,
      area: 'selection-aggregate',
      node: 'selectionAggregate',
      folder: '',
      hash: selectionHash,
      status: index.selectionAggregate,
    },
  ];
}

const NO_PROVIDER = { schema: null, tool: null, skill: null } as const;

function skillSubjects(index: SelectionIndex, { namespace, skills }: SelectionParts): Subject[] {
  const found = skills.flatMap(({ skill, hash, level }): Subject[] => {
    const status = Object.hasOwn(index.skills, skill) ? index.skills[skill] : undefined;
    if (!status || level === null) return [];
    return [
      {
        ...NO_PROVIDER,
        area: AREA_OF_LEVEL[level],
        subject: skill,
        node: `skills.${skill}`,
        folder: `skills/${skill}`,
        hash,
        schemaId: `${namespace}.${skill}`,
        skill,
        status,
      },
    ];
  });
  return found.sort((a, b) => byCodeUnit(a.area, b.area));
}
