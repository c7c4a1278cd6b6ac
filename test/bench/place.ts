import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from './measure.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

/** A folder to measure in, with the program as npm installs it, and nothing of this machine's environment. */
export interface BenchPlace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The program with these words. */
  crier(words: readonly string[], env?: Program['env']): Program;
  /** Bare node with these words. */
  node(words: readonly string[]): Program;
  remove(): void;
}

/** Of the environment only the search path stays: `NODE_EXTRA_CA_CERTS` makes a start three times as long. */
export function openPlace(): BenchPlace {
  const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(ROOT, part), join(folder, 'crier', part), { recursive: true });
  const node = (words: readonly string[]): Program => ({ file: process.execPath, words });
  return {
    folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    crier: (words, env = {}) => ({ ...node([join(folder, 'crier', 'bin', 'crier.js'), ...words]), env }),
    node,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
