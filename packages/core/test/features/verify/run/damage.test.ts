// Every kind of damage done to an island by hand is found, and the file is named; derived and foreign files are
// repaired, without touching a fact.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProblem } from '../../../../src/problems/error-codes.js';
import { type MockProvider, startMockProvider } from '../../../journeys/mock-provider.js';
import type { Workplace } from '../../../journeys/workplace.js';
import { copyOf, type DamagedIsland, openGraded, repeatEntry, VETOED } from './graded-island.js';

let provider: MockProvider;
let place: Workplace & AsyncDisposable;
beforeAll(async () => {
  provider = await startMockProvider();
  place = await openGraded(provider.origin);
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await provider.close();
});

const DEMO = 'providers/demo';
const INDEX = `${DEMO}/index.json`;
const COPY = `${DEMO}/lock-snapshot.json`;
const JOURNAL = `${DEMO}/audit.jsonl`;
const ENTRY = /alpha\/tools\/getItems\/_gradings\/.*\.json$/;
const SNAPSHOT = /alpha\/schema\/.*\.mjs$/;
const TEST = /beta\/tools\/getItems\/tests\/test-1\.json$/;
const SCORES = /\/scores\/.*\.json$/;
const MEMBERS = /\/members--.*\.json$/;
const VETO = new RegExp(`${VETOED}/_gradings/`);
const KEY = ['gh', 'p_', 'a1B2'.repeat(10)].join('');

/** Does the damage; returns the expected finding: `CODE file`. */
type Damage = (island: DamagedIsland) => string[];

const lines = (text: string) => text.split('\n').filter(Boolean);

const FACTS: Record<string, Damage> = {
  'garbage after the journal': (island) => {
    island.edit(JOURNAL, (text) => `${text}garbage`);
    return [`VFY-091 ${JOURNAL}`];
  },
  'garbage after the journal, ended like a line': (island) => {
    island.edit(JOURNAL, (text) => `${text}{"at":"2026-01-01T00:00:00.000Z","no":"line"}\n`);
    return [`VFY-091 ${JOURNAL}`];
  },
  'a bit of a snapshot': (island) => {
    const file = island.find(SNAPSHOT);
    island.edit(file, (text) => text.replace('alpha part', 'alphb part'));
    return [`VFY-010 ${file}`, `VFY-094 ${file}`];
  },
  'a snapshot where its hash does not look': (island) => {
    const file = island.find(SNAPSHOT);
    island.edit(file, (text) => `${text}// a remark\n`);
    return [`VFY-012 ${file}`, `VFY-094 ${file}`];
  },
  'a snapshot that is no module any more': (island) => {
    const file = island.find(SNAPSHOT);
    island.edit(file, (text) => text.slice(0, 40));
    return [`VFY-011 ${file}`];
  },
  'a snapshot that was deleted': (island) => {
    const file = island.find(SNAPSHOT);
    const entry = island.find(/alpha\/_gradings\//);
    island.remove(file);
    return [`VFY-093 ${file}`, `VFY-026 ${entry}`, `VFY-083 ${INDEX}`, `VFY-070 ${COPY}`];
  },
  'a score in an entry': (island) => {
    const file = island.find(ENTRY, 1);
    island.json(file, ({ gradings }) => {
      gradings.at(-1).score = 2;
    });
    return [`VFY-051 ${file}`, `VFY-094 ${file}`, `VFY-082 ${INDEX}`];
  },
  'the grade of an entry': (island) => {
    const file = island.find(ENTRY, 1);
    island.json(file, (entry) => {
      entry.aggregateGrade = 'C';
    });
    return [`VFY-022 ${file}`, `VFY-094 ${file}`, `VFY-082 ${INDEX}`];
  },
  'the grade of an entry that its tier can not give': (island) => {
    const file = island.find(ENTRY, 1);
    island.json(file, (entry) => {
      entry.aggregateGrade = 'A';
    });
    return [`VFY-020 ${file}`];
  },
  'the weight of an answer': (island) => {
    const file = island.find(ENTRY, 1);
    island.json(file, ({ gradings }) => {
      gradings[4].weight = 7;
    });
    return [`VFY-022 ${file}`];
  },
  'what an entry is bound to': (island) => {
    const file = island.find(ENTRY);
    island.json(file, (entry) => {
      entry.gradingId = entry.gradingId.replace(entry.schemaHash, 'ffffffff');
      entry.schemaHash = 'ffffffff';
    });
    return [`VFY-026 ${file}`, `VFY-094 ${file}`];
  },
  'an entry with a field too many': (island) => {
    const file = island.find(ENTRY);
    island.json(file, (entry) => {
      entry.note = 'all is well';
    });
    return [`VFY-020 ${file}`];
  },
  'JSON that was cut off': (island) => {
    const file = island.find(ENTRY, 1);
    island.edit(file, (text) => text.slice(0, text.length / 2));
    return [`VFY-020 ${file}`, `VFY-094 ${file}`];
  },
  'a veto that was deleted': (island) => {
    const file = island.find(VETO);
    island.remove(file);
    return [`VFY-093 ${file}`, `VFY-100 ${file}`, `VFY-100 ${INDEX}`];
  },
  'a veto that was deleted, and the index with it': (island) => {
    const file = island.find(VETO);
    island.remove(file);
    island.remove(INDEX);
    return [`VFY-093 ${file}`, `VFY-100 ${file}`, `VFY-080 ${INDEX}`];
  },
  'a veto that was taken out of its entry': (island) => {
    const file = island.find(VETO);
    island.json(file, (entry) => {
      entry.categoricalVeto = null;
      entry.aggregateGrade = 'B';
    });
    return [`VFY-094 ${file}`, `VFY-100 ${file}`];
  },
  'an entry that was deleted': (island) => {
    const file = island.find(ENTRY, 1);
    const scores = island.find(SCORES, 1);
    island.remove(file);
    return [`VFY-093 ${file}`, `VFY-030 ${INDEX}`, `VFY-052 ${scores}`, `VFY-082 ${INDEX}`];
  },
  'an entry that another one follows': (island) => {
    const [file, next] = [island.find(ENTRY), island.find(ENTRY, 1)];
    island.remove(file);
    return [`VFY-093 ${file}`, `VFY-030 ${next}`];
  },
  'two entries that were swapped': (island) => {
    const [one, other] = [island.find(ENTRY), island.find(/beta\/tools\/getItems\/_gradings\//)];
    island.swap(one, other);
    return [one, other].flatMap((file) => [`VFY-021 ${file}`, `VFY-094 ${file}`]);
  },
  'an entry under another name': (island) => {
    const file = island.find(ENTRY);
    const copy = file.replace('T10-', 'T11-');
    island.write(copy, island.text(file));
    return [`VFY-021 ${copy}`, `VFY-095 ${copy}`];
  },
  'an entry that nobody handed in': (island) => {
    const file = island.find(ENTRY, 1);
    const made = file.replace('T10-', 'T12-');
    const entry = JSON.parse(island.text(file));
    entry.gradingId = entry.gradingId.replace('T10-', 'T12-');
    for (const answer of entry.gradings) answer.timestamp = '2026-03-01T12:00:00.000Z';
    island.write(made, `${JSON.stringify(entry, null, 2)}\n`);
    return [`VFY-053 ${made}`, `VFY-095 ${made}`];
  },
  'an entry that was handed in once, again under a later time': (island) => {
    const file = island.find(ENTRY, 1);
    return [`VFY-054 ${repeatEntry(island, file)}`];
  },
  'a line of the journal': (island) => {
    island.edit(JOURNAL, (text) => text.replace(/"sha256":"./, '"sha256":"e'));
    return [`VFY-091 ${JOURNAL}`];
  },
  'a line of the journal that was taken out': (island) => {
    island.edit(JOURNAL, (text) => `${lines(text).toSpliced(4, 1).join('\n')}\n`);
    return [`VFY-091 ${JOURNAL}`];
  },
  'the end of the journal that was cut off': (island) => {
    const taken = JSON.parse(lines(island.text(JOURNAL)).at(-2) ?? '');
    island.edit(JOURNAL, (text) => `${lines(text).slice(0, -2).join('\n')}\n`);
    return [`VFY-095 ${DEMO}/${taken.path}`];
  },
  'a journal that was deleted': (island) => {
    island.remove(JOURNAL);
    return [`VFY-090 ${JOURNAL}`];
  },
  'a test record': (island) => {
    const file = island.find(TEST);
    island.json(file, (record) => {
      record.fileSha256 = 'e'.repeat(64);
    });
    return [`VFY-041 ${file}`, `VFY-094 ${file}`];
  },
  'a test record that was deleted': (island) => {
    const file = island.find(TEST);
    island.remove(file);
    return [`VFY-093 ${file}`, `VFY-030 ${DEMO}/beta/summary.json`];
  },
  'facts about other content': (island) => {
    const file = `${DEMO}/alpha/summary.json`;
    island.json(file, (facts) => {
      facts.schemaHash = 'ffffffff';
    });
    return [`VFY-041 ${file}`];
  },
  'facts that say more than their records': (island) => {
    const [file, other] = ['alpha', 'beta'].map((schema) => `${DEMO}/${schema}/summary.json`) as [
      string,
      string,
    ];
    island.json(file, ({ tools }) => {
      tools.getItems.working += 1;
    });
    island.json(other, ({ tools }) => {
      Object.assign(tools.getItems, { working: 0, status: 'ok' });
    });
    return [`VFY-043 ${file}`, `VFY-043 ${other}`];
  },
  'facts of another schema': (island) => {
    const file = `${DEMO}/alpha/summary.json`;
    island.edit(file, () => island.text(`${DEMO}/beta/summary.json`));
    return [`VFY-042 ${file}`, `VFY-041 ${file}`];
  },
  'the member list': (island) => {
    const file = island.find(MEMBERS);
    island.json(file, (list) => {
      list.schemas = list.schemas.filter((schema: string) => schema !== 'gamma');
    });
    return [`VFY-010 ${file}`, `VFY-094 ${file}`];
  },
  'a hand-in that was deleted': (island) => {
    const file = island.find(SCORES, 1);
    island.remove(file);
    return [
      `VFY-093 ${file}`,
      `VFY-053 ${island.find(/alpha\/_gradings\//, 1)}`,
      `VFY-064 ${DEMO}/state.json`,
    ];
  },
  'a hand-in that was edited': (island) => {
    const file = island.find(SCORES);
    island.edit(file, (text) => text.replace('"score":5', '"score":3'));
    return [`VFY-094 ${file}`];
  },
  'a run whose prompts are of another': (island) => {
    island.json(`${DEMO}/prompts.json`, (prompts) => {
      prompts.taskId = 'demo--2026-01-01T00-00-00Z--0123abcd';
    });
    return [`VFY-061 ${DEMO}/prompts.json`];
  },
  'a run whose prompts were edited': (island) => {
    island.json(`${DEMO}/prompts.json`, ({ prompts }) => {
      prompts[0].questions[0].weight = 9;
    });
    return [`VFY-028 ${DEMO}/prompts.json`];
  },
  'a run whose answers by code were edited': (island) => {
    island.json(`${DEMO}/state.json`, ({ subjects }) => {
      subjects.find(
        ({ deterministic }: { deterministic: unknown[] }) => deterministic.length > 0,
      ).deterministic = [];
    });
    return [`VFY-028 ${DEMO}/state.json`];
  },
  'a state that is no state': (island) => {
    island.edit(`${DEMO}/state.json`, (text) => text.replace('"status": "graded"', '"status": "done"'));
    return [`VFY-060 ${DEMO}/state.json`];
  },
  'permissions of a file': (island) => {
    const file = island.find(ENTRY);
    island.chmod(file, 0o644);
    return [`VFY-007 ${file}`];
  },
  'permissions of a folder': (island) => {
    island.chmod(`${DEMO}/scores`, 0o755);
    return [`VFY-007 ${DEMO}/scores`];
  },
  'a hard link': (island) => {
    const file = island.find(ENTRY);
    island.link('../elsewhere.json', file);
    return [`VFY-006 ${file}`];
  },
  'a key in an answer of a service': (island) => {
    const file = island.find(TEST);
    island.json(file, (record) => {
      record.response = { token: KEY };
    });
    return [`VFY-120 ${file}`];
  },
  'a frozen lock snapshot that differs from its copy': (island) => {
    island.json(INDEX, ({ lockSnapshot }) => {
      lockSnapshot.members[0].gradingStatus = 'rejected';
    });
    return [`VFY-071 ${COPY}`];
  },
};

/** Damage to files that are not facts and can be repaired. */
const REPAIRABLE: Record<string, Damage> = {
  'a grade in the index': (island) => {
    island.json(INDEX, (index) => {
      index.schemas.alpha.grade = 'A';
    });
    return [`VFY-082 ${INDEX}`];
  },
  'a veto taken out of the index': (island) => {
    island.json(INDEX, (index) => {
      index.schemas.gamma.tools.getItems = { status: 'stable', grade: 'B' };
    });
    return [`VFY-082 ${INDEX}`];
  },
  'the form of the index': (island) => {
    island.edit(INDEX, (text) => JSON.stringify(JSON.parse(text)));
    return [`VFY-082 ${INDEX}`];
  },
  'an index of a time that has not come': (island) => {
    island.json(INDEX, (index) => {
      index.updatedAt = '2036-01-01T00:00:00.000Z';
    });
    return [`VFY-087 ${INDEX}`];
  },
  'an index that was cut off': (island) => {
    island.edit(INDEX, (text) => text.slice(0, 100));
    return [`VFY-081 ${INDEX}`];
  },
  'an index that was deleted': (island) => {
    island.remove(INDEX);
    return [`VFY-080 ${INDEX}`];
  },
  'a lock snapshot of what was never here': (island) => {
    island.json(INDEX, ({ lockSnapshot }) => {
      lockSnapshot.members[0].schemaHash = 'ffffffff';
    });
    return [`VFY-070 ${INDEX}`];
  },
  'the copy of the lock snapshot that was deleted': (island) => {
    island.remove(COPY);
    return [`VFY-070 ${COPY}`];
  },
  'the copy of the lock snapshot that was cut off': (island) => {
    island.edit(COPY, (text) => text.slice(0, 20));
    return [`VFY-070 ${COPY}`];
  },
  'the time of the index': (island) => {
    island.edit(INDEX, (text) => text.replace(/"updatedAt": "\d{4}/, '"updatedAt": "2031'));
    return [`VFY-087 ${INDEX}`];
  },
  'the selectionHash that was frozen': (island) => {
    island.json(INDEX, (index) => {
      index.lockSnapshot.selectionHash = '00000000';
    });
    return [`VFY-070 ${INDEX}`];
  },
  'a foreign file': (island) => {
    island.write(`${DEMO}/alpha/notes.txt`, 'remember the milk');
    return [`VFY-003 ${DEMO}/alpha/notes.txt`];
  },
  'a foreign folder': (island) => {
    island.write(`${DEMO}/alpha/drafts/one/two.json`, '{}');
    return [`VFY-003 ${DEMO}/alpha/drafts`];
  },
  'a foreign folder with a file, beside lists of an earlier version': (island) => {
    island.makeFolder('shared-lists');
    island.write('shared-lists/no list/notes.txt', 'notes');
    return ['VFY-003 shared-lists/no list'];
  },
  'a foreign file at the root': (island) => {
    island.write('providers/readme.md', 'hello');
    return ['VFY-003 providers/readme.md'];
  },
  'files that differ in case alone': (island) => {
    const file = island.find(SNAPSHOT);
    const other = file.replace('/alpha--', '/ALPHA--');
    island.write(other, island.text(file));
    return [`VFY-001 ${file}`, `VFY-003 ${other}`];
  },
  'names that differ in how a letter is composed': (island) => {
    const names = ['caf\u00e9.txt', 'cafe\u0301.txt'].map((name) => `${DEMO}/${name}`);
    for (const name of names) island.write(name, 'a cup');
    return [...names.map((name) => `VFY-003 ${name}`), `VFY-001 ${names[0]}`];
  },
  'a name that Windows keeps for a device': (island) => {
    island.write(`${DEMO}/nul.json`, '{}');
    return [`VFY-002 ${DEMO}/nul.json`, `VFY-003 ${DEMO}/nul.json`];
  },
  'a symbolic link': (island) => {
    island.symlink(`${DEMO}/linked.json`, '/etc/hostname');
    return [`VFY-005 ${DEMO}/linked.json`];
  },
  'a symbolic link to a folder': (island) => {
    island.symlink('providers/linked', '/tmp');
    return ['VFY-005 providers/linked'];
  },
};

/** Leftovers of killed commands, which are not damage. */
const LEFT: Record<string, Damage> = {
  'folders of a schema that holds no snapshot yet': (island) => {
    island.makeFolder(`${DEMO}/delta`);
    island.makeFolder(`${DEMO}/delta/schema`);
    return [];
  },
  'what a dead process was writing': (island) => {
    const file = `${DEMO}/scores/.tmp-99999999-0a1b2c3d`;
    island.write(file, 'half');
    return [`VFY-004 ${file}`];
  },
  'what a dead process was linking': (island) => {
    const entry = island.find(ENTRY);
    const file = entry.replace(/[^/]+$/, '.tmp-99999999-0a1b2c3d');
    island.link(file, entry);
    return [`VFY-004 ${file}`];
  },
  'an index that was not finished': (island) => {
    island.write(`${INDEX}.2837465`, '{"half":');
    return [`VFY-004 ${INDEX}.2837465`];
  },
  'an export that was not finished': (island) => {
    island.write('_exports/.unfinished-99999999-providers_demo/index.json', '{}');
    return ['VFY-004 _exports/.unfinished-99999999-providers_demo'];
  },
  'a lock that was left behind': (island) => {
    const owner = { pid: 99999999, host: 'elsewhere', command: 'grading run', startedAt: '2026-03-01' };
    island.write('.lock/providers--demo.json', `${JSON.stringify(owner)}\n`);
    island.makeFolder('.lock/providers--demo.lock', 10);
    return ['VFY-110 .lock/providers--demo.lock'];
  },
  'a lock of nobody that was left behind': (island) => {
    island.makeFolder('.lock/providers--gone.lock', 10);
    return ['VFY-110 .lock/providers--gone.lock'];
  },
  'what a dead process was writing beside a lock': (island) => {
    const file = '.lock/.tmp-99999999-0a1b2c3d';
    island.write(file, '{"pid"');
    // A command that takes a lock needs a moment to record itself.
    island.age(file, 10);
    return [`VFY-004 ${file}`];
  },
};

describe('an undamaged island', () => {
  it('has no finding, and every step has examined something', async () => {
    await using island = await copyOf(place);
    const { status, results, errors } = await island.verify();
    expect([status, errors]).toEqual([true, []]);
    expect(results.map(({ target, warnings }) => [target, warnings])).toEqual([
      [DEMO, []],
      ['.', []],
    ]);
    const idle = results[0]?.steps.filter(({ checked }) => checked === 0);
    expect(idle).toEqual([]);
    expect(results[0]?.journal).toEqual({
      lines: lines(island.text(JOURNAL)).length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is not written to, and no lock is taken', async () => {
    await using island = await copyOf(place);
    island.remove('.lock');
    const before = island.files();
    await island.verify();
    expect(island.files()).toEqual(before);
  });

  it('is not changed by a repair', async () => {
    await using island = await copyOf(place);
    const before = island.files().map((path) => [path, path.startsWith('.lock/') || island.text(path)]);
    const { status, results } = await island.verify({ repair: true });
    expect([status, results.flatMap(({ repaired }) => repaired)]).toEqual([true, []]);
    const after = island.files().filter((path) => path !== '.lock/island.json');
    expect(after.map((path) => [path, path.startsWith('.lock/') || island.text(path)])).toEqual(before);
  });

  it('shows what goes beyond the specification, on request, and is still whole', async () => {
    await using island = await copyOf(place);
    const { status, errors, results } = await island.verify({ strict: true });
    expect([status, errors]).toEqual([true, []]);
    const notes = results.flatMap(({ warnings }) => warnings);
    expect(new Set(notes.map(({ code, severity }) => `${severity} ${code}`))).toEqual(
      new Set(['info VFY-025']),
    );
    expect(notes).toHaveLength(1);
    const entries = Object.keys(island.facts()).filter((path) => path.includes('_gradings/')).length;
    expect(Object.values(notes[0]?.args ?? {}).join()).toContain(`(${entries})`);
  });
});

describe('damage to files that are not derived', () => {
  it.each(Object.entries(FACTS))('%s', async (_, damage) => {
    await using island = await copyOf(place);
    const expected = damage(island);
    const { status, errors } = await island.verify();
    expect(status).toBe(false);
    const found = errors.map(({ code, where }) => `${code} ${where?.file}`);
    expect(found).toEqual(expect.arrayContaining(expected));
    const before = island.facts();
    const repaired = await island.verify({ repair: true });
    expect([repaired.status, island.facts()]).toEqual([false, before]);
  });
});

describe('leftovers of a killed command', () => {
  it.each(Object.entries(LEFT))('%s', async (_, leave) => {
    await using whole = await copyOf(place);
    await using island = await copyOf(place);
    const expected = leave(island);
    const { status, errors, results } = await island.verify();
    const warnings = results.flatMap((one) => one.warnings);
    expect([status, errors]).toEqual([true, []]);
    expect(warnings.map(({ code, where }) => `${code} ${where?.file}`)).toEqual(expected);
    for (const found of warnings) {
      expect(describeProblem(found).hint).toMatch(
        /"flowmcp grading verify (providers\/demo|--all) --repair"/,
      );
    }
    const repaired = await island.verify({ repair: true });
    expect([
      repaired.status,
      repaired.results.flatMap((one) => one.warnings.map(({ code }) => code)),
    ]).toEqual([true, []]);
    expect(island.facts()).toEqual(whole.facts());
    expect((await island.verify({ strict: true })).errors.map(({ code }) => code)).not.toContain('VFY-004');
  });
});

describe('a repair leaves in place', () => {
  it.each([
    ['a namespace in capitals', 'providers/Demo', 'VFY-131'],
    ['all namespaces', 'Providers', 'VFY-131'],
    ['a folder of a schema', `${DEMO}/alpha/Schema`, 'VFY-131'],
  ])('%s', async (_, folder, code) => {
    await using island = await copyOf(place);
    const file = `${folder}/kept.txt`;
    island.write(file, 'kept');
    for (const repair of [false, true]) {
      const { status, errors } = await island.verify({ repair });
      expect([status, errors.map((found) => `${found.code} ${found.where?.file}`)]).toEqual([
        false,
        expect.arrayContaining([`${code} ${folder}`]),
      ]);
      expect(island.text(file)).toBe('kept');
    }
  });

  it('a schema whose folder is a link: no file behind it is reported as gone, and the link stays', async () => {
    await using island = await copyOf(place);
    island.linkAway(`${DEMO}/alpha`);
    for (const repair of [false, true]) {
      const { status, errors } = await island.verify({ repair });
      expect([status, errors.map((found) => `${found.code} ${found.where?.file}`)]).toEqual([
        false,
        [`VFY-132 ${DEMO}/alpha`],
      ]);
    }
  });
});

describe('damage that can be repaired', () => {
  it.each(Object.entries(REPAIRABLE))('%s', async (_, damage) => {
    await using whole = await copyOf(place);
    await using island = await copyOf(place);
    const expected = damage(island);
    expect(await island.findings()).toEqual(expect.arrayContaining(expected));
    const { status, errors, results } = await island.verify({ repair: true });
    expect([status, errors]).toEqual([true, []]);
    expect(results.flatMap(({ repaired }) => repaired)).not.toEqual([]);
    expect(await island.findings()).toEqual([]);
    expect(island.facts()).toEqual(whole.facts());
    expect(island.text(COPY)).toBe(whole.text(COPY));
    const byClock = ({ updatedAt: _at, ...index }: Record<string, unknown>) => index;
    expect(byClock(JSON.parse(island.text(INDEX)))).toEqual(byClock(JSON.parse(whole.text(INDEX))));
  });
});
