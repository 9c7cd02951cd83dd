import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What survives on a disk, in addition to what a program sees of it. */
interface FileNode {
  live: Buffer;
  /** null: nothing was flushed. */
  kept: Buffer | null;
}
interface FolderNode {
  live: Map<string, Node>;
  kept: Map<string, Node>;
}
type Node = FileNode | FolderNode;

/** From 0 to below 1: whether something that was not flushed survives all the same. 0 means never. */
export type Chance = () => number;

/**
 * A folder on a disk that keeps what was flushed, and a random part of the rest. The bytes of a file and its names are
 * flushed separately, and unflushed changes may survive in any order.
 */
export class PowerModel {
  readonly #root: string;
  readonly #tree: FolderNode;

  /** Makes everything that is there now permanent. */
  constructor(root: string) {
    this.#root = root;
    this.#tree = load(root);
  }

  makeFolder(path: string): void {
    this.#folder(dirname(path)).live.set(basename(path), { live: new Map(), kept: new Map() });
  }

  write(path: string, bytes: Uint8Array): void {
    this.#folder(dirname(path)).live.set(basename(path), { live: Buffer.from(bytes), kept: null });
  }

  append(path: string, bytes: Uint8Array): void {
    const file = this.#folder(dirname(path)).live.get(basename(path));
    if (!file) this.write(path, bytes);
    else if (isFile(file)) file.live = Buffer.concat([file.live, bytes]);
  }

  link(from: string, to: string): void {
    const node = this.#find(from);
    this.#folder(dirname(to)).live.set(basename(to), node);
  }

  remove(path: string): void {
    this.#folder(dirname(path)).live.delete(basename(path));
  }

  move(from: string, to: string): void {
    this.link(from, to);
    this.remove(from);
  }

  sync(path: string): void {
    const node = this.#find(path);
    if (isFile(node)) node.kept = node.live;
    else node.kept = new Map(node.live);
  }

  /** The power fails: resets the folder to what survives on the disk. */
  fail(chance: Chance): void {
    rmSync(this.#root, { recursive: true, force: true });
    restore(this.#tree, this.#root, chance);
  }

  #folder(path: string): FolderNode {
    const node = this.#find(path);
    if (isFile(node)) throw new Error(`${path} is a file`);
    return node;
  }

  #find(path: string): Node {
    let node: Node = this.#tree;
    for (const name of path.slice(this.#root.length).split('/').filter(Boolean)) {
      const below: Node | undefined = isFile(node) ? undefined : node.live.get(name);
      if (!below) throw new Error(`${path} is not there`);
      node = below;
    }
    return node;
  }
}

function isFile(node: Node): node is FileNode {
  return Buffer.isBuffer(node.live);
}

function load(folder: string): FolderNode {
  const items = readdirSync(folder).map((name): [string, Node] => {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) return [name, load(path)];
    const bytes = readFileSync(path);
    return [name, { live: bytes, kept: bytes }];
  });
  return { live: new Map(items), kept: new Map(items) };
}

function restore(node: Node, path: string, chance: Chance): void {
  if (isFile(node)) {
    writeFileSync(path, survivingBytes(node, chance), { mode: 0o600 });
    return;
  }
  mkdirSync(path, { mode: 0o700 });
  for (const name of new Set([...node.kept.keys(), ...node.live.keys()])) {
    const [kept, live] = [node.kept.get(name), node.live.get(name)];
    const survivor = kept === live || chance() < 0.5 ? kept : live;
    if (survivor) restore(survivor, join(path, name), chance);
  }
}

function survivingBytes({ live, kept }: FileNode, chance: Chance): Buffer {
  const sure = kept ?? Buffer.alloc(0);
  if (live === kept) return sure;
  const luck = chance();
  if (luck < 1 / 3) return sure;
  return luck < 2 / 3 ? live.subarray(0, Math.max(sure.length, Math.floor(live.length / 2))) : live;
}
