import type { ValuePath } from '../../sources/logic/module-reading.js';
import { describeFound, isObject, isText, memberOf } from '../schema/schema-members.js';
import type { SkillRule } from './rule.js';

interface Shape {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** Of each item, where the value is a list. */
  readonly item?: { readonly expected: string; readonly fits: (value: unknown) => boolean };
}

const TEXTS: Shape = { expected: 'a list of texts', fits: Array.isArray };

/**
 * Members that may be left out but have a shape (Schemas-Spec 14, Optional Fields, and 18; persona:
 * grading specification 13). The specification gives it without a code.
 */
const SHAPES: readonly (readonly [ValuePath, Shape])[] = [
  [['whenToUse'], { expected: 'text', fits: isText }],
  [['persona'], { expected: 'a persona, or an object with basePersonaId', fits: isPersona }],
  [['requires'], { expected: 'an object with tools, resources and external', fits: isObject }],
  [['requires', 'tools'], TEXTS],
  [['requires', 'resources'], TEXTS],
  [['requires', 'external'], { ...TEXTS, item: { expected: 'text', fits: isText } }],
  [
    ['input'],
    {
      expected: 'a list',
      fits: Array.isArray,
      item: { expected: 'an object with key, type, description and required', fits: isObject },
    },
  ],
  [
    ['prefill'],
    {
      expected: 'a list',
      fits: Array.isArray,
      item: { expected: 'an object with a tool and its params', fits: isCall },
    },
  ],
];

export const skillShapeRules: readonly SkillRule[] = [
  {
    codes: ['GATE-014'],
    check({ skill }, report) {
      for (const [path, shape] of SHAPES) {
        const value = path.reduce<unknown>((owner, step) => memberOf(owner, String(step)), skill);
        if (value === undefined) continue;
        if (!shape.fits(value)) {
          report('GATE-014', path, {
            member: path.join('.'),
            found: describeFound(value),
            expected: shape.expected,
          });
        } else if (shape.item && Array.isArray(value)) {
          for (const [at, item] of value.entries()) {
            if (shape.item.fits(item)) continue;
            const member = `${path.join('.')}[${at}]`;
            report('GATE-014', [...path, at], {
              member,
              found: describeFound(item),
              expected: shape.item.expected,
            });
          }
        }
      }
    },
  },
];

function isPersona(value: unknown): boolean {
  if (isText(value)) return true;
  const lens = memberOf(value, 'lensId');
  return isText(memberOf(value, 'basePersonaId')) && (lens === undefined || isText(lens));
}

function isCall(value: unknown): boolean {
  const params = memberOf(value, 'params');
  return isText(memberOf(value, 'tool')) && (params === undefined || isObject(params));
}
