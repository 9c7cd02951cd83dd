import { codeSpan, escapeMarkdown, foldRows, LONGEST_COMMENT } from '../../../documents/markdown.js';
import { visibleJson } from '../../../documents/visible-text.js';
import { sayGathered } from '../../../grade/gathered.js';
import type { Problem } from '../../../problems/problem.js';
import type { ProviderProof } from '../../../spec/proof.js';
import type { RollupStatus } from '../../../spec/vocabulary.js';
import { byCodeUnit } from '../../../values/code-unit-order.js';
import { problemAsJson } from './source.js';

/** What a keeper of a board does about a namespace. Nobody is called here: the board is a document. */
export interface BoardCard {
  readonly namespace: string;
  readonly column: string;
  /** `create`: it is on no board yet; `move`: it stands in another column; `update`: in the right one. */
  readonly action: 'create' | 'move' | 'update';
  readonly title: string;
  /** That of the namespace aggregate, which is the provider's grade (spec 26); null if there is none. */
  readonly grade: string | null;
  readonly status: RollupStatus;
  /** Markdown. */
  readonly body: string;
  readonly blockers: ProviderProof['blockers'];
  readonly githubIssue: number | null;
  readonly boardColumn: string | null;
}

/** A board is driven by the status of the roll-up, never by that of a node (spec 26). */
const COLUMNS: Readonly<Record<RollupStatus, string>> = {
  pending: 'Backlog',
  partial: 'In Progress',
  blocked: 'Blocked',
  operational: 'Done',
  rejected: 'Rejected',
};

/**
 * Renders the board of all proofs as JSON, sorted by namespace: the same proofs always give the same bytes.
 *
 * @param problems why some files have no card
 */
export function renderBoard(proofs: readonly ProviderProof[], problems: readonly Problem[]): string {
  const cards = [...proofs].sort((a, b) => byCodeUnit(a.namespace, b.namespace)).map(buildCard);
  const board = { boardVersion: 1, cards, problems: problems.map(problemAsJson) };
  return `${visibleJson(JSON.stringify(board, null, 2))}\n`;
}

function buildCard(proof: ProviderProof): BoardCard {
  const { namespace, status, namespaceAggregate, blockers } = proof;
  const { githubIssue = null, boardColumn = null } = proof.monitoring ?? {};
  const column = COLUMNS[status];
  return {
    namespace,
    column,
    action: githubIssue === null ? 'create' : boardColumn === column ? 'update' : 'move',
    title: `Grading: ${namespace}`,
    grade: namespaceAggregate.grade ?? null,
    status,
    body: renderBody(proof),
    blockers,
    githubIssue,
    boardColumn,
  };
}

/** Room for one table, so that both of them and the lines around them fit into one issue. */
const TABLE_ROOM = Math.floor(LONGEST_COMMENT / 2) - 2000;

/** Names and reasons are texts of strangers: none of them becomes a link, and none mentions another issue. */
function renderBody(proof: ProviderProof): string {
  const { status, reason, grade, namespaceAggregate, summary = {}, schemas, blockers } = proof;
  const { gradingSpec, scoringSystem, gradingSystem, readiness, gathered = {} } = summary;
  const facts: [string, unknown][] = [
    ['Status', reason === undefined ? status : `${status} (${reason})`],
    ['Grade of the provider (namespace aggregate)', namespaceAggregate.grade ?? 'none yet'],
    ['Grade of the roll-up', grade ?? 'none yet'],
    ['Readiness', readiness],
    ['Evidence', sayGathered(gathered) ?? undefined],
    ['Rules', [gradingSpec, scoringSystem, gradingSystem].filter((one) => one !== undefined).join(', ')],
    ['Proof of', proof.generatedAt],
  ];
  return [
    facts
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => `- ${name}: ${escapeMarkdown(String(value))}`)
      .join('\n'),
    ...titled('Schemas', tableOfSchemas(schemas)),
    ...titled('Blockers', tableOfBlockers(blockers)),
  ].join('\n\n');
}

function titled(title: string, table: string | null): string[] {
  return table === null ? [] : [`## ${title}\n\n${table}`];
}

function tableOfSchemas(schemas: ProviderProof['schemas']): string | null {
  const rows = Object.entries(schemas).sort(([a], [b]) => byCodeUnit(a, b));
  if (rows.length === 0) return null;
  return foldRows(
    rows,
    ([schema, { status, grade, reason }]) => [
      codeSpan(schema),
      reason === undefined ? status : `${status}: ${escapeMarkdown(reason)}`,
      escapeMarkdown(grade ?? ''),
    ],
    {
      columns: [{ title: 'schema' }, { title: 'status' }, { title: 'grade' }],
      noun: 'schemas',
      room: TABLE_ROOM,
    },
  );
}

function tableOfBlockers(blockers: ProviderProof['blockers']): string | null {
  if (blockers.length === 0) return null;
  return foldRows(
    blockers,
    ({ node, reason, message }) => [
      codeSpan(node ?? ''),
      escapeMarkdown(reason),
      escapeMarkdown(message ?? ''),
    ],
    {
      columns: [{ title: 'node' }, { title: 'reason' }, { title: 'detail' }],
      noun: 'blockers',
      room: TABLE_ROOM,
    },
  );
}
