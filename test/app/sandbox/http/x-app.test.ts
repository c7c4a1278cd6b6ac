import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../../src/service/limits.ts';
import { control } from '../../../support/control.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { everywhereOn, POST, SLIGHT_SEED } from '../../../support/small-seed.ts';

const onX = (id: string) => `/comments/${id}?searchPlatformId=true&platform=twitter`;
const [FIRST, SECOND, UNKNOWN] = [
  '1800000000000000001',
  '1800000000000000002',
  '1800000000000000099',
] as const;

describe('credits of the X app', { tags: ['COM-18'] }, () => {
  test('each request of X costs one; without any left it is 416, HTTP 402', {
    tags: ['COM-18'],
  }, async () => {
    const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setXApp', { credits: 1 });
    expect((await ask(onX(FIRST))).http).toBe(200);
    expect((await control(sandbox, 'status')).body.limits.x.credits).toBe(0);
    const { http, body } = await ask(onX(SECOND));
    expect([http, body.code, body.errors]).toEqual([
      402,
      416,
      [{ platform: 'twitter', status: 'error', code: 416, message: expect.any(String), id: SECOND }],
    ]);
  });

  test('a failed request is not cached: with new credits the next one works', {
    tags: ['COM-18'],
  }, async () => {
    const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setXApp', { credits: 0 });
    expect((await ask(onX(FIRST))).body.code).toBe(416);
    await control(sandbox, 'setXApp', { credits: 5 });
    expect((await ask(onX(FIRST))).body).toMatchObject({
      status: 'success',
      lastUpdated: '2026-09-21T14:13:20Z',
    });
  });

  test('what was fetched a short while ago costs nothing, and is there without credits', {
    tags: ['COM-18', 'COM-13'],
  }, async () => {
    const { ask, sandbox, clock } = await smallSandbox(SLIGHT_SEED);
    await ask(onX(FIRST));
    await control(sandbox, 'setXApp', { credits: 0 });
    expect((await ask(onX(FIRST))).http).toBe(200);
    clock.advance(LIMITS.commentRefreshMs);
    expect((await ask(onX(FIRST))).http).toBe(402);
  });

  test('among other networks it is an entry of errors', { tags: ['COM-15', 'COM-18'] }, async () => {
    const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setXApp', { credits: 0 });
    const { http, body } = await ask(`/comments/${POST.everywhere}`);
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toMatchObject([{ platform: 'twitter', code: 416, id: everywhereOn('twitter') }]);
    expect(body).not.toHaveProperty('twitter');
    expect(body.facebook).toHaveLength(2);
  });
});

describe('the rate limit of the X app', { tags: ['COM-18'] }, () => {
  test('it counts all profiles that share the pair together: 364, HTTP 429', {
    tags: ['COM-18'],
  }, async () => {
    const { ask, sandbox, clock } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setAccount', { profile: 'acme', platform: 'twitter', token: 'ok' });
    await control(sandbox, 'setXApp', { rateMax: 2 });
    expect((await ask(onX(FIRST))).http).toBe(200);
    expect((await ask(onX('1800000000000000004'), { as: 'acme' })).http).toBe(200);
    expect((await ask(onX(SECOND))).http).toBe(429);
    const { http, body } = await ask(onX(UNKNOWN), { as: 'acme' });
    expect([http, body.code]).toEqual([429, 364]);
    const { windowMs } = (await control(sandbox, 'status')).body.limits.x;
    clock.advance(windowMs);
    expect((await ask(onX(SECOND))).http).toBe(200);
  });
});

describe('the authorization of an X account', () => {
  test.each(['expired', 'revoked'] as const)('%s: 272, HTTP 400', { tags: ['COM-18'] }, async (token) => {
    const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setAccount', { platform: 'twitter', token });
    const { http, body } = await ask(onX(FIRST));
    expect([http, body.code]).toEqual([400, 272]);
  });

  test('linked in the former way: 423, HTTP 403', { tags: ['AUTH-11'] }, async () => {
    const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setAccount', { platform: 'twitter', login: 'former' });
    for (const x of ['own', 'foreign'] as const) {
      const { http, body } = await ask(onX(FIRST), { x });
      expect([http, body.code]).toEqual([403, 423]);
    }
    expect((await ask(onX(FIRST), { x: 'none' })).body.code).toBe(419);
  });

  test('among other networks it is an entry of errors', { tags: ['AUTH-11'] }, async () => {
    const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'setAccount', { platform: 'twitter', login: 'former' });
    const { http, body } = await ask(`/comments/${POST.everywhere}`);
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toMatchObject([{ platform: 'twitter', code: 423 }]);
  });

  test('any other failure of X: 219, HTTP 400', { tags: ['COM-18'] }, async () => {
    const { ask, sandbox } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'addFault', { code: 219, network: 'twitter', count: 1 });
    const { http, body } = await ask(onX(FIRST));
    expect([http, body.code]).toEqual([400, 219]);
    expect((await ask(onX(FIRST))).http).toBe(200);
  });
});
