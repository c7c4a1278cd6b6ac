import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/service/durations.ts';
import { crier } from '../../support/crier.ts';
import { eventually } from '../../support/eventually.ts';
import {
  type FileServer,
  holdWriteLock,
  serveFolder,
  type WriteLock,
} from '../../support/network/file-server.ts';
import { POST } from '../../support/small-seed.ts';

let folder: string;
let server: FileServer;
let lock: WriteLock | null = null;
let aheadMs = 0;
const serverNow = () => Date.now() + aheadMs;
const defects: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crier-locked-'));
  aheadMs = 0;
  server = await serveFolder(folder, {
    clock: { now: serverNow },
    onDefect: (_traceId, error) => defects.push(error),
  });
});
afterEach(async () => {
  lock?.end();
  lock = null;
  await server.served.close();
  rmSync(folder, { recursive: true });
  defects.splice(0);
});

const READS = [
  '/user',
  `/comments/${POST.everywhere}`,
  '/history',
  '/history/instagram',
  '/profiles',
  '/automations',
  '/hook/webhook',
] as const;

const count = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-count'));

describe('while another process holds the write lock', { tags: ['T4', 'T20'] }, () => {
  test.each(READS)('GET %s answers as it does without', async (path) => {
    const before = await server.ask('GET', path);
    lock = await holdWriteLock(server.file);
    const during = await server.ask('GET', path);
    expect(during.http).toBe(before.http);
    expect(during.http).toBeLessThan(500);
    expect(Object.keys(during.body)).toEqual(Object.keys(before.body));
    expect(defects).toEqual([]);
  });

  test('comments that were never fetched are read, and X counts when it can', async () => {
    await server.control('PUT', '/_sandbox/x-app', { rateMax: 1 });
    lock = await holdWriteLock(server.file);
    for (let time = 0; time < 3; time += 1) {
      const { http, body } = await server.ask('GET', `/comments/${POST.everywhere}`);
      expect({ http, status: body.status }).toEqual({
        http: 200,
        status: 'success',
      });
    }
  });

  test('an ordered failure of a read comes', async () => {
    await server.control('POST', '/_sandbox/faults', { code: 454, endpoint: 'getUser', count: 1 });
    lock = await holdWriteLock(server.file);
    expect((await server.ask('GET', '/user')).body.code).toBe(454);
  });

  test('requests are counted, and written down when the lock is free', async () => {
    expect(count(await server.ask('GET', '/user'))).toBe(1);
    lock = await holdWriteLock(server.file);
    for (let time = 2; time <= 5; time += 1) expect(count(await server.ask('GET', '/user'))).toBe(time);
    await lock.release();
    expect(count(await server.ask('GET', '/user'))).toBe(6);
    expect(count(await server.ask('GET', '/user'))).toBe(7);
  });

  test('the request limit is enforced', async () => {
    await server.control('PUT', '/_sandbox/rate-limit', { max: 2 });
    lock = await holdWriteLock(server.file);
    const codes = [];
    for (let time = 0; time < 4; time += 1) codes.push((await server.ask('GET', '/user')).body.code);
    expect(codes).toEqual([undefined, undefined, 1429, 1429]);
  });

  test('writes are 503 with retryAvailable, reads are not blocked by them, and the server continues', async () => {
    lock = await holdWriteLock(server.file);
    const order: string[] = [];
    const writes = [
      server.ask('POST', '/profiles', { title: 'Held up' }),
      server.ask('POST', '/post', { post: 'Hello', platforms: ['facebook'] }),
      server.control('PUT', '/_sandbox/plan', { plan: 'launch' }),
    ].map((write) => write.finally(() => order.push('write')));
    await server.ask('GET', '/user').finally(() => order.push('read'));
    for (const { http, body } of await Promise.all(writes)) {
      expect({ http, body }).toMatchObject({
        http: 503,
        body: { status: 'error', code: 1503, retryAvailable: true, details: 'nothing was changed' },
      });
    }
    expect(order[0]).toBe('read');
    await lock.release();
    expect((await server.ask('POST', '/profiles', { title: 'Held up' })).http).toBe(200);
    expect(defects).toEqual([]);
  });

  test('a write waits for a lock that is soon free', async () => {
    lock = await holdWriteLock(server.file);
    const write = server.ask('POST', '/profiles', { title: 'Patient' });
    await server.ask('GET', '/user');
    await lock.release();
    expect((await write).http).toBe(200);
  });

  test('what falls due is done when the lock is free', async () => {
    const scheduleDate = new Date(serverNow() + HOUR_MS).toISOString();
    const { body } = await server.ask('POST', '/post', {
      post: 'Soon',
      platforms: ['facebook'],
      scheduleDate,
    });
    lock = await holdWriteLock(server.file);
    aheadMs = HOUR_MS + MINUTE_MS;
    await eventually(async () => {
      const { due, oldestDue } = (await server.control('GET', '/_sandbox/status')).body;
      expect(due.posts).toBe(1);
      const ageMs = oldestDue.ageMs;
      // dates have whole seconds
      expect(ageMs).toBeGreaterThanOrEqual(MINUTE_MS - SECOND_MS);
      expect(Math.abs(Date.parse(oldestDue.dueAt) + ageMs - serverNow())).toBeLessThan(MINUTE_MS);
    });
    const stop = await Promise.race([server.served.stopped.then(() => 'stopped'), null]);
    expect(stop).toBeNull();
    await lock.release();
    await eventually(async () => {
      expect((await server.ask('GET', `/post/${body.id ?? body.posts[0].id}`)).body.status).toBe('success');
    });
    await eventually(async () => {
      expect((await server.control('GET', '/_sandbox/status')).body.oldestDue).toBeNull();
    });
    expect(defects).toEqual([]);
  });

  test('a command without a server reports it, and exits 10', async () => {
    lock = await holdWriteLock(server.file);
    const ran = await crier('api POST /profiles -f title=Busy --sandbox --json', {
      sandbox: { ...server.served.sandbox, close() {} },
    });
    expect(ran.exitCode).toBe(10);
    expect(ran.error).toMatchObject({
      kind: 'unavailable',
      code: 1503,
      retryAvailable: true,
      advice: expect.stringContaining('try again in a moment'),
    });
  });
});
