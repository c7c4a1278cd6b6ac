import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  explainIdentityDifference,
  hasEnded,
  isStopped,
  readProcessIdentity,
} from '../../../src/sandbox/process-identity.ts';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';

let home: string;
let server: ChildProcess;
let noteFile: string;

interface Note extends Record<string, unknown> {
  readonly pid: number;
  readonly address: string;
  readonly identity: Readonly<Record<string, string | null>>;
  readonly credentials: { readonly adminToken: string; readonly apiKey: string };
}

function start(...words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [BIN, ...words], {
    env: { PATH: process.env.PATH ?? '', HOME: home, ...SHARED_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function crier(...words: readonly string[]) {
  const child = start(...words);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, text: text.replaceAll(/\s+/g, ' ') };
}

const note = (): Note => JSON.parse(readFileSync(noteFile, 'utf8')) as Note; // our own file

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-identity-'));
  noteFile = join(home, '.local', 'state', 'crier', 'sandbox', 'server.json');
  server = start('sandbox', 'start');
  await once(server.stdout ?? server, 'data');
});
afterEach(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  rmSync(home, { recursive: true });
});

describe('a note of another process', { tags: ['T17'] }, () => {
  test.each([
    ['host', 'elsewhere', 'it runs on the host "elsewhere"'],
    ['boot', 'another', 'the machine was restarted since'],
    ['pidNamespace', 'pid:[1]', 'it runs in another container'],
    ['started', '1', 'is a different one now'],
  ])(
    '%s differs: sandbox stop sends neither a signal nor a key',
    { tags: ['T17'] },
    async (member, value, reason) => {
      const heard: string[] = [];
      const stranger = await listening((request) => heard.push(JSON.stringify(request)));
      const written = note();
      writeFileSync(
        noteFile,
        JSON.stringify({
          ...written,
          address: `http://127.0.0.1:${portOf(stranger)}`,
          identity: { ...written.identity, [member]: value },
        }),
      );
      const stop = await crier('sandbox', 'stop');
      const status = await crier('sandbox', 'status');
      await closed(stranger);
      expect(stop).toMatchObject({ code: 2, text: expect.stringContaining(reason) });
      expect(status).toMatchObject({ code: 2, text: expect.stringContaining(reason) });
      expect(server.signalCode).toBeNull();
      expect(heard.length).toBeGreaterThan(0);
      expect(heard.join()).not.toContain(written.credentials.adminToken);
      expect(heard.join()).not.toContain(written.credentials.apiKey);
    },
  );

  test('no command sends a key to a program that took the port', { tags: ['T17'] }, async () => {
    const heard: string[] = [];
    const stranger = await listening((request) => heard.push(JSON.stringify(request)));
    const { adminToken, apiKey } = note().credentials;
    writeFileSync(noteFile, JSON.stringify({ ...note(), address: `http://127.0.0.1:${portOf(stranger)}` }));
    for (const line of ['comments get x --sandbox', 'sandbox clock now', 'sandbox outbox'])
      expect(await crier(...line.split(' '))).toMatchObject({
        code: 2,
        text: expect.stringContaining('something else responds there'),
      });
    await closed(stranger);
    expect(heard.join()).not.toContain(adminToken);
    expect(heard.join()).not.toContain(apiKey);
  });

  test('a server whose note agrees is stopped', async () => {
    expect(note().identity).toMatchObject({ started: expect.any(String), host: expect.any(String) });
    expect(await crier('sandbox', 'stop')).toMatchObject({ code: 0 });
  });
});

describe('a server that is stopped by SIGSTOP', { tags: ['T19'] }, () => {
  test.each(['sandbox status', 'sandbox clock now', 'user --sandbox', 'comments get x --sandbox'])(
    '%s reports it',
    { tags: ['T19'] },
    async (line) => {
      server.kill('SIGSTOP');
      expect(await crier(...line.split(' '))).toEqual({
        code: 10,
        text: expect.stringContaining('does not respond: the process is stopped'),
      });
    },
  );

  test('doctor names it', { tags: ['T19'] }, async () => {
    server.kill('SIGSTOP');
    const { text } = await crier('doctor', '--sandbox');
    expect(text).toContain('does not respond');
  });

  test('sandbox stop ends it by force', { tags: ['T19'] }, async () => {
    server.kill('SIGSTOP');
    const gone = once(server, 'exit');
    expect(await crier('sandbox', 'stop')).toMatchObject({ code: 0 });
    expect(await gone).toEqual([null, 'SIGKILL']);
  });
});

describe('the identity of a process', () => {
  test('is the same at two looks, and another for another process', () => {
    const own = readProcessIdentity(process.pid);
    expect(own).toEqual(readProcessIdentity(process.pid));
    expect(explainIdentityDifference(process.pid, own)).toBeNull();
    expect(explainIdentityDifference(Number(server.pid), own)).toMatch(/is a different one now/);
    expect(explainIdentityDifference(process.pid, undefined)).toMatch(/earlier version/);
    expect(isStopped(process.pid)).toBe(false);
    // its id may be another's by now; of another machine or container, nothing is known
    expect(hasEnded(process.pid, JSON.stringify(own))).toBe(false);
    expect(hasEnded(Number(server.pid), JSON.stringify(own))).toBe(true);
    for (const other of [{ host: 'another' }, { boot: 'another' }, { pidNamespace: 'another' }])
      expect(hasEnded(Number(server.pid), JSON.stringify({ ...own, ...other }))).toBe(false);
    expect(hasEnded(Number(server.pid), 'of another program')).toBe(false);
  });
});

async function listening(take: (request: object) => void): Promise<Server> {
  const listener = createServer(({ method, url, headers }, response) => {
    take({ method, url, headers });
    response.end('{"status":"success"}');
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return listener;
}

function portOf(listener: Server): number {
  return (listener.address() as AddressInfo).port; // it listens on an address, not on a pipe
}

function closed(listener: Server): Promise<void> {
  listener.closeAllConnections();
  return new Promise((resolve) => listener.close(() => resolve()));
}
