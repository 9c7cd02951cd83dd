import { describe, expect, it } from 'vitest';
import { sayNext } from '../../src/mcp/shapes.js';

// The next step of a state, as the tool that takes it; what needs a flag of the server's start is for a person.
describe('the next step', () => {
  it.each([
    ['flowmcp grading import <provider folder>', false, 'import_sources'],
    ['flowmcp grading emit defillama', false, 'emit_prompts'],
    ['flowmcp grading emit defillama --with-keys', false, null],
    ['flowmcp grading hand-in defillama scores.json', true, 'next_prompt'],
    ['flowmcp grading hand-in defillama scores.json', false, 'hand_in'],
    ['flowmcp grading export defillama', true, null],
  ])('%s is taken (prompts: %s) by %s', (command, hasPrompts, tool) => {
    expect(sayNext({ command, why: 'why' }, hasPrompts)).toEqual({ tool, why: 'why' });
  });

  it.each([
    ['words', 'word '.repeat(10_000), /^(word )+… \(48001 more characters\)$/],
    ['one word', 'x'.repeat(50_000), /^x{2000} … \(48000 more characters\)$/],
  ])('shortens a reason of too many %s', (_, why, shown) => {
    expect(sayNext({ command: 'x', why }, false).why).toMatch(shown);
  });
});
