import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openOutbound } from '../../../../../src/outbound/open-outbound.ts';
import { openListener } from '../../../../../src/process/listener.ts';
import type { HttpListener } from '../../../../../src/world.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { type OpenedDashboard, openPageOf } from '../../../../support/dashboard/opened-dashboard.ts';
import { REAL_TIME } from '../../../../support/real-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-beside-'));
const ACCOUNT = { CRIER_BASE_URL: 'https://service.example', CRIER_API_KEY: 'K-1' };
/** A server that is not asked to stop. */
const SERVING = { onServe: () => new Promise<void>(() => {}) };
const opened: OpenedDashboard[] = [];
afterEach(async () => {
  for (const page of opened.splice(0)) await page.end();
  rmSync(folder, { recursive: true, force: true });
});

describe('another command that shows the page with --open', () => {
  test('sandbox start', async () => {
    const sandbox = { ...(await openTestSandbox()), close: () => {} };
    const page = await openPageOf('sandbox start --open', { sandbox, others: SERVING });
    opened.push(page);
    await page.enter();
    expect(await (await page.ask('api/state', {})).json()).toMatchObject({
      ...{ context: 'sandbox', isSandbox: true, isReadOnly: false },
    });
    expect(await page.run('inbox list', {}, 'harbour')).toMatchObject({ failure: null });
  });

  test('hooks listen, whose link leads to what it receives', async () => {
    const page = await openPageOf('hooks listen --open --unsigned --no-catch-up', {
      env: { ...ACCOUNT, CRIER_STATE_DIR: folder },
      outbound: async (allowance) => openOutbound({ allowance, clock: REAL_TIME }),
    });
    opened.push(page);
    const token = page.link.split('=')[1];
    const { session, view } = (await (await page.ask('api/session', { token })).json()) as Record<
      string,
      string
    >;
    expect(view).toBe('hooks?part=receiver');
    const answer = await page.ask(
      'api/run',
      { command: 'hooks inbox list', input: {}, profile: null },
      { authorization: `Bearer ${session}` },
    );
    expect(await answer.json()).toMatchObject({ failure: null, document: { deliveries: [] } });
  });

  test('sandbox start shows its own sandbox, whatever context is the default', async () => {
    const page = await openPageOf('sandbox start --open', { env: ACCOUNT, others: SERVING });
    opened.push(page);
    await page.enter();
    expect(await page.run('inbox list')).toMatchObject({ failure: null });
  });

  test('a page needs a process that keeps running', async () => {
    const { error } = await crier('sandbox start --open --detach --json');
    expect(error?.['advice']).toContain('crier dashboard --sandbox --open');
  });
});

describe('behind a reverse proxy of this machine', () => {
  const PUBLIC = 'https://tools.example/crier/';
  const OWN = { host: 'tools.example', origin: 'https://tools.example', 'sec-fetch-site': 'same-origin' };

  test.each([
    ['the path is passed on', '/crier/api/session', OWN, 401],
    ['the path is removed', '/api/session', OWN, 401],
    ['the host is that of the port', '/api/session', { ...OWN, host: '' }, 401],
    ['the page', '/crier/', { host: 'tools.example' }, 404],
    ['the page without its slash leads to it', '/crier', { host: 'tools.example' }, 308],
    ['another path', '/other/api/session', OWN, 404],
    ['another host', '/crier/api/session', { ...OWN, host: 'evil.example' }, 403],
    ['another port of the host', '/crier/api/session', { ...OWN, host: 'tools.example:8443' }, 403],
    ['another origin', '/crier/api/session', { ...OWN, origin: 'https://evil.example' }, 403],
    ['the same host without TLS', '/crier/api/session', { ...OWN, origin: 'http://tools.example' }, 403],
    ['another subdomain', '/crier/api/session', { ...OWN, 'sec-fetch-site': 'same-site' }, 403],
  ])('%s', { tags: ['D1', 'D2', 'D3'] }, async (_what, path, headers, status) => {
    let listener: HttpListener | null = null;
    const page = await openPageOf(`dashboard --sandbox --public-url ${PUBLIC.slice(0, -1)}`, {
      async listen(options) {
        listener = await openListener(options);
        return listener;
      },
    });
    opened.push(page);
    expect(page.link).toMatch(/^https:\/\/tools\.example\/crier\/#token=/);
    const port = (listener as HttpListener | null)?.port ?? 0;
    expect(await post(port, path, headers)).toBe(status);
  });

  test.each(['tools.example', 'ftp://tools.example', 'https://me@tools.example', 'https://tools.example/?a'])(
    '%s is no address of a page',
    async (url) => {
      const { exitCode, stderr } = await crier(`dashboard --sandbox --public-url ${url}`);
      expect([exitCode, stderr.includes('must be an address such as')]).toEqual([2, true]);
    },
  );
});

/** Posts with these headers as they are, which fetch does not; an empty one is left out. */
function post(port: number, path: string, headers: object): Promise<number | undefined> {
  const given = Object.entries(headers).filter(([, value]) => value !== '');
  const all = { 'content-type': 'application/json', ...Object.fromEntries(given) };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers: all }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode)),
    );
    sent.on('error', reject).end('{}');
  });
}
