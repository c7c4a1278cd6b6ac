import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, type Ran } from '../crier.ts';
import { openSandboxPerTest } from './sandbox-per-test.ts';

/** For the tests of one file: runs commands in a folder and on a sandbox, both new for each test. */
export function createSandboxRunner(usual: Around = {}) {
  let sandbox: Sandbox;
  let folder: string;
  openSandboxPerTest((opened) => {
    sandbox = opened;
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crier-runner-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return {
    getSandbox: () => sandbox,
    /** Of the program, in that folder. */
    getStateFolder: () => join(folder, 'state'),
    /** @param line with `--sandbox` added, and split at spaces */
    run(line: string | readonly string[], around: Around = {}): Promise<Ran> {
      const words = typeof line === 'string' ? line.trim().split(/ +/) : line;
      const env = { CRIER_STATE_DIR: join(folder, 'state') };
      return crier([...words, '--sandbox'], { sandbox, folder, env, ...usual, ...around });
    },
    write: (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  };
}
