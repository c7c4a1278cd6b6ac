import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitStatus } from '../../../../support/processes/exit-status.ts';
import { BIN, SHARED_CACHE } from '../../../../support/processes/installed-program.ts';

const LOOK_EVERY_MS = 2;
const LONGEST_MS = 60_000;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-exported-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function start(file: string) {
  const words = ['comments', 'export', '--file', file, '--allow-partial', '--sandbox', '-q'];
  const env = {
    HOME: home,
    ...SHARED_CACHE,
    PATH: process.env['PATH'] ?? '',
    CRIER_CONFIG_DIR: join(home, 'settings'),
  };
  const child = spawn(process.execPath, [BIN, ...words], { cwd: home, env, stdio: 'ignore' });
  const end = new Promise<number>((resolve) => {
    child.once('close', (code, signal) => resolve(exitStatus(code, signal)));
  });
  return { child, end };
}

function sizeOf(file: string): number {
  return statSync(join(home, file), { throwIfNoEntry: false })?.size ?? 0;
}

/** Waits until something was added. @param end of the process */
async function waitForGrowth(file: string, size: number, end: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void end.then(() => {
    hasEnded = true;
  });
  for (let waited = 0; waited < LONGEST_MS && !hasEnded && sizeOf(file) <= size; waited += LOOK_EVERY_MS)
    await sleep(LOOK_EVERY_MS);
}

/** The keys in an archive. @throws when it is damaged */
function readKeys(file: string): readonly string[] {
  const path = join(home, file);
  if (file.endsWith('.ndjson')) {
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    return lines.map((line) => {
      const { platform, id } = JSON.parse(line) as Record<string, string>;
      return `${platform} ${id}`;
    });
  }
  const database = new DatabaseSync(path);
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const rows = database.prepare("select platform || ' ' || id as key from comments").all();
    return rows.map(({ key }) => String(key));
  } finally {
    database.close();
  }
}

test.each(['archive.ndjson', 'archive.sqlite'])(
  'processes that add to %s at once, and one that is killed meanwhile, leave each comment once',
  async (file) => {
    await start('first.ndjson').end; // creates the sandbox
    const all = readKeys('first.ndjson');
    const killed = start(file);
    const others = [start(file), start(file)];
    await waitForGrowth(file, 0, killed.end);
    killed.child.kill('SIGKILL');
    for (const { end } of others) expect(await end).toBe(0);
    expect(await start(file).end).toBe(0);
    const keys = readKeys(file);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys)).toEqual(new Set(all));
  },
);

test('a process that is killed leaves a file to which the next adds the rest', async () => {
  await start('first.ndjson').end;
  const all = readKeys('first.ndjson');
  const file = 'archive.ndjson';
  for (let round = 0; round < 3; round += 1) {
    const { child, end } = start(file);
    await waitForGrowth(file, sizeOf(file), end);
    child.kill('SIGKILL');
    await end;
  }
  expect(await start(file).end).toBe(0);
  const keys = readKeys(file);
  expect(keys).toHaveLength(all.length);
  expect(new Set(keys)).toEqual(new Set(all));
});
