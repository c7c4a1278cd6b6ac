import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { createSeededNumbers } from '../../../src/sandbox/demo/crowd.ts';
import { eventually } from '../../support/eventually.ts';
import { type NotingTarget, startNotingTarget } from '../../support/postgres/machines.ts';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { openReceiver } from '../../support/receiver/receiver.ts';
import { startReceiver } from '../../support/receiver/started-receiver.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const KILLS = scaled(8, 100);
/** Deliveries between two kills, of which a third repeat an earlier one. */
const BETWEEN = 60;

let home: string;
let target: NotingTarget;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-receiver-'));
  target = await startNotingTarget();
});
afterEach(async () => {
  await target.close();
  rmSync(home, { recursive: true, force: true });
});

const start = (url = target.url) => startReceiver(home, ['--forward', url]);

/** @returns whether it was answered with 200 */
async function post(url: string, hookId: string): Promise<boolean> {
  try {
    const body = JSON.stringify({ action: 'feed', hookId });
    const answer = await fetch(url, { method: 'POST', body, headers: { connection: 'close' } });
    return answer.status === 200;
  } catch {
    return false; // killed
  }
}

test('kills lose nothing that was answered, and no repetition is unmarked', {
  tags: ['T11', 'L4', 'HOOK-12'],
}, async () => {
  const seed = testSeed();
  const random = createSeededNumbers(seed);
  const answered = new Set<string>();
  let sent = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, url, ended } = await start();
    const dies = random(BETWEEN);
    const posts = Array.from({ length: BETWEEN }, (_, at) => {
      const isRepetition = sent > 0 && random(3) === 0;
      const hookId = `h${isRepetition ? random(sent) : sent++}`;
      return { hookId, at };
    });
    await Promise.all(
      posts.map(async ({ hookId, at }) => {
        if (at === dies) setImmediate(() => child.kill('SIGKILL'));
        if (await post(url, hookId)) answered.add(hookId);
      }),
    );
    child.kill('SIGKILL');
    await ended;
  }
  const { child, ended } = await start();
  await eventually(() => expect([...answered].filter((hookId) => !target.got.has(hookId))).toEqual([]));
  const inbox = openSqliteInbox(join(home, 'receiver', 'inbox.db'));
  await eventually(async () => expect((await inbox.count({})).deliveries.waiting).toBe(0));
  await inbox.close();
  child.kill('SIGINT');
  expect((await ended).stderr).toContain('received 0 new');
  // each attempt has its own number, so that a repetition is never taken for the first one
  const unmarked = [...target.got].filter(([, attempts]) => new Set(attempts).size !== attempts.length);
  expect({ seed, unmarked }).toEqual({ seed, unmarked: [] });
  expect(answered.size).toBeGreaterThan(0);
});

test('answers do not wait for a target that hangs, and Ctrl-C twice ends at once', {
  tags: ['T11', 'L6'],
}, async () => {
  const hanging = await openReceiver(() => 'hang');
  const { child, url, ended } = await start(hanging.url);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => post(url, `h${at}`)));
  expect(new Set(answers)).toEqual(new Set([true]));
  child.kill('SIGINT');
  await eventually(async () => {
    child.kill('SIGINT');
    expect(child.exitCode ?? child.signalCode).not.toBeNull();
  });
  await ended;
  const inbox = openSqliteInbox(join(home, 'receiver', 'inbox.db'));
  expect((await inbox.count({})).deliveries).toMatchObject({ waiting: 50, dead: 0 });
  await inbox.close();
  await hanging.close();
});

/** The receivers that `hooks store status` shows. */
function listReceivers(): readonly { readonly pid: number; readonly isRunning: boolean }[] {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ...SHARED_CACHE,
    CRIER_STATE_DIR: home,
    CRIER_CONFIG_DIR: home,
  };
  const words = [BIN, 'hooks', 'store', 'status', '--json', '--jq', '.processes'];
  return JSON.parse(execFileSync(process.execPath, words, { env, encoding: 'utf8' })) as ReturnType<
    typeof listReceivers
  >; // a member of the document
}

test('hooks store status shows that a receiver was killed, also one whose parent does not ask for its end', {
  tags: ['T11'],
}, async () => {
  const { child, ended } = await start();
  expect(listReceivers()).toMatchObject([{ pid: child.pid, isRunning: true }]);
  child.kill('SIGKILL');
  await ended;
  expect(listReceivers()).toMatchObject([{ pid: child.pid, isRunning: false }]);

  const words = [process.execPath, BIN, 'hooks', 'listen', '--unsigned', '--no-catch-up', '--port', '0'];
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ...SHARED_CACHE,
    CRIER_STATE_DIR: home,
    CRIER_CONFIG_DIR: home,
  };
  // sleep becomes the parent, as a process 1 that reaps nothing
  const parent = spawn('/bin/sh', ['-c', '"$@" & exec sleep 600', 'sh', ...words], { env, stdio: 'ignore' });
  const zombie = await eventually(() => {
    const found = listReceivers().find(({ isRunning }) => isRunning);
    expect(found).toBeDefined();
    return found?.pid ?? 0;
  });
  process.kill(zombie, 'SIGKILL');
  await eventually(() => expect(listReceivers().filter(({ isRunning }) => isRunning)).toEqual([]));
  parent.kill('SIGKILL');
});
