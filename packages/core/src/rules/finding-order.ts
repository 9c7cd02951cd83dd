import { byCodeUnit } from '../values/code-unit-order.js';
import type { Finding } from './finding.js';

/** By place, then code, then what was found: findings stand in the order in which one reads the files. */
export function byPlace(a: Finding, b: Finding): number {
  return (
    byCodeUnit(a.where?.file ?? '', b.where?.file ?? '') ||
    (a.where?.line ?? 0) - (b.where?.line ?? 0) ||
    (a.where?.column ?? 0) - (b.where?.column ?? 0) ||
    byCodeUnit(a.code, b.code) ||
    byCodeUnit(JSON.stringify(a.args ?? {}), JSON.stringify(b.args ?? {}))
  );
}
