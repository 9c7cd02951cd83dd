import type { Island } from '../island/island.js';
import { snapshotFolder } from '../island/logic/paths.js';
import { holdsKeyForm } from '../keys/logic/key-form-text.js';
import { problem } from '../problems/error-codes.js';
import type { Problem } from '../problems/problem.js';
import { loadAbout, loadSchema, loadSkill, type NamespaceOutline } from '../target/load-namespace.js';
import { type NamespaceContent, readBaselineSnapshot } from './find-findings.js';
import { findSecretPlaces } from './logic/prompts/secret-places.js';

/** Reads all material of a namespace from its newest snapshots. */
export function loadContent(island: Island, namespace: string, outline: NamespaceOutline): NamespaceContent {
  const schemas = outline.schemas.map((schema) => loadSchema(island, namespace, schema));
  const skills = outline.skills.map((skill) => loadSkill(island, skill));
  return {
    namespace,
    schemas: new Map(schemas.flatMap((schema) => (schema ? [[schema.schema, schema]] : []))),
    about: loadAbout(island, outline.about),
    skills: skills.filter((skill) => skill !== null),
    baseline: readBaselineSnapshot(island, namespace),
  };
}

/** Finds texts that look like keys. None may get into a prompt, so they stop the run before any request. */
export function findSecrets({ namespace, schemas, skills, about }: NamespaceContent): Problem[] {
  return [
    ...[...schemas.values()].flatMap(({ reading, schema, snapshot }) =>
      findSecretPlaces(reading, `${snapshotFolder(namespace, schema)}/${snapshot.file}`),
    ),
    ...skills.flatMap(({ reading, file }) => findSecretPlaces(reading, file)),
    ...(about && holdsKeyForm(about.text)
      ? [problem('PB-101', { file: about.file }, { what: 'the About' })]
      : []),
  ];
}
