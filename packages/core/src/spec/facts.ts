import { z } from 'zod';
import { SEVERITIES } from '../problems/problem.js';
import { hash8, pathBelow } from './common.js';
import type { Gathered } from './gathered.js';
import { VETO_TRIGGERS } from './vocabulary.js';

const gathered: z.ZodType<Gathered> = z.strictObject({
  originMap: z.literal(true).exactOptional(),
  allowedHost: z.literal(true).exactOptional(),
  handlers: z.literal('trust').exactOptional(),
  sentKeys: z.array(z.string()).readonly().exactOptional(),
});

/** A library that handler code got in the sandbox. */
const usedLibrary = z.strictObject({
  name: z.string(),
  /** null for a script of the user's. */
  version: z.string().nullable(),
  /** Of the script. */
  sha256: z.string(),
});
export type UsedLibrary = z.infer<typeof usedLibrary>;

/** Result of requesting a documentation link. */
export const docsFact = z.strictObject({
  url: z.string(),
  status: z.enum(['reachable', 'not-found', 'unreachable']),
  httpStatus: z.int().optional(),
  /** Absent if the link was requested as any client would request it. */
  gathered: gathered.exactOptional(),
});
export type DocsFact = z.infer<typeof docsFact>;

/** An observation about a working test; it becomes a finding. */
const testRemark = z.strictObject({
  /** Number of the declared test, from 1. */
  test: z.int().min(1),
  kind: z.enum(['says-failed', 'found-nothing', 'large']),
  what: z.string(),
});
export type TestRemark = z.infer<typeof testRemark>;

/** Pretest facts of one tool. */
export const toolFacts = z.strictObject({
  working: z.int().min(0),
  total: z.int().min(0),
  bar: z.int().min(1),
  status: z.enum(['ok', 'blocked']),
  /** Why the tool is blocked. */
  reason: z.string().optional(),
  /**
   * Why its tests show nothing of the tool, if they were not sent or nothing came of them. Absent if they fail, and in
   * facts of an earlier version.
   */
  cause: z
    .strictObject({
      code: z.string(),
      args: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
    })
    .exactOptional(),
  /** Results of the tests that do not count, with the most frequent first: `3 × HTTP 404`. */
  causes: z.array(z.string()).optional(),
  /** null if no link is declared. */
  docs: docsFact.nullable(),
  /**
   * Whether the declared output fits the recorded responses; null if no output is declared or there is nothing to
   * compare.
   */
  outputMatches: z.boolean().nullable(),
  /** First place where a response does not fit the declared output. */
  outputMismatch: z.string().optional(),
  /** Absent if there are no remarks. */
  remarks: z.array(testRemark).optional(),
  /** Records that these facts were derived from, relative to the schema's folder. */
  records: z.array(pathBelow),
  /**
   * How the calls for the tool's tests and its link differed from the runtime's calls: empty if they did not differ,
   * absent if the facts come from a version that did not record this.
   */
  gathered: gathered.exactOptional(),
  /** The libraries that the code of the tool got, by name; absent if there were none. */
  libraries: z.array(usedLibrary).exactOptional(),
  /** Absent if these facts were gathered together with those of the other tools, at the schema's `checkedAt`. */
  checkedAt: z.string().optional(),
});
export type ToolFacts = z.infer<typeof toolFacts>;

/** A finding made by code; it is shown next to a node and never counts in the node's mean. */
const storedFinding = z.strictObject({
  id: z.string(),
  code: z.string(),
  severity: z.enum(SEVERITIES),
  where: z
    .strictObject({
      file: z.string().exactOptional(),
      path: z.string().exactOptional(),
      line: z.int().exactOptional(),
      column: z.int().exactOptional(),
    })
    .exactOptional(),
  args: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
  veto: z.enum(VETO_TRIGGERS).exactOptional(),
});

/** summary.json: the pretest facts of the newest snapshot, void for any other content. */
export const schemaFacts = z.strictObject({
  namespace: z.string(),
  schema: z.string(),
  schemaHash: z.string(),
  fileSha256: z.string(),
  checkedAt: z.string(),
  /** The specification that bars, statuses and reasons were derived by; absent for the first one. */
  gradingSpec: z.string().exactOptional(),
  bar: z.int().min(1),
  tools: z.record(z.string(), toolFacts),
  /** Result of requesting the terms of service; absent or null if they were not requested. */
  terms: docsFact.nullable().optional(),
  /**
   * Hashes of the shared lists used by the tests, by `<name>@<version>`; absent if there are none or if an earlier
   * version wrote the file.
   */
  lists: z.record(z.string(), hash8).optional(),
  findings: z.array(storedFinding).optional(),
});
export type SchemaFacts = z.infer<typeof schemaFacts>;

/** test-<n>.json: one executed test, without its request. */
export const testRecord = z.strictObject({
  tool: z.string(),
  test: z.int().min(1),
  description: z.string().nullable(),
  schemaHash: z.string(),
  fileSha256: z.string(),
  checkedAt: z.string(),
  status: z.enum([
    'working',
    'empty',
    'http-error',
    'not-parseable',
    'failed-answer',
    'transient',
    'unreachable',
    'refused',
    'handler-error',
    'could-not-tell',
  ]),
  httpStatus: z.int().nullable(),
  working: z.boolean(),
  durationMs: z.int().min(0),
  responseBytes: z.int().min(0),
  /** Number of records of an array; absent for other data, and where the specification does not ask for it. */
  recordCount: z.int().min(0).exactOptional(),
  /** The specification that measured the data; absent where the bytes are those of the body. */
  gradingSpec: z.string().exactOptional(),
  large: z.boolean(),
  truncated: z.boolean(),
  error: z.string().nullable(),
  /** Absent if the API was called as the runtime would call it. */
  gathered: gathered.exactOptional(),
  /** The libraries that the handler code got, by name; absent if there were none. */
  libraries: z.array(usedLibrary).exactOptional(),
  response: z.unknown(),
});
export type TestRecord = z.infer<typeof testRecord>;
