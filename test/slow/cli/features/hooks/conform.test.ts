import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ConformRow } from '../../../../../src/cli/features/hooks/conform/run-checks.ts';
import { eventually } from '../../../../support/eventually.ts';
import { BIN, SHARED_CACHE } from '../../../../support/processes/installed-program.ts';
import type { RestartFault } from '../../../../support/receiver/restarted-receiver.ts';

const RECEIVER = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'support',
  'receiver',
  'restarted-receiver.ts',
);
const SECRET = 'secret-of-the-restarted-receiver';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-conform-'));
  writeFileSync(join(folder, 'secret'), SECRET);
  writeFileSync(join(folder, 'processed'), '');
});
afterEach(() => {
  if (existsSync(join(folder, 'pid'))) process.kill(Number(read('pid')), 'SIGKILL');
  rmSync(folder, { recursive: true });
});

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** The command line with which a shell would be called: each word in quotation marks. */
const commandOf = (...words: readonly string[]) => words.map((word) => `"${word}"`).join(' ');

/** Starts a receiver, and checks it with a command that ends its process and starts another one. */
async function conform(fault: RestartFault, words: readonly string[] = ['--effects', 'processed']) {
  spawn(process.execPath, [RECEIVER, 'serve', folder, fault], { stdio: 'ignore' });
  await eventually(() => expect(existsSync(join(folder, 'port'))).toBe(true));
  const [address, before] = [`127.0.0.1:${read('port')}`, read('pid')];
  const restart = commandOf(process.execPath, RECEIVER, 'restart', folder, fault);
  const line = ['hooks', 'conform', `http://${address}/hook`];
  const own = ['--only', 'restart,processed-once', '--secret-file', 'secret', '--json'];
  const run = spawn(process.execPath, [BIN, ...line, ...own, '--restart-command', restart, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...SHARED_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => run.once('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(run.stdout), text(run.stderr), ended]);
  const { checks } = JSON.parse(stdout) as { checks: readonly ConformRow[] };
  const row = checks.find(({ check }) => check === 'restart');
  const others = checks.filter(({ check }) => check !== 'restart');
  return { exitCode, stderr, row, others, isRestarted: read('pid') !== before };
}

test.each(['none', 'starts late'] as const)(
  'a receiver with claims on disk passes a restart by SIGKILL: %s',
  { tags: ['HOOK-12'] },
  async (fault) => {
    const { exitCode, row, others, stderr, isRestarted } = await conform(fault);
    expect(row).toMatchObject({
      status: 'ok',
      found: 'after the restart, a new delivery and a duplicate were accepted, processed once',
    });
    expect(others.map(({ check, status }) => [check, status])).toEqual([['processed-once', 'ok']]);
    expect({ exitCode, isRestarted }).toEqual({ exitCode: 0, isRestarted: true });
    expect(stderr).toContain('restarted\n'); // output of the command
    const processed = read('processed').trim().split('\n');
    expect(processed).toHaveLength(new Set(processed).size);
  },
);

test.each<[RestartFault, RegExp, boolean]>([
  ['forgets claims', /^it was processed 2 times$/, true],
  ['forgets the secret', /^2 of 3 before and after the restart, deliveries were not accepted: 401$/, true],
  ['refuses what it has claimed', /deliveries were not accepted: 409$/, true],
  ['cannot be restarted', /^the restart command failed with exit code 7$/, false],
])('a receiver that %s fails', { tags: ['HOOK-12'] }, async (fault, found, isRestarted) => {
  const ran = await conform(fault);
  expect(ran.row).toMatchObject({ status: 'fail', found: expect.stringMatching(found) });
  expect(ran.row?.advice).not.toBeNull();
  expect({ exitCode: ran.exitCode, isRestarted: ran.isRestarted }).toEqual({ exitCode: 11, isRestarted });
});

test('without --effects, claims that were forgotten are not visible, and the result says so', async () => {
  const { exitCode, row, others } = await conform('forgets claims', []);
  expect(row).toMatchObject({ status: 'ok', found: expect.stringMatching(/; what they did: not checked$/) });
  expect(others).toEqual([expect.objectContaining({ status: 'skipped' })]);
  expect(exitCode).toBe(0);
});
