import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitStatus } from '../../../../support/processes/exit-status.ts';
import { BIN, SHARED_CACHE } from '../../../../support/processes/installed-program.ts';

const LOOK_EVERY_MS = 1;
const LONGEST_MS = 60_000;
const PEOPLE = 400;
const FILE = 'activity.ndjson';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-archived-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function start(...words: readonly string[]) {
  const env = {
    HOME: home,
    ...SHARED_CACHE,
    PATH: process.env['PATH'] ?? '',
    CRIER_CONFIG_DIR: join(home, 'settings'),
  };
  const line = [BIN, ...words, '--sandbox', '-q'];
  const child = spawn(process.execPath, line, { cwd: home, env, stdio: 'ignore' });
  const end = new Promise<number>((resolve) => {
    child.once('close', (code, signal) => resolve(exitStatus(code, signal)));
  });
  return { child, end };
}
const startArchiving = (file = FILE) => start('automations', 'activity', '--archive', file);
const runWords = (line: string) => start(...line.split(' ')).end;

function sizeOf(file: string): number {
  return statSync(join(home, file), { throwIfNoEntry: false })?.size ?? 0;
}

/** Waits until something was added. @param end of the process */
async function waitForGrowth(size: number, end: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void end.then(() => {
    hasEnded = true;
  });
  for (let waited = 0; waited < LONGEST_MS && !hasEnded && sizeOf(FILE) <= size; waited += LOOK_EVERY_MS)
    await sleep(LOOK_EVERY_MS);
}

/** The ids in an archive. @throws when it is damaged */
function readIds(file = FILE): readonly string[] {
  const lines = readFileSync(join(home, file), 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => (JSON.parse(line) as { id: string }).id);
}

/** Rows of a crowd: half of them wait for the hourly limit of DMs. */
async function engageCrowd(): Promise<void> {
  expect(await runWords(`sandbox engage comment --from mara --text GUIDE --count ${PEOPLE} --run`)).toBe(0);
}

test('processes that archive at once, and some that are killed meanwhile, leave each row once', async () => {
  expect(await startArchiving('demo.ndjson').end).toBe(0);
  const all = readIds('demo.ndjson').length + PEOPLE;
  await engageCrowd();
  expect(await startArchiving('first.ndjson').end).toBe(0);
  const finished = readIds('first.ndjson');
  expect(finished.length).toBeGreaterThan(0);
  expect(finished.length).toBeLessThan(all);
  for (let round = 0; round < 5; round += 1) {
    const { child, end } = startArchiving();
    await waitForGrowth(sizeOf(FILE), end);
    child.kill('SIGKILL');
    await end;
  }
  const others = [startArchiving(), startArchiving(), startArchiving()];
  for (const { end } of others) expect(await end).toBe(0);
  expect(readIds().toSorted()).toEqual(finished.toSorted());
  expect(await runWords('sandbox clock advance 3h')).toBe(0);
  const killed = startArchiving();
  await waitForGrowth(sizeOf(FILE), killed.end);
  killed.child.kill('SIGKILL');
  await killed.end;
  expect(await startArchiving().end).toBe(0);
  const ids = readIds();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(all);
});
