import { DEEP, emitArgs } from '../workload/workplace.js';
import { anyOf, type Operation } from './operation.js';

/** A run over everything: asks about every subject again. */
export const emit: Operation = {
  id: 'emit',
  title: 'emit, offline',
  targets: [{ what: 'clock', most: 2.5 }],
  prepare(workplace, size) {
    const island = workplace.wide(size);
    return {
      args: emitArgs(island, ['--all']),
      changes: island,
      reads: [{ root: island, names: anyOf('entries', 'snapshots', 'members', 'facts', 'index', 'journal') }],
      sync: true,
    };
  },
};

/** Hands in answers to every prompt of a run about one large namespace. */
export const consume: Operation = {
  id: 'consume',
  title: 'consume',
  targets: [{ what: 'clock', most: 1.8 }],
  prepare(workplace, size) {
    const { island, scores } = workplace.asked(size);
    return {
      args: ['grading', 'run', DEEP, '--consume-scores', scores, '--grading-data', island],
      changes: island,
      reads: [
        { root: island, names: anyOf('entries', 'members', 'facts', 'index', 'state', 'journal') },
        { root: scores, names: '' },
      ],
      sync: true,
    };
  },
};
