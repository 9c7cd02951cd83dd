import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '../measure/run-process.js';
import { exitsOf, type Size } from '../sizes.js';
import { writeIsland } from './island.js';
import { schemaMain, schemaText, writeProviders } from './schemas.js';
import { answerPrompts } from './scores.js';
import { writeServers } from './servers.js';

/** The single namespace of a deep island. */
export const DEEP = 'traders';

/** The files that operations work on; each part is made when first needed. */
export class Workplace {
  readonly root: string;
  /** The built command. */
  readonly command: string;
  /** Environment of every process: a home without settings. */
  readonly env: Readonly<Record<string, string>>;
  readonly now: Date;

  /** @param now time at which everything is made; it decides which answers are stale */
  constructor({ root, command, now }: { root: string; command: string; now: Date }) {
    this.root = root;
    this.command = command;
    this.now = now;
    const home = join(root, 'home');
    mkdirSync(home, { recursive: true });
    this.env = { HOME: home, USERPROFILE: home };
  }

  /** Runs the command outside any measurement. */
  run(args: readonly string[], exits?: readonly number[]): void {
    const scratch = this.#place('scratch');
    mkdirSync(scratch, { recursive: true });
    runProcess({
      args: [this.command, ...args],
      env: this.env,
      cwd: scratch,
      scratch,
      ...(exits && { exits }),
    });
  }

  /** Provider folders. */
  providers({ name, namespaces, schemasPerNamespace, toolsPerSchema, catalogue }: Size): string {
    if (catalogue !== undefined) return catalogue;
    return this.#make(`providers-${name}`, (folder) =>
      writeProviders(folder, {
        namespaces: namesOf(namespaces),
        schemas: schemasPerNamespace,
        tools: toolsPerSchema,
      }),
    );
  }

  /** An island with the imported provider folders, and nothing else. */
  imported(size: Size): string {
    return this.#make(`imported-${size.name}`, (folder) =>
      this.run(['grading', 'import', this.providers(size), '--grading-data', folder], exitsOf(size)),
    );
  }

  /** An island of many namespaces, graded where the size says so. */
  island(size: Size): string {
    return size.factor === null ? this.imported(size) : this.wide(size);
  }

  /** An island of many namespaces, graded. */
  wide({ name, namespaces, schemasPerNamespace, toolsPerSchema }: Size): string {
    return this.#make(`wide-${name}`, (folder) =>
      writeIsland(folder, {
        namespaces: namesOf(namespaces),
        schemas: schemasPerNamespace,
        tools: toolsPerSchema,
        now: this.now,
      }),
    );
  }

  /** An island of one large namespace, graded. */
  deep({ name, deepSchemas, toolsPerSchema }: Size): string {
    return this.#make(`deep-${name}`, (folder) =>
      writeIsland(folder, { namespaces: [DEEP], schemas: deepSchemas, tools: toolsPerSchema, now: this.now }),
    );
  }

  /** The deep island with an open run about everything, and a scores file that answers it. */
  asked(size: Size): { island: string; scores: string } {
    const island = this.#make(`asked-${size.name}`, (folder) => {
      cpSync(this.deep(size), folder, { recursive: true });
      this.run(emitArgs(folder, [DEEP]));
    });
    const scores = this.#make(`scores-${size.name}.json`, (file) =>
      writeFileSync(file, answerPrompts(join(island, 'providers', DEEP, 'prompts.json'))),
    );
    return { island, scores };
  }

  /** Schemas for `grade`, ten per folder. */
  protocolSchemas({ name, protocolSchemas, toolsPerSchema }: Size): string {
    return this.#make(`grade-${name}`, (folder) =>
      writeProviders(folder, {
        namespaces: namesOf(Math.ceil(protocolSchemas / 10)),
        schemas: Math.min(10, protocolSchemas),
        tools: toolsPerSchema,
      }),
    );
  }

  /** One schema file. */
  schemaFile(): string {
    return this.#make('market0.mjs', (file) => writeFileSync(file, schemaText(schemaMain(DEEP, 0, 2))));
  }

  /** Saved MCP servers. */
  servers({ name, servers }: Size): string {
    return this.#make(`servers-${name}`, (folder) => writeServers(folder, servers));
  }

  #make(name: string, make: (path: string) => void): string {
    const path = this.#place(name);
    if (!existsSync(path)) make(path);
    return path;
  }

  #place(name: string): string {
    return join(this.root, name);
  }
}

export function namesOf(namespaces: number): string[] {
  return Array.from({ length: namespaces }, (_, at) => `${DEEP}${at}`);
}

export function emitArgs(island: string, targets: readonly string[]): string[] {
  return [
    ...['grading', 'run', ...targets, '--emit-prompts', '--offline', '--scope', 'all'],
    ...['--on-conflict', 'overwrite', '--grading-data', island],
  ];
}
