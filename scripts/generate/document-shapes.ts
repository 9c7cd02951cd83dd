import { lintConfigFile } from '../../packages/core/src/features/lint/config.js';
import {
  protocolPrompts,
  protocolReport,
  protocolScores,
  protocolState,
} from '../../packages/core/src/features/protocol-v1/logic/protocol-v1.js';
import { gradingEntry } from '../../packages/core/src/spec/entry.js';
import { schemaFacts, testRecord } from '../../packages/core/src/spec/facts.js';
import { memberList } from '../../packages/core/src/spec/members.js';
import { promptsFile } from '../../packages/core/src/spec/prompts.js';
import { providerProof } from '../../packages/core/src/spec/proof.js';
import { scoresFile } from '../../packages/core/src/spec/scores.js';
import { stateFile } from '../../packages/core/src/spec/state.js';

/** Documents that others read or write, by the name of their schema file. */
export const documentShapes = {
  entry: { title: 'Grading entry', shape: gradingEntry },
  'lint-config': {
    title: 'flowmcp-lint.json, how the servers of a project are linted',
    shape: lintConfigFile,
  },
  members: { title: 'Member list of a namespace', shape: memberList },
  prompts: { title: 'prompts.json', shape: promptsFile },
  proof: { title: 'grade.json, the proof of a provider', shape: providerProof },
  'protocol-v1-prompts': { title: 'prompts.json of scoring protocol v1', shape: protocolPrompts },
  'protocol-v1-report': { title: 'Report of scoring protocol v1', shape: protocolReport },
  'protocol-v1-scores': { title: 'scores.json of scoring protocol v1', shape: protocolScores },
  'protocol-v1-state': { title: 'state.json of scoring protocol v1', shape: protocolState },
  scores: { title: 'scores.json', shape: scoresFile },
  state: { title: 'state.json', shape: stateFile },
  summary: { title: 'summary.json, pretest facts of a schema', shape: schemaFacts },
  'test-record': { title: 'test-<n>.json, one executed test', shape: testRecord },
};
