// Keys of the review page: what each asks for, and which are left to the browser or to a field.
import { expect, it } from 'vitest';
import { asCommand, type KeyCommand, type PressedKey } from '../../../src/review/page/keys.js';

const QUESTION = { isText: false, isQuestion: true };
const FIELD = { isText: true, isQuestion: true };
const NOWHERE = { isText: false, isQuestion: false };

const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  isCommand: false,
  isAlt: false,
  isShift: false,
  isAltGraph: false,
  ...more,
});

it.each<[PressedKey, typeof QUESTION, KeyCommand | null]>([
  [press('1'), QUESTION, { what: 'score', score: 1 }],
  [press('5'), QUESTION, { what: 'score', score: 5 }],
  [press('0'), QUESTION, null],
  [press('6'), QUESTION, null],
  [press('+', { isShift: true }), QUESTION, { what: 'step', by: 0.5 }],
  [press('-'), QUESTION, { what: 'step', by: -0.5 }],
  [press('p'), QUESTION, { what: 'score', score: 'pass' }],
  [press('f'), QUESTION, { what: 'score', score: 'fail' }],
  [press('n'), QUESTION, { what: 'score', score: 'n/a' }],
  [press('r'), QUESTION, { what: 'reason' }],
  [press('j'), NOWHERE, { what: 'question', by: 1 }],
  [press('ArrowDown'), QUESTION, { what: 'question', by: 1 }],
  // Scrolls.
  [press('ArrowDown'), NOWHERE, null],
  [press('ArrowUp'), FIELD, null],
  [press(']'), NOWHERE, { what: 'prompt', by: 1 }],
  // AltGr+8 of a German keyboard.
  [press('[', { isCommand: true, isAlt: true, isAltGraph: true }), QUESTION, { what: 'prompt', by: -1 }],
  [press('?', { isShift: true }), NOWHERE, { what: 'help' }],
  // In a field, letters are text.
  [press('4'), FIELD, null],
  [press('r'), FIELD, null],
  [press('?', { isShift: true }), FIELD, null],
  [press('[', { isCommand: true, isAlt: true, isAltGraph: true }), FIELD, null],
  [press('Escape'), FIELD, { what: 'leave' }],
  [press('Enter', { isCommand: true }), FIELD, { what: 'check' }],
  [press('Enter'), FIELD, null],
  [press('z', { isCommand: true }), FIELD, { what: 'undo' }],
  [press('z', { isCommand: true }), NOWHERE, { what: 'undo' }],
  // The browser's own.
  [press('Z', { isCommand: true, isShift: true }), QUESTION, null],
  [press('r', { isCommand: true }), QUESTION, null],
  [press('p', { isCommand: true }), QUESTION, null],
  [press('1', { isAlt: true }), QUESTION, null],
  [press('toString'), QUESTION, null],
])('%j in %j: %j', (key, focus, command) => {
  expect(asCommand(key, focus)).toEqual(command);
});
