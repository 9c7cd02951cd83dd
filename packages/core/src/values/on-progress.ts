/**
 * Reports progress: `done` of `total` targets, and what comes next. Within a target, `part` counts the tests or files that
 * are done; it is absent before the first. A callback that throws ends the work there.
 */
export type OnProgress = (
  done: number,
  total: number,
  what: string,
  part?: { readonly done: number; readonly total: number },
) => void;
