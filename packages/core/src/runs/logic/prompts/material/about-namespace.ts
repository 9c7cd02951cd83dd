import type { Material } from '../../../../documents/quoted-text.js';
import type { DocsFact } from '../../../../spec/facts.js';
import { findingsMaterial, type ShownFinding } from './findings.js';
import { type NamedSchema, namespaceToolsMaterial } from './namespace-tools.js';
import { json, pretty, section, wholeText } from './render.js';

/** The About that applies: its text, and the schema that declares it. */
export interface AboutSource {
  readonly text: string;
  readonly schema: string;
}

/** The recorded facts about the terms of service that a schema links. They are observed, never accepted (spec 03). */
export interface TermsFact extends DocsFact {
  readonly schema: string;
  /** Whether the link and the API share their registrable domain; null: one of them has none. */
  readonly sameRootDomain: boolean | null;
}

/** How many characters of an About a prompt shows. */
const ABOUT_SHOWN = 30_000;

/** about-namespace: the text, its source, and the material to check it against. */
export function buildAboutNamespaceMaterial(input: {
  readonly namespace: string;
  readonly about: AboutSource;
  readonly schemas: readonly NamedSchema[];
  readonly findings: readonly ShownFinding[];
  /** Absent: the links were not requested. */
  readonly terms?: readonly TermsFact[];
}): Material[] {
  const { namespace, about, schemas, findings, terms } = input;
  return [
    wholeText({ title: `The About of the namespace ${namespace}`, text: about.text }, ABOUT_SHOWN),
    { title: 'Where it is declared', text: pretty(declaration(about, schemas)) },
    namespaceToolsMaterial(schemas),
    {
      title: 'Terms of service: what each schema declares, then what was recorded',
      text: section([
        ...schemas.map(({ schema, main }) =>
          json({ schema, termsOfService: main.termsOfService ?? 'not declared' }),
        ),
        ...(terms?.map((fact) => json({ recorded: fact })) ?? ['(no link was asked for)']),
      ]),
    },
    findingsMaterial(findings),
  ];
}

function declaration({ schema }: AboutSource, schemas: readonly NamedSchema[]): unknown {
  const alsoDeclaredIn = schemas
    .filter((one) => one.schema !== schema && Object.hasOwn(one.main.resources ?? {}, 'about'))
    .map((one) => one.schema);
  if (alsoDeclaredIn.length === 0) return { declaredIn: schema };
  const warning = 'a namespace has one About; only that of the first schema by name is judged here';
  return { declaredIn: schema, alsoDeclaredIn, warning };
}
