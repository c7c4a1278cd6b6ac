import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOCK_WAIT_MS } from '../../../src/sandbox/serve-sandbox.ts';
import { acquireLock, isLocked } from '../../../src/storage/exclusive-lock.ts';
import type { LockHolderSaid } from '../../support/processes/lock-holder.ts';

let folder: string;
let file: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-lock-'));
  file = join(folder, 'state', 'server.lock');
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(kill));
  rmSync(folder, { recursive: true });
});

const HOLDER = join(import.meta.dirname, '../../support/processes/lock-holder.ts');
/** Time for the word to reach all of them. */
const HEAD_START_MS = 50;

async function ready(): Promise<ChildProcess> {
  const child = fork(HOLDER, [file]);
  started.push(child);
  await once(child, 'message');
  return child;
}

async function tries(child: ChildProcess, moment = 0): Promise<boolean> {
  child.send(moment);
  const [said] = (await once(child, 'message')) as [LockHolderSaid]; // the program's own words
  return said === true;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('only one process holds it, and checking it does not take it', async () => {
  const child = await ready();
  expect(isLocked(file)).toBe(false);
  expect(await tries(child)).toBe(true);
  expect(isLocked(file)).toBe(true);
  expect(acquireLock(file, LOCK_WAIT_MS)).toBeNull();
  expect(isLocked(file)).toBe(true);
});

test('a process that is killed leaves nothing that blocks the next', async () => {
  const child = await ready();
  await tries(child);
  await kill(child);
  expect(isLocked(file)).toBe(false);
  const lock = acquireLock(file, LOCK_WAIT_MS);
  expect(lock).not.toBeNull();
  lock?.release();
  expect(isLocked(file)).toBe(false);
});

test('of eight that come at the same moment, exactly one gets it', async () => {
  const children = await Promise.all(Array.from({ length: 8 }, ready));
  const moment = Date.now() + HEAD_START_MS;
  const got = await Promise.all(children.map((child) => tries(child, moment)));
  expect(got.filter(Boolean)).toHaveLength(1);
});

test('the file is 0600 and its folder 0700', { tags: ['D9'] }, () => {
  acquireLock(file, LOCK_WAIT_MS)?.release();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
});

test('a link in its place is refused', { tags: ['C5'] }, () => {
  acquireLock(file, LOCK_WAIT_MS)?.release();
  const link = join(folder, 'state', 'link.lock');
  symlinkSync(file, link);
  expect(() => acquireLock(link, LOCK_WAIT_MS)).toThrow('is not a plain file');
});
