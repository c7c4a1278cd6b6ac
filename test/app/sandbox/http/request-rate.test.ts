import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src/service/limits.ts';
import { control } from '../../../support/control.ts';
import { type SmallSandbox, smallSandbox, type TestRequest } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const { max, windowMs } = LIMITS.requestRate;
const HOUR_MS = 60 * 60_000;

const said = async ({ ask }: SmallSandbox, path = '/user', sending: TestRequest = {}) => {
  const { http, headers, body } = await ask(path, sending);
  const header = (name: string) => headers.get(`x-ratelimit-${name}`);
  return { http, code: body.code, max: header('max'), count: header('count') };
};

const asked = async (small: SmallSandbox, times: number) => {
  for (let time = 0; time < times; time++) await small.ask('/user');
};

describe('the request limit', () => {
  test('its headers are on every response, whatever its status', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    const own = { max: String(max) };
    expect(await said(small)).toMatchObject({ ...own, http: 200, count: '1' });
    expect(await said(small, '/nowhere')).toMatchObject({ ...own, code: 1404, count: '2' });
    expect(await said(small, '/history?limit=0')).toMatchObject({ ...own, code: 101, count: '3' });
    expect(await said(small, '/user', { without: 'authorization' })).toMatchObject({
      ...own,
      code: 102,
      count: '0',
    });
    expect(await said(small, '/user', { headers: { 'profile-key': 'x' } })).toMatchObject({
      ...own,
      code: 102,
      count: '0',
    });
  });

  test('past it every request is 1429, HTTP 429, until the window ends', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setRateLimit', { max: 3 });
    await asked(small, 2);
    expect(await said(small)).toMatchObject({ http: 200, count: '3' });
    expect(await said(small)).toMatchObject({ http: 429, code: 1429, max: '3', count: '4' });
    small.clock.advance(windowMs - 1);
    expect(await said(small)).toMatchObject({ code: 1429 });
    small.clock.advance(1);
    expect(await said(small)).toMatchObject({ http: 200, count: '1' });
  });

  test('it comes after access, and before the route and its input', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setRateLimit', { max: 0 });
    expect(await said(small, '/user', { without: 'authorization' })).toMatchObject({ code: 102 });
    expect(await said(small, '/nowhere')).toMatchObject({ code: 1429 });
    expect(await said(small, '/user', { method: 'POST', body: '{' })).toMatchObject({ code: 1429 });
    await control(small.sandbox, 'setPlan', { plan: 'premium' });
    expect(await said(small, '/profiles')).toMatchObject({ code: 1429 });
  });

  test('each profile has its own', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setRateLimit', { max: 1 });
    expect(await said(small)).toMatchObject({ http: 200 });
    expect(await said(small)).toMatchObject({ code: 1429 });
    expect(await said(small, '/user', { as: 'acme' })).toMatchObject({ http: 200, count: '1' });
  });

  test('it can be taken away, and with it its headers', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setRateLimit', { max: 1 });
    await asked(small, 2);
    await control(small.sandbox, 'setRateLimit', { max: null });
    expect(await said(small)).toEqual({ http: 200, code: undefined, max: null, count: null });
  });

  test('its window ends in real time also while the clock is frozen, and sooner when that is advanced', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setRateLimit', { max: 1 });
    await control(small.sandbox, 'setClock', { mode: 'set', now: '2027-03-02T08:15:00Z' });
    expect([(await said(small)).http, (await said(small)).http]).toEqual([200, 429]);
    small.clock.advance(windowMs - 1);
    expect(await said(small)).toMatchObject({ http: 429 });
    small.clock.advance(1);
    expect([(await said(small)).http, (await said(small)).http]).toEqual([200, 429]);
    await control(small.sandbox, 'advanceClock', { ms: windowMs });
    expect(await said(small)).toMatchObject({ http: 200 });
  });

  test('a clock that is set back starts a new window', async () => {
    const small = await smallSandbox(SLIGHT_SEED);
    await asked(small, 3);
    await control(small.sandbox, 'setClock', { mode: 'set', now: '2026-01-01T00:00:00Z' });
    expect(await said(small)).toMatchObject({ count: '1' });
  });
});

describe('suspension', () => {
  const limited = async (suspendAfter: number) => {
    const small = await smallSandbox(SLIGHT_SEED);
    await control(small.sandbox, 'setRateLimit', { max: 0, suspendAfter });
    return small;
  };

  test(`it comes after ${LIMITS.suspendAfter.refusals} answers of 429, unless set otherwise`, async () => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    const { body } = await control(sandbox, 'status');
    expect(body.limits.suspendAfter).toEqual(LIMITS.suspendAfter);
  });

  test('repeated 429 responses within 24 hours suspend the profile: 403 from then on', async () => {
    const small = await limited(3);
    for (let time = 0; time < 3; time++) expect(await said(small)).toMatchObject({ code: 1429 });
    expect(await said(small)).toMatchObject({ http: 403, code: 1403 });
    const { body } = await small.ask('/user');
    expect(body.details).toBe('only a reset of the sandbox ends the suspension');
    small.clock.advance(48 * HOUR_MS);
    await control(small.sandbox, 'setRateLimit', { max: 100 });
    expect(await said(small)).toMatchObject({ http: 403, code: 1403 });
    expect(await said(small, '/user', { as: 'acme' })).toMatchObject({ http: 200 });
  });

  test('those of a time that is in the future, since the clock was set back, do not count', async () => {
    const small = await limited(2);
    await control(small.sandbox, 'setClock', { mode: 'set', now: '2027-03-02T08:15:00Z' });
    await said(small);
    await control(small.sandbox, 'setClock', { mode: 'real' });
    expect(await said(small)).toMatchObject({ code: 1429 });
    expect(await said(small)).toMatchObject({ code: 1429 });
    expect(await said(small)).toMatchObject({ code: 1403 });
  });

  test('those that are more than 24 hours old do not count', async () => {
    const small = await limited(3);
    await said(small);
    small.clock.advance(HOUR_MS);
    await said(small);
    small.clock.advance(23 * HOUR_MS);
    expect(await said(small)).toMatchObject({ code: 1429 });
    expect(await said(small)).toMatchObject({ code: 1429 });
    expect(await said(small)).toMatchObject({ code: 1403 });
  });
});
