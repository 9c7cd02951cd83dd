// The list of a provider's reference: its own before those of earlier versions, now and at any earlier time.
import { describe, expect, it } from 'vitest';
import type { ListSnapshot } from '../../../src/spec/shared-list.js';
import { createProviderLists, hashesOf } from '../../../src/target/logic/provider-lists.js';

const REFERENCE = { ref: 'chains', version: '1.0.0' };

function list(second: number, hash: string, version = '1.0.0'): ListSnapshot {
  return {
    name: 'chains',
    version,
    entries: [{ alias: hash }],
    timestamp: `2026-03-01T00-00-0${second}Z`,
    hash,
    file: `chains--${second}.json`,
  };
}

function listsOf(own: readonly ListSnapshot[] | null, earlier: readonly ListSnapshot[] = []) {
  return createProviderLists(
    (name) => (name === 'chains' ? own : []),
    (name) => (name === 'chains' ? earlier : []),
  );
}

const hashNow = (lists: ReturnType<typeof listsOf>) => hashesOf(lists.resolve([REFERENCE]));
const changedAt = (lists: ReturnType<typeof listsOf>, second: number) =>
  lists.changedSince([REFERENCE], `2026-03-01T00-00-0${second}Z`);

describe('the current list', () => {
  it('is the newest own one of that version', () => {
    const lists = listsOf(
      [list(1, 'aaaaaaaa'), list(2, 'bbbbbbbb'), list(3, 'cccccccc', '2.0.0')],
      [list(0, 'old')],
    );
    expect(hashNow(lists)).toEqual({ 'chains@1.0.0': 'bbbbbbbb' });
    expect(lists.filesFor([REFERENCE]).map(({ hash }) => hash)).toEqual([
      'cccccccc',
      'bbbbbbbb',
      'aaaaaaaa',
      'old',
    ]);
  });

  it('is that of earlier versions without an own one, and otherwise missing', () => {
    expect(hashNow(listsOf([list(1, 'cccccccc', '2.0.0')], [list(0, 'old1'), list(1, 'old2')]))).toEqual({
      'chains@1.0.0': 'old2',
    });
    expect(hashNow(listsOf([]))).toBeUndefined();
  });

  it('is missing if the own one cannot be read, although there is an earlier one', () => {
    const lists = listsOf(null, [list(0, 'old')]);
    expect([hashNow(lists), lists.filesFor([REFERENCE])]).toEqual([undefined, []]);
    expect(lists.areCurrent({ 'chains@1.0.0': 'old' })).toBe(false);
  });

  it('is compared with the stored hash, also for names with @', () => {
    const lists = createProviderLists(
      (name) => (name === 'a@b' ? [{ ...list(1, 'aaaaaaaa'), name }] : []),
      () => [],
    );
    expect(lists.areCurrent({ 'a@b@1.0.0': 'aaaaaaaa' })).toBe(true);
    expect(lists.areCurrent({ 'a@b@1.0.0': 'bbbbbbbb' })).toBe(false);
  });
});

describe('at an earlier time', () => {
  it('results with another list are outdated, but not from the second of the change on', () => {
    const lists = listsOf([list(1, 'aaaaaaaa'), list(4, 'bbbbbbbb')]);
    expect([changedAt(lists, 3), changedAt(lists, 4), changedAt(lists, 5)]).toEqual(['chains', null, null]);
  });

  it('content that returns makes results with it current again', () => {
    const lists = listsOf([list(1, 'aaaaaaaa'), list(4, 'bbbbbbbb'), list(6, 'aaaaaaaa')]);
    expect([changedAt(lists, 2), changedAt(lists, 5), changedAt(lists, 6)]).toEqual([null, 'chains', null]);
  });

  it('the list before the first own one was that of earlier versions, or else the first one', () => {
    expect(changedAt(listsOf([list(4, 'bbbbbbbb')], [list(0, 'aaaaaaaa')]), 2)).toBe('chains');
    expect(changedAt(listsOf([list(4, 'bbbbbbbb')], [list(0, 'bbbbbbbb')]), 2)).toBeNull();
    expect(changedAt(listsOf([list(4, 'bbbbbbbb')]), 2)).toBeNull();
  });

  it('lists of earlier versions never count as a change', () => {
    expect(changedAt(listsOf([], [list(1, 'aaaaaaaa'), list(4, 'bbbbbbbb')]), 2)).toBeNull();
  });
});

it('a run differs by the lists that its provider brought, not by copies of those it used', () => {
  expect(listsOf([list(1, 'aaaaaaaa'), list(2, 'bbbbbbbb')]).broughtBy(['chains'])).toEqual({
    'chains@1.0.0': 'bbbbbbbb',
  });
  expect(listsOf([list(1, 'aaaaaaaa')], [list(0, 'aaaaaaaa')]).broughtBy(['chains'])).toEqual({});
});
