import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findServer } from '../../../src/sandbox/server-note.ts';
import { eventually } from '../../support/eventually.ts';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';

/** The engine looks for work once a second, and after a fault again. */
const SEVERAL_ROUNDS_MS = 4_000;

let home: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-faults-'));
});
afterEach(async () => {
  if (findServer(folder()) !== null) await crier('sandbox', 'stop');
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

const folder = () => join(home, 'state', 'sandbox');
const log = () => join(folder(), 'server.log');

function start(...words: readonly string[]) {
  const child = spawn(process.execPath, [BIN, ...words], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      ...SHARED_CACHE,
      CRIER_CONFIG_DIR: join(home, 'config'),
      CRIER_STATE_DIR: join(home, 'state'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += String(chunk);
  });
  const end = once(child, 'close').then(([status]) => ({ status: Number(status), ...said }));
  return { child, said, end };
}

const crier = (...words: readonly string[]) => start(...words).end;

/** A server of the foreground that has said where it serves. */
async function serving() {
  const server = start('sandbox', 'start', '--json');
  await eventually(() => expect(server.said.stdout).toContain('address'));
  return server;
}

/** Takes a table away under the server. */
function breakHistory(): void {
  const connection = new DatabaseSync(join(folder(), 'sandbox.db'), { timeout: 5_000 });
  connection.exec('alter table media rename to elsewhere');
  connection.close();
}

/** @returns the trace id of an answer with code 1500 */
async function askBroken(): Promise<string> {
  const note = findServer(folder());
  if (note === null) throw new Error('none serves');
  const answer = await fetch(`${note.address}/_sandbox/media`, {
    headers: { authorization: `Bearer ${note.credentials.adminToken}` },
  });
  const body = (await answer.json()) as { code: number; details: string };
  expect(body.code).toBe(1500);
  return /trace id (\w+)/.exec(body.details)?.[1] ?? 'none';
}

test('faults of a server are reported once for each kind, on stderr, in its log, and by status', {
  tags: ['T20'],
}, async () => {
  const { said } = await serving();
  breakHistory();
  const ids = [await askBroken(), await askBroken(), await askBroken()];
  expect(new Set(ids).size).toBe(1);
  const line = `fault of the sandbox, trace id ${ids[0]}: Error: no such table: media`;
  await eventually(() => expect(said.stderr).toContain(`! ${line}`));
  expect(said.stderr.match(/fault of the sandbox/g)).toHaveLength(1);
  expect(readFileSync(log(), 'utf8')).toContain(line);
  const status = JSON.parse((await crier('sandbox', 'status', '--json')).stdout);
  expect(status).toMatchObject({
    log: log(),
    oldestDue: null,
    lastFault: { traceId: ids[0], count: 3, text: 'Error: no such table: media' },
  });
  expect((await crier('sandbox', 'status')).stdout).toContain(`trace id ${ids[0]}, 3 times`);
});

test('a background server has a log that only its owner can read, which status and doctor name', {
  tags: ['D9', 'T20'],
}, async () => {
  const first = await crier('sandbox', 'start', '--detach', '--json');
  expect(JSON.parse(first.stdout)).toMatchObject({ log: log(), lastFault: null });
  expect(existsSync(log())).toBe(false);
  breakHistory();
  const id = await askBroken();
  await eventually(() => expect(readFileSync(log(), 'utf8')).toContain(id));
  expect(statSync(log()).mode & 0o777).toBe(0o600);
  const { findings } = JSON.parse((await crier('doctor', '--sandbox', '--json')).stdout);
  expect(findings).toContainEqual({
    check: 'server log',
    status: 'ok',
    found: expect.stringContaining(log()),
    advice: null,
  });
  const { credentials } = findServer(folder()) ?? {};
  const secrets = [credentials?.apiKey, credentials?.adminToken, credentials?.xPair.secret].map(String);
  for (const secret of secrets) expect(readFileSync(log(), 'utf8')).not.toContain(secret);
});

test('a fault of the engine, which comes each second, is one line', { tags: ['T20'] }, async () => {
  const { said } = await serving();
  const connection = new DatabaseSync(join(folder(), 'sandbox.db'), { timeout: 5_000 });
  connection.exec('alter table dispatches rename to elsewhere');
  connection.close();
  await eventually(() => expect(said.stderr).toContain('no such table: dispatches'));
  await new Promise((resolve) => setTimeout(resolve, SEVERAL_ROUNDS_MS));
  const kinds = said.stderr.match(/fault of the sandbox, trace id \w+/g) ?? [];
  expect(kinds).toEqual([...new Set(kinds)]);
  expect(kinds).toHaveLength(1);
  expect(readFileSync(log(), 'utf8').match(/fault of the sandbox, trace id \w+/g)).toEqual(kinds);
});

test('a server whose folder is removed reports it once and ends with 2', { tags: ['T20'] }, async () => {
  const { end } = await serving();
  rmSync(join(home, 'state'), { recursive: true });
  const { status, stderr } = await end;
  expect(status).toBe(2);
  const [last = ''] = stderr.trimEnd().split('\n').slice(-1);
  expect(JSON.parse(last).error).toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('it was removed while in use'),
  });
  expect(stderr.replaceAll(/\s+/g, ' ').match(/crier: cannot use/g)).toHaveLength(1);
  expect(stderr).not.toContain('fault of the sandbox');
  expect(existsSync(join(home, 'state'))).toBe(false);
});
