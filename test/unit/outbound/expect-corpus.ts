import { expect } from 'vitest';
import { MINUTE_MS } from '../../../src/service/durations.ts';
import { PLAIN } from '../../support/automations/ask-automations.ts';
import type { hostileServers } from '../../support/network/against.ts';
import { wire } from '../../support/network/hostile-server.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { smallSandbox } from '../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../support/small-seed.ts';
import { asking, isolatedOutbound } from './test-outbound.ts';

const NOT_TAKEN = /must (?:be a public https address|not contain a user name or password)$/;

async function sandbox() {
  const small = await smallSandbox(SLIGHT_SEED);
  const post = (path: string, body: unknown) => {
    small.clock.advance(MINUTE_MS); // or it is asked more often than it takes
    return small.ask(path, { method: 'POST', body: JSON.stringify(body) });
  };
  return {
    ...small,
    register: (url: string) => post('/hook/webhook', { action: 'automations', url }),
    automate: (messageUrl: string) =>
      post('/automations', { ...PLAIN, actions: [{ ...PLAIN.actions[0], messageUrl }] }),
  };
}

export async function expectNoneRegistered(bads: readonly string[]): Promise<void> {
  const { ask, register, defects } = await sandbox();
  for (const url of bads) {
    const { http, body } = await register(url);
    expect([url, http, body.code, body.details]).toEqual([url, 400, 101, expect.stringMatching(NOT_TAKEN)]);
  }
  expect((await ask('/hook/webhook')).body).toEqual({ status: 'success', updated: null });
  expect(defects).toEqual([]);
  report(`T7 registration: ${bads.length} bad forms refused of a webhook`);
}

export async function expectNoneAutomated(bads: readonly string[]): Promise<void> {
  const { ask, automate, defects } = await sandbox();
  for (const url of bads) {
    const { http, body } = await automate(url);
    expect([url, http, body.code]).toEqual([url, 400, 473]);
    expect([url, body.details.fieldErrors.actions]).toEqual([url, [expect.stringMatching(NOT_TAKEN)]]);
  }
  expect((await ask('/automations')).body.automations).toEqual([]);
  expect(defects).toEqual([]);
  report(`T7 registration: ${bads.length} bad forms refused of a message callback`);
}

export async function expectAllTaken(goods: readonly string[]): Promise<void> {
  const { ask, register, automate } = await sandbox();
  for (const url of goods) {
    expect([url, (await register(url)).http]).toEqual([url, 200]);
    expect((await ask('/hook/webhook')).body.automations).toBe(url);
    const { http, body } = await automate(url);
    expect([url, http]).toEqual([url, 200]);
    await ask(`/automations/${body.id}`, { method: 'DELETE' });
  }
  report(`T7 registration: ${goods.length} good forms taken of both`);
}

export const REDIRECTS = [301, 302, 303, 307, 308] as const;

/** What a header cannot hold is escaped in it. */
const asHeader = (url: string) =>
  Buffer.from(url.replace(/\p{Cc}/gu, (sign) => encodeURIComponent(sign))).toString('latin1');

/** How many of these lead to each bad target. */
const each = scaled(1, REDIRECTS.length);

export async function expectNotFollowed(
  start: ReturnType<typeof hostileServers>,
  bads: readonly string[],
): Promise<void> {
  const server = await start((socket, { path }) => {
    const [, status = '', place = ''] = path.split('/');
    const location = asHeader(bads[Number(place)] ?? '');
    socket.end(wire(Number(status), { location }, 'elsewhere'));
  });
  const { outbound, dialled, lookedUp } = isolatedOutbound({
    leadsTo: Number(server.url.port),
    allowance: [server.url.host],
  });
  for (const [place, bad] of bads.entries()) {
    const statuses = REDIRECTS.map((_status, at) => REDIRECTS[(place + at) % REDIRECTS.length]).slice(
      0,
      each,
    );
    const asked = statuses.map((status) => outbound.post(asking(`${server.url}${status}/${place}`)));
    const expected = statuses.map((status) => ({ status, fault: null, byAllowance: true }));
    expect([bad, await Promise.all(asked)]).toMatchObject([bad, expected]);
  }
  const count = bads.length * each;
  expect(server.connections).toBe(count);
  expect(new Set(dialled.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  expect({ dialled: dialled.length, lookedUp }).toEqual({ dialled: count, lookedUp: [] });
  report(`T7 redirects: ${count} to bad targets, ${dialled.length - count} followed`);
}
