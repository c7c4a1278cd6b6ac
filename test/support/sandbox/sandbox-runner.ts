import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox, type Ran } from '../crier.ts';
import { quickFolder } from '../quick-folder.ts';
import { openSandboxPerTest } from './sandbox-per-test.ts';

/** For the tests of one file: runs commands in a folder and on a sandbox, both new for each test. */
export function createSandboxRunner(usual: Around = {}) {
  let sandbox: Sandbox;
  let folder: string;
  openSandboxPerTest((opened) => {
    sandbox = opened;
  });
  beforeEach(() => {
    folder = quickFolder('runner');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return {
    getSandbox: () => sandbox,
    /** Of the program, in that folder. */
    getStateFolder: () => join(folder, 'state'),
    /** @param line with `--sandbox` added, and split at spaces */
    run(line: string | readonly string[], around: Around = {}): Promise<Ran> {
      const env = { CRIER_STATE_DIR: join(folder, 'state') };
      return crier([...toWords(line), '--sandbox'], { sandbox, folder, env, ...usual, ...around });
    },
    write: (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  };
}

/** A run whose document a test looks into. */
interface DocumentRun extends Ran {
  // biome-ignore lint/suspicious/noExplicitAny: documents are read without a schema, field by field
  readonly json: any;
}

/** The same on one sandbox for all tests of a file, without a folder. */
export function createSharedRunner() {
  let opened: Sandbox;
  beforeAll(async () => {
    opened = await openTestSandbox();
  });
  afterAll(() => opened.close());
  return (line: string | readonly string[], around: Around = {}): Promise<DocumentRun> => {
    return crier([...toWords(line), '--sandbox'], { sandbox: { ...opened, close: () => {} }, ...around });
  };
}

function toWords(line: string | readonly string[]): readonly string[] {
  return typeof line === 'string' ? line.trim().split(/ +/) : line;
}
