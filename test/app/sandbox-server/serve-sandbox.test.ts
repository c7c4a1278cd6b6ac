import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STOP_PATH } from '../../../src/sandbox/http/server-routes.ts';
import { keepNote, type ServedSandbox, serveSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import { findServer, getLockPath } from '../../../src/sandbox/server-note.ts';
import { isLocked } from '../../../src/storage/exclusive-lock.ts';
import { openTestSandbox } from '../../support/crier.ts';
import { FOREIGN_REQUESTS } from '../../support/network/foreign-requests.ts';
import { sendRaw, statusOf } from '../../support/network/raw-http.ts';

let folder: string;
const open: ServedSandbox[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-serve-'));
});
afterEach(async () => {
  for (const served of open.splice(0)) await served.close();
  rmSync(folder, { recursive: true });
});

const options = {
  open: () => openTestSandbox(),
  memory: true,
  port: 0,
  processId: 4_000,
  startedAt: 1,
};

async function start(where: string | null = folder, more: Partial<typeof options & { token: string }> = {}) {
  const served = await serveSandbox({ ...options, ...more, folder: where });
  open.push(served);
  return served;
}

const noteFile = () => join(folder, 'server.json');

describe('one server a folder', () => {
  test('a second one is refused, with the address of the first', async () => {
    const { note } = await start();
    await expect(start()).rejects.toMatchObject({
      kind: 'usage',
      message: `the sandbox is already running at ${note.address}, as process 4000`,
    });
    expect(findServer(folder)).toEqual(note);
  });

  test('a token of the user is accepted in place of the API key, and not in place of the admin token', async () => {
    const token = 'TOKEN-OF-THE-SANDBOX-1';
    const { note } = await start(folder, { token });
    const statusOf = async (path: string, bearer: string, method = 'GET') =>
      (await fetch(`${note.address}${path}`, { method, headers: { authorization: `Bearer ${bearer}` } }))
        .status;
    expect([
      await statusOf('/user', token),
      await statusOf('/user', note.credentials.apiKey),
      await statusOf('/user', `${token}1`),
      await statusOf(STOP_PATH, token, 'POST'),
    ]).toEqual([200, 200, 403, 403]);
  });

  test('the note names the profiles that there are, also those made and deleted since', async () => {
    const { note } = await start();
    const send = async (method: string, body: object) => {
      const answer = await fetch(`${note.address}/profiles`, {
        method,
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${note.credentials.apiKey}`, 'content-type': 'application/json' },
      });
      return (await answer.json()) as { profileKey?: string };
    };
    const noted = () => findServer(folder)?.credentials.profiles.map(({ title }) => title);
    const before = noted();
    const { profileKey } = await send('POST', { title: 'Shop North' });
    expect(noted()).toEqual([...(before ?? []), 'Shop North']);
    expect(findServer(folder)?.credentials.profiles.at(-1)).toMatchObject({
      alias: 'shop-north',
      profileKey,
    });
    expect(statSync(noteFile()).mode & 0o777).toBe(0o600);
    await send('DELETE', { profileKey });
    expect(noted()).toEqual(before);
    expect(readFileSync(noteFile(), 'utf8')).not.toContain(profileKey);
  });

  test('a change that comes while it closes leaves no note behind', async () => {
    const { note } = await start(null);
    const profiles = [...note.credentials.profiles];
    const kept = keepNote(folder, { ...note, credentials: { ...note.credentials, profiles } });
    expect(existsSync(noteFile())).toBe(true);
    kept.remove();
    profiles.pop();
    kept.refresh();
    expect(existsSync(noteFile())).toBe(false);
  });

  test('after it has closed, only the released lock file is left', async () => {
    const { close } = await start();
    await close();
    open.splice(0);
    expect(readdirSync(folder)).toEqual(['server.lock']);
    expect(isLocked(getLockPath(folder))).toBe(false);
    expect(findServer(folder)).toBeNull();
    await start();
  });

  test('what a crash left behind is not believed, and does not block', async () => {
    const { note, close } = await start();
    const left = readFileSync(noteFile());
    await close();
    open.splice(0);
    writeFileSync(noteFile(), left);
    expect(findServer(folder)).toBeNull();
    const whileStarting: unknown[] = [];
    const next = await start(folder, {
      open() {
        whileStarting.push(findServer(folder));
        return openTestSandbox();
      },
    });
    expect(whileStarting).toEqual([null]);
    expect(findServer(folder)).toEqual(next.note);
    expect(next.note.port).not.toBe(note.port);
  });

  test.each(['', 'null', '{"pid":1}', '[', '\u0000'])('a note with %j counts as missing', async (text) => {
    const { note } = await start();
    writeFileSync(noteFile(), text);
    expect(findServer(folder)).toBeNull();
    expect(note.pid).toBe(4_000);
  });

  test.each<[string, () => Promise<Partial<typeof options>>]>([
    ['its port is taken', async () => ({ port: (await start(null)).note.port })],
    ['its data cannot be opened', async () => ({ open: () => Promise.reject(new Error('no')) })],
  ])('when %s, the folder is let go', async (_why, wrong) => {
    const more = await wrong();
    await expect(start(folder, more)).rejects.toThrow();
    expect(isLocked(getLockPath(folder))).toBe(false);
    expect(existsSync(noteFile())).toBe(false);
  });

  test('a temporary server leaves nothing, and cannot be found', async () => {
    await start(null);
    expect(readdirSync(folder)).toEqual([]);
    expect(findServer(folder)).toBeNull();
  });

  test('only its owner can read its files while it runs', { tags: ['D9'] }, async () => {
    const inner = join(folder, 'state');
    const served = await start(inner);
    const modes = readdirSync(inner).map((name) => [name, statSync(join(inner, name)).mode & 0o777]);
    expect(Object.fromEntries(modes)).toEqual({
      'server.json': 0o600,
      'server.lock': 0o600,
    });
    expect(statSync(inner).mode & 0o777).toBe(0o700);
    expect(served.note.credentials.apiKey).not.toBe('');
  });

  test('what a crash left of a note, keys and all, is gone with the next server', {
    tags: ['D9'],
  }, async () => {
    writeFileSync(`${noteFile()}.new`, '{"credentials":{"adminToken":"half a no');
    chmodSync(`${noteFile()}.new`, 0o644);
    const served = await start();
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
    expect(findServer(folder)?.pid).toBe(served.note.pid);
  });

  test('a note that others could read is not written over, but replaced', { tags: ['D9'] }, async () => {
    writeFileSync(noteFile(), '{}');
    chmodSync(noteFile(), 0o644);
    await start();
    expect(statSync(noteFile()).mode & 0o777).toBe(0o600);
  });
});

const lines = (port: number, token: string) => [
  `Host: 127.0.0.1:${port}`,
  `Authorization: Bearer ${token}`,
  'Connection: close',
];

/** True as soon as everything that was to run by now has run. */
async function isStopped({ stopped }: ServedSandbox): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => setImmediate(() => setImmediate(() => resolve(false))));
  return Promise.race([stopped.then(() => true), later]);
}

describe('the stop route', () => {
  test('stops, for the admin token', async () => {
    const served = await start();
    const { port, credentials } = served.note;
    const headers = lines(port, credentials.adminToken);
    expect(statusOf(await sendRaw(port, { method: 'POST', target: STOP_PATH, headers }))).toBe(200);
    expect(await isStopped(served)).toBe(true);
  });

  test.each<[string, (served: ServedSandbox) => string]>([
    ['the API key', ({ note }) => note.credentials.apiKey],
    ['a profile key', ({ note }) => note.credentials.profiles[0]?.profileKey ?? ''],
    ['half the token', ({ note }) => note.credentials.adminToken.slice(0, -1)],
    ['more than the token', ({ note }) => `${note.credentials.adminToken}0`],
    ['nothing', () => ''],
  ])('does nothing for %s', { tags: ['D7', 'HTTP-08'] }, async (_what, tokenOf) => {
    const served = await start();
    const { port } = served.note;
    const headers = lines(port, tokenOf(served));
    const refused = await sendRaw(port, { method: 'POST', target: STOP_PATH, headers });
    expect(statusOf(refused)).toBe(403);
    expect(refused).toContain('"code":102');
    expect(await isStopped(served)).toBe(false);
  });

  test.each(['GET', 'PUT', 'DELETE'])('does nothing for %s', async (method) => {
    const served = await start();
    const { port, credentials } = served.note;
    await sendRaw(port, { method, target: STOP_PATH, headers: lines(port, credentials.adminToken) });
    expect(await isStopped(served)).toBe(false);
  });
});

const COMMENTS = '/comments/Sp7kQm2XvLr9TzBd4HnW?searchPlatformId=false';

describe('with the right keys', { tags: ['D1', 'D2', 'D3', 'D7', 'T17'] }, () => {
  test('the service responds to its API key, and the control interface only to the admin token', async () => {
    const { note } = await start();
    const { apiKey, adminToken } = note.credentials;
    const ask = async (target: string, token: string) =>
      statusOf(await sendRaw(note.port, { target, headers: lines(note.port, token) }));
    expect(await ask('/user', apiKey)).toBe(200);
    expect(await ask('/user', adminToken)).toBe(403);
    expect(await ask('/_sandbox/status', adminToken)).toBe(200);
    expect(await ask('/_sandbox/status', apiKey)).not.toBe(200);
    expect(await ask(COMMENTS, apiKey)).toBe(200);
  });

  test('no foreign request changes or learns anything, keys or not', {
    tags: ['D1', 'D3', 'T17', 'D2'],
  }, async () => {
    const served = await start();
    const { port, credentials } = served.note;
    const state = async () =>
      (await sendRaw(port, { target: '/_sandbox/status', headers: lines(port, credentials.adminToken) }))
        .split('\r\n\r\n')
        .at(1);
    const before = await state();
    for (const token of [credentials.apiKey, credentials.adminToken]) {
      for (const { request, title } of FOREIGN_REQUESTS) {
        const raw = request(port);
        const headers = raw.headers.map((line) => line.replace('SBX-API-0000', token));
        const answer = await sendRaw(port, { ...raw, headers });
        expect({ title, isRefused: [0, 400, 403].includes(statusOf(answer)) }).toEqual({
          title,
          isRefused: true,
        });
        expect(answer).not.toMatch(/SBX-|"comments"|harbour/);
      }
    }
    expect(await state()).toBe(before);
    expect(await isStopped(served)).toBe(false);
  });
});
