// The next step of a state, as the tool that takes it.
import { propose } from '@flowmcp/grading-core/features/state/next-action';
import { describe, expect, it } from 'vitest';
import { sayNext } from '../../src/mcp/shapes.js';

const IMPORT = { stage: 'import', target: 'defillama' } as const;
const EMIT = { stage: 'emit', target: 'providers/defillama' } as const;
const { target } = EMIT;

describe('the next step', () => {
  it.each([
    [IMPORT, { tool: 'import_sources' }],
    [EMIT, { tool: 'emit_prompts', target }],
    [{ ...EMIT, words: ['--with-keys'] }, { tool: null }],
    [
      { stage: 'answer', target },
      { tool: 'next_prompt', target },
    ],
    [
      { stage: 'hand-in', target, words: ['/s.json'] },
      { tool: 'hand_in', target },
    ],
    [{ stage: 'rebuild', target }, { tool: null }],
    [{ stage: 'export', target }, { tool: null }],
  ] as const)('%j is taken by %j', (step, taken) => {
    expect(sayNext(propose(step, 'why'))).toEqual({ ...taken, why: 'why' });
  });

  it('names another tool where it may be right instead, and no command', () => {
    const again = propose(EMIT, 'to test it again');
    expect(sayNext(propose(IMPORT, 'fix it', again)).why).toBe('fix it. Or emit_prompts, to test it again.');
    const all = propose({ ...EMIT, words: ['--scope', 'all'] }, 'to ask again');
    expect(sayNext(propose(IMPORT, 'fix it', all)).why).toBe('fix it');
  });

  it.each([
    ['words', 'word '.repeat(10_000), /^(word )+… \(48001 more characters\)$/],
    ['one word', 'x'.repeat(50_000), /^x{2000} … \(48000 more characters\)$/],
  ])('shortens a reason of too many %s', (_, why, shown) => {
    expect(sayNext(propose(EMIT, why)).why).toMatch(shown);
  });
});
