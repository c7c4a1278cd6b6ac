import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_COMMANDS, expectGoodRun, runBuiltExamples } from '../support/processes/built-examples.ts';
import { forkRunner } from '../support/processes/kept-program.ts';
import type { BuiltRun } from '../support/processes/run-built.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let base: string;
let runs: ReadonlyMap<string, BuiltRun>;
beforeAll(async () => {
  expect(spawnSync(process.execPath, [join(ROOT, 'scripts', 'prepare.cjs')]).status).toBe(0);
  base = mkdtempSync(join(tmpdir(), 'crier-built-'));
  const installed = join(base, 'installed');
  mkdirSync(installed);
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(ROOT, part), join(installed, part), { recursive: true });
  const file = join(installed, 'bin', 'crier.js');
  runs = await runBuiltExamples(
    {
      command: [process.execPath, join(base, 'path', 'crier')],
      file,
      startRunner: () => forkRunner(join(installed, 'dist', 'main.cjs')),
    },
    base,
  );
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('the built program runs the first example of', () => {
  test.each(BUILT_COMMANDS)('$name', ({ name }) => expectGoodRun(name, runs.get(name)));
});
