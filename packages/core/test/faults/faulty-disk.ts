import { type Disk, nodeDisk } from '../../src/island/disk.js';
import type { PowerModel } from './power-model.js';

export const FAULTS = [
  /** One step fails. */
  'EIO',
  /** From this step on, the disk is full. */
  'ENOSPC',
  /** The process ends before this step. */
  'stop',
  /** The process ends after half of the bytes are written. */
  'tear',
  /** The power fails before this step; everything that was not flushed is lost. */
  'power',
  /** The same, but a random part of what was not flushed survives. */
  'power, any order',
] as const;
export type Fault = (typeof FAULTS)[number];

class DiskFailure extends Error {
  readonly code: string;

  constructor(code: string, step: string) {
    super(`${code} at ${step}`);
    this.code = code;
  }
}

/** The process has ended: no code may catch this, and nothing after it reaches the disk. */
export class Stopped extends Error {}

/** The disk, with a fault at the k-th step that changes something. */
export class FaultyDisk implements Disk {
  /** The steps taken, in order. */
  readonly steps: string[] = [];
  /** Whether that step exists and can fail in this way. */
  happened = false;
  readonly #at: number;
  readonly #fault: Fault;
  readonly #model: PowerModel | null;
  #gone = false;
  #full = false;

  constructor(at: number, fault: Fault, model: PowerModel | null) {
    this.#at = at;
    this.#fault = fault;
    this.#model = model;
  }

  read(path: string) {
    this.#refuseWhenGone();
    return nodeDisk.read(path);
  }

  kind(path: string) {
    this.#refuseWhenGone();
    return nodeDisk.kind(path);
  }

  list(path: string) {
    this.#refuseWhenGone();
    return nodeDisk.list(path);
  }

  makeFolder(path: string): boolean {
    // Creating an existing folder changes nothing.
    if (nodeDisk.kind(path) !== null) return nodeDisk.makeFolder(path);
    return this.#step(`make ${path}`, { takesRoom: true }, () => {
      const isNew = nodeDisk.makeFolder(path);
      this.#model?.makeFolder(path);
      return isNew;
    });
  }

  write(path: string, bytes: Uint8Array): void {
    const write = (part: Uint8Array) => {
      nodeDisk.write(path, part);
      this.#model?.write(path, part);
    };
    this.#step(`write ${path}`, { takesRoom: true, tear: () => write(half(bytes)) }, () => write(bytes));
  }

  append(path: string, bytes: Uint8Array): void {
    const append = (part: Uint8Array) => {
      nodeDisk.append(path, part);
      this.#model?.append(path, part);
    };
    this.#step(`append ${path}`, { takesRoom: true, tear: () => append(half(bytes)) }, () => append(bytes));
  }

  /** Without power loss, flushing would only take time. */
  sync(path: string): void {
    this.#step(`sync ${path}`, {}, () => this.#model?.sync(path));
  }

  link(from: string, to: string): boolean {
    return this.#step(`link ${to}`, { takesRoom: true }, () => {
      const isNew = nodeDisk.link(from, to);
      if (isNew) this.#model?.link(from, to);
      return isNew;
    });
  }

  remove(path: string): void {
    this.#step(`remove ${path}`, {}, () => {
      nodeDisk.remove(path);
      this.#model?.remove(path);
    });
  }

  move(from: string, to: string): void {
    this.#step(`move ${to}`, {}, () => {
      nodeDisk.move(from, to);
      this.#model?.move(from, to);
    });
  }

  replace(from: string, to: string): void {
    this.#step(`replace ${to}`, {}, () => {
      nodeDisk.replace(from, to);
      this.#model?.move(from, to);
    });
  }

  removeFolder(path: string): void {
    if (nodeDisk.kind(path) === null) return;
    this.#step(`remove ${path}`, {}, () => {
      nodeDisk.removeFolder(path);
      this.#model?.remove(path);
    });
  }

  #step<T>(
    step: string,
    { takesRoom = false, tear }: { takesRoom?: boolean; tear?: () => void },
    act: () => T,
  ): T {
    this.#refuseWhenGone();
    this.steps.push(step);
    if (this.#full && takesRoom) throw new DiskFailure('ENOSPC', step);
    if (this.steps.length === this.#at) this.#goWrong(step, takesRoom, tear);
    return act();
  }

  #goWrong(step: string, takesRoom: boolean, tear: (() => void) | undefined): void {
    if (this.#fault === 'tear' && !tear) return;
    if (this.#fault === 'ENOSPC' && !takesRoom) return;
    this.happened = true;
    if (this.#fault === 'EIO') throw new DiskFailure('EIO', step);
    if (this.#fault === 'ENOSPC') {
      // Write what fits before refusing the rest.
      tear?.();
      this.#full = true;
      throw new DiskFailure('ENOSPC', step);
    }
    if (this.#fault === 'tear') tear?.();
    this.#gone = true;
    throw new Stopped(step);
  }

  #refuseWhenGone(): void {
    if (this.#gone) throw new Stopped('the process is gone');
  }
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
