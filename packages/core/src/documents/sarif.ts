import type { Location, Log, Notification, ReportingDescriptor, Result, Run } from 'sarif';
import type { Severity } from '../problems/problem.js';
import { sha256 } from '../spec/hash.js';
import { type ReportFolders, relativeUri } from './shown-path.js';
import { visibleJson, wellFormed } from './visible-text.js';

/** The program that made a report. */
export interface ReportTool {
  readonly name: string;
  readonly version: string;
  /** Page where readers learn more. */
  readonly informationUri?: string;
}

export interface SarifRule {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly tags: readonly string[];
  /** `9.0`, from 0.0 to 10.0; set for rules about security only. */
  readonly securitySeverity?: string;
  /** How reliable the rule's results are; `very-high` if code alone determines them. */
  readonly precision?: 'medium' | 'very-high';
}

export interface SarifFinding {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly message: string;
  /** Place in a file, if there is one. */
  readonly place?: {
    readonly file: string;
    readonly line?: number;
    readonly column?: number;
    /** Whether the file is relative to the island instead of the root. */
    readonly isInIsland?: boolean;
  };
  /** The subject, outermost part first: the target, the tool, the place in it. */
  readonly subject: { readonly name: string; readonly within: readonly string[]; readonly kind: string };
  /**
   * Parts that stay the same when lines and neighbours move; findings with the same parts are told apart by their
   * order.
   */
  readonly identity: readonly string[];
  /** Comparison with a baseline, if there is one. */
  readonly state?: 'new' | 'unchanged';
  /** Findings with a lower rank are worse, whatever their severities; 0 by default. */
  readonly rank?: number;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface SarifContent {
  readonly tool: ReportTool;
  readonly rules: readonly SarifRule[];
  readonly findings: readonly SarifFinding[];
  /** Reasons why something could not be checked; if there are any, the run counts as unsuccessful. */
  readonly failures: readonly { readonly code: string; readonly message: string }[];
  readonly folders: ReportFolders;
  /** Name and version of {@link SarifFinding.identity}: changing it makes all findings new. */
  readonly fingerprint: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
/** GitHub's names for the severities of rules that are not about security. */
const PROBLEM_SEVERITIES = { error: 'error', warning: 'warning', info: 'recommendation' } as const;
/** Maximum number of results: GitHub shows no more, and refuses a log with more than 25,000. */
const MOST_RESULTS = 5_000;
const SEVERITY_RANKS = { error: 0, warning: 1, info: 2 } as const;
const ROOT = '%SRCROOT%';
const ISLAND = 'GRADING_ISLAND';
const FINGERPRINT_LENGTH = 32;

/**
 * Builds a SARIF 2.1.0 log with one run. Files are URIs relative to the root; lines and columns count from 1,
 * columns in UTF-16 units. Of more findings than code hosts show, the log contains the worst and counts the others.
 */
export function buildSarif(content: SarifContent): string {
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [buildRun(content)],
  };
  return `${visibleJson(JSON.stringify(log, wellFormedStrings, 2))}\n`;
}

/**
 * A message string in which braces and square brackets are literal and never a placeholder or a link.
 *
 * @see SARIF 2.1.0, 3.11.5 and 3.11.6
 */
export function sarifMessage(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replace(/[[\]]/g, '\\$&');
}

function buildRun({ tool, rules, findings, failures, folders, fingerprint, properties }: SarifContent): Run {
  const kept = selectWorst(findings);
  const omitted = findings.length - kept.size;
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const seen = new Map<string, number>();
  const results = findings.flatMap((finding, at): Result[] => {
    const identity = JSON.stringify(finding.identity.map(wellFormed));
    const occurrence = seen.get(identity) ?? 0;
    // Omitted findings are counted too, so that the others keep their fingerprints.
    seen.set(identity, occurrence + 1);
    if (!kept.has(at)) return [];
    const index = indexes.get(finding.ruleId);
    return [
      {
        ...buildResult(finding, folders),
        ...(index !== undefined && { ruleIndex: index }),
        partialFingerprints: {
          [fingerprint]: sha256(`${identity}:${occurrence}`).slice(0, FINGERPRINT_LENGTH),
        },
      },
    ];
  });
  return {
    tool: { driver: { ...tool, rules: rules.map(buildRule) } },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: {
      [ROOT]: { description: { text: 'The folder the tool was started in.' } },
      ...(findings.some(({ place }) => place?.isInIsland) && {
        [ISLAND]: { description: { text: 'The grading island: a snapshot of what was graded.' } },
      }),
    },
    invocations: [
      {
        executionSuccessful: failures.length === 0,
        toolExecutionNotifications: [
          ...failures.map(buildFailure),
          ...(omitted > 0 ? [buildOmission(omitted)] : []),
        ],
      },
    ],
    results,
    ...((properties || omitted > 0) && { properties: { ...properties, ...(omitted > 0 && { omitted }) } }),
  };
}

/** Positions of the worst findings; of equally bad ones, those of the first. */
function selectWorst(findings: readonly SarifFinding[]): ReadonlySet<number> {
  const worst = [...findings.entries()].sort(
    ([, a], [, b]) =>
      (a.rank ?? 0) - (b.rank ?? 0) || SEVERITY_RANKS[a.severity] - SEVERITY_RANKS[b.severity],
  );
  return new Set(worst.slice(0, MOST_RESULTS).map(([at]) => at));
}

function buildRule({
  id,
  severity,
  title,
  why,
  fix,
  tags,
  securitySeverity,
  precision = 'very-high',
}: SarifRule): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: sarifMessage(title) },
    fullDescription: { text: sarifMessage(why) },
    help: { text: sarifMessage(fix) },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: {
      tags: [...tags],
      precision,
      'problem.severity': PROBLEM_SEVERITIES[severity],
      ...(securitySeverity !== undefined && { 'security-severity': securitySeverity }),
    },
  };
}

function buildResult(finding: SarifFinding, folders: ReportFolders): Result {
  const { ruleId, severity, message, state, properties } = finding;
  return {
    ruleId,
    level: LEVELS[severity],
    message: { text: sarifMessage(message) },
    locations: [buildLocation(finding, folders)],
    ...(state && { baselineState: state }),
    ...(properties && { properties }),
  };
}

function buildLocation({ place, subject }: SarifFinding, folders: ReportFolders): Location {
  const { name, within, kind } = subject;
  const uri = place && relativeUri(place.file, folders);
  return {
    ...(place &&
      uri !== undefined && {
        physicalLocation: {
          artifactLocation: { uri, uriBaseId: place.isInIsland ? ISLAND : ROOT },
          ...(place.line !== undefined && {
            region: {
              startLine: place.line,
              ...(place.column !== undefined && { startColumn: place.column }),
            },
          }),
        },
      }),
    logicalLocations: [{ name, fullyQualifiedName: [...within, name].join(' › '), kind }],
  };
}

function buildFailure({ code, message }: { code: string; message: string }): Notification {
  return { descriptor: { id: code }, level: 'error', message: { text: sarifMessage(message) } };
}

function buildOmission(count: number): Notification {
  const results = count === 1 ? '1 result is' : `${count} results are`;
  const text = `${results} left out, because code hosts show at most ${MOST_RESULTS}; this log has the worst.`;
  return { descriptor: { id: 'results-omitted' }, level: 'warning', message: { text } };
}

/** Keys are ours or come from a closed set; values may be a stranger's. */
function wellFormedStrings(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? wellFormed(value) : value;
}
