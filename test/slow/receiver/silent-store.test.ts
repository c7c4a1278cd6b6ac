import { afterAll, describe, expect, test } from 'vitest';
import { postDelivery, startMachine, startNotingTarget } from '../../support/postgres/machines.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';
import { openSilentProxy } from '../../support/postgres/silent-proxy.ts';

const database = await createTestDatabase();
afterAll(() => database?.drop());

const LISTEN = ['hooks', 'listen', '--unsigned', '--no-catch-up', '--no-forward'];

describe.each(database === null ? [] : [database])('a database that does not answer any more', ({ url }) => {
  test.each([
    ['listen', LISTEN],
    ['forward', ['hooks', 'forward']],
  ])('hooks %s ends at once at a second Ctrl-C', { tags: ['T19', 'L4'] }, async (name, words) => {
    const own = new URL(url);
    const proxy = await openSilentProxy(Number(own.port));
    own.port = String(proxy.port);
    const target = await startNotingTarget();
    const starting = performance.now();
    const flags = ['--forward', target.url, '--store', own.href];
    const machine = await startMachine([...words, ...flags], 'press Ctrl-C');
    const startMs = performance.now() - starting;
    if (name === 'listen') expect(await postDelivery(machine.url, 'before', 15_000)).toBe(200);
    proxy.silence();
    const posted = name === 'listen' ? postDelivery(machine.url, 'after', 15_000) : null;
    const { stderr, sinceSecondMs } = await machine.endAtOnce();
    expect(await posted).toBeNull();
    expect(stderr).not.toContain('after calling end');
    expect(sinceSecondMs).toBeLessThan(500 + startMs);
    await target.close();
    proxy.close();
  });
});
