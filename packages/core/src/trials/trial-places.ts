import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Folder, type Island } from '../island/island.js';
import { listTrials } from '../island/list-namespace.js';
import { formatTrialName, isDeviceName, nextTimestamp, timestampOfIso } from '../island/logic/names.js';
import { byCodeUnit } from '../values/code-unit-order.js';
import type { TrialHeader } from './logic/trial-lines.js';
import { type KeptAt, readIfThere } from './trial-file.js';

/** A folder of trials. */
export type TrialPlace =
  | { readonly kind: 'island'; readonly island: Island; readonly folder: string }
  /** The current folder, where names begin with the target. */
  | { readonly kind: 'here'; readonly slug: string };

/** Files for a trial: the newest ones of its plan, and a new one. */
export interface TrialFiles {
  readonly open: KeptAt | null;
  readonly whole: KeptAt | null;
  readonly fresh: KeptAt;
}

/**
 * Finds the files of a plan in a folder.
 *
 * @throws GradingError TRI-009 for one that cannot be read
 */
export function findTrialFiles(place: TrialPlace, { plan, startedAt }: TrialHeader): TrialFiles {
  const { files, fresh } =
    place.kind === 'island' ? inIsland(place, plan, startedAt) : here(place, plan, startedAt);
  const known = files.map((one) => ({ one, isWhole: readIfThere(one.file)?.trial.isWhole ?? null }));
  const newest = (wanted: boolean) => known.findLast(({ isWhole }) => isWhole === wanted)?.one ?? null;
  return { open: newest(false), whole: newest(true), fresh };
}

function inIsland(
  { island, folder }: Extract<TrialPlace, { kind: 'island' }>,
  plan: string,
  startedAt: string,
) {
  const trials = listTrials(island, folder);
  const keptAt = (name: string): KeptAt => {
    const path = `${folder}/${name}`;
    return { file: island.absolute(path), folder: island, path };
  };
  const timestamp = nextTimestamp(
    new Date(startedAt),
    trials.map((trial) => trial.timestamp),
  );
  return {
    files: trials.filter((trial) => trial.plan === plan).map(({ file }) => keptAt(file)),
    fresh: keptAt(formatTrialName({ timestamp, plan })),
  };
}

function here({ slug }: Extract<TrialPlace, { kind: 'here' }>, plan: string, startedAt: string) {
  const isOwn = (name: string) => name.startsWith(`${slug}--`) && name.endsWith(`--${plan}.jsonl`);
  const files = readdirSync('.').filter(isOwn).sort(byCodeUnit);
  return {
    files: files.map(keptIn),
    fresh: keptIn(`${slug}--${timestampOfIso(startedAt)}--${plan}.jsonl`),
  };
}

/** A file that the user names, or that lies in the current folder. */
export function keptIn(file: string): KeptAt {
  return { file, folder: new Folder(dirname(file)), path: basename(file) };
}

const LONGEST_SLUG = 40;

/** The name of a target, as part of a file name. Of a path, its last part. */
export function slugOf(target: string): string {
  const name = /\.(?:mjs|json)$/.test(target)
    ? basename(target).replace(/\.\w+$/, '')
    : target.split('/').filter(Boolean).at(-1);
  const slug = (name ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, '');
  return slug === '' || isDeviceName(slug) ? `server${slug && `-${slug}`}` : slug;
}
