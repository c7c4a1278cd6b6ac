import { describe, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../../src/service/endpoints.ts';
import { ERRORS } from '../../../../src/service/errors.ts';
import { control } from '../../../support/control.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { POST, SLIGHT_SEED } from '../../../support/small-seed.ts';

const ALL = Object.keys(ERRORS).map(Number);
const isFailure = (code: number) => ERRORS[code]?.class !== 'ok';
const RESERVED = 489;
const CODES = ALL.filter((code) => isFailure(code) && code !== RESERVED);
const everywhere = `/comments/${POST.everywhere}`;
const onFacebook = '/comments/silent-facebook?searchPlatformId=true&platform=facebook';
const audio = '/media/instagram/audio/search?query=slow';

describe('every failure of the catalogue', async () => {
  const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
  await control(sandbox, 'setRateLimit', { max: null });

  test.each(CODES)('%i can be ordered for a whole request', async (code) => {
    await control(sandbox, 'addFault', { code, count: 1 });
    const whole = await ask('/user');
    expect(whole.http).toBe(ERRORS[code]?.http);
    expect(whole.body).toMatchObject({ action: ERRORS[code]?.action ?? 'user', status: 'error', code });
    expect((await ask('/user')).http).toBe(200);
  });

  const oneOfEachClass = Map.groupBy(CODES, (code) => ERRORS[code]?.class)
    .values()
    .map(([code = 0]) => code);

  test.each([...oneOfEachClass])('%i can be ordered for a network', async (code) => {
    await control(sandbox, 'addFault', { code, network: 'facebook', count: 1 });
    const { body } = await ask(everywhere);
    expect(body.status).toBe('partial');
    expect(body.errors).toMatchObject([{ platform: 'facebook', status: 'error', code }]);
    expect((await ask(everywhere)).body.status).toBe('success');
  });

  test.each(ALL.filter((code) => !isFailure(code)))('%i is no failure: 101', async (code) => {
    const { body } = await control(sandbox, 'addFault', { code });
    expect(body).toMatchObject({ code: 101, details: expect.stringContaining('warning or an empty result') });
    expect((await control(sandbox, 'listFaults')).body.faults).toEqual([]);
  });

  test.each([undefined, 'sendDm', 'getComments'] as const)(
    '489 is never returned, and cannot be ordered: %s',
    { tags: ['ENG-13'] },
    async (endpoint) => {
      const { http, body } = await control(sandbox, 'addFault', {
        code: RESERVED,
        ...(endpoint && { endpoint }),
      });
      expect([http, body]).toMatchObject([400, { code: 101, details: expect.stringContaining('reserved') }]);
      expect((await control(sandbox, 'listFaults')).body.faults).toEqual([]);
    },
  );

  test.each([0, 999, 100_000])('%i is no code of it: 101', async (code) => {
    expect((await control(sandbox, 'addFault', { code })).body).toMatchObject({ code: 101 });
    expect((await control(sandbox, 'listFaults')).body.faults).toEqual([]);
  });
});

describe('where it comes', () => {
  test('only at one call', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'addFault', { code: 499, endpoint: 'getHistory' });
    expect((await ask('/user')).http).toBe(200);
    expect((await ask('/history')).body).toMatchObject({
      action: 'history',
      code: 499,
      retryAvailable: true,
    });
  });

  test.each([
    ['getAudio', '/media/instagram/audio/880000000000001', 'instagram'],
    ['searchAudio', audio, 'instagram'],
    ['getPlatformHistory', '/history/facebook', 'facebook'],
    ['getComments', onFacebook, 'facebook'],
  ] as const)('at a network that %s calls', async (endpoint, path, network) => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'addFault', { code: 161, endpoint, network });
    expect((await ask(path)).body).toMatchObject({ code: 161, relink: true });
  });

  test.each([
    ['getUser', 'twitter', 'no network at all'],
    ['getHistory', 'instagram', 'no network at all'],
    ['getAudio', 'tiktok', 'only instagram'],
    ['getComments', 'pinterest', 'only bluesky, facebook'],
  ] as const)('%s never calls %s: 101', async (endpoint, network, why) => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    const { body } = await control(sandbox, 'addFault', { code: 499, endpoint, network });
    expect(body).toMatchObject({ code: 101, details: expect.stringContaining(why) });
  });

  test('the fault of a network does not meet another', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'addFault', { code: 161, network: 'tiktok' });
    for (const path of [onFacebook, audio, '/history/facebook']) expect((await ask(path)).http).toBe(200);
  });

  test('a call of no network is not affected by the fault of one', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'addFault', { code: 161, network: 'instagram' });
    for (const path of ['/user', '/profiles', '/history', `/post/${POST.everywhere}`])
      expect((await ask(path)).http).toBe(200);
  });

  test('access, rate, plan and parameters come before it', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'addFault', { code: 499 });
    expect((await ask('/user', { without: 'authorization' })).body.code).toBe(102);
    expect((await ask('/user?validate=maybe')).body.code).toBe(101);
    await control(sandbox, 'setPlan', { plan: 'premium' });
    expect((await ask('/profiles')).body.code).toBe(1403);
    await control(sandbox, 'setRateLimit', { max: 0 });
    expect((await ask('/user')).body.code).toBe(1429);
  });

  test('all networks of a read failing is the failure of the read', {
    tags: ['COM-15', 'U-37'],
  }, async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    for (const network of ['facebook', 'twitter'] as const)
      await control(sandbox, 'addFault', { code: 499, network });
    const { http, body } = await ask(`/comments/${POST.silent}`);
    expect(http).toBe(ERRORS[499]?.http);
    expect(body).toMatchObject({ status: 'error', code: 499, retryAvailable: true, id: POST.silent });
    expect(body.errors).toHaveLength(2);
  });

  test('every endpoint can be named', async () => {
    const { sandbox } = await smallSandbox(SLIGHT_SEED);
    for (const endpoint of Object.keys(ENDPOINTS) as EndpointName[]) // Object.keys forgets the names of the table
      expect((await control(sandbox, 'addFault', { code: 499, endpoint })).http).toBe(200);
  });
});

describe('how often', () => {
  const answers = async (ask: Awaited<ReturnType<typeof smallSandbox>>['ask'], times: number) => {
    const said: number[] = [];
    for (let time = 0; time < times; time++) said.push((await ask('/user')).http);
    return said;
  };

  test('as often as its count, then it is gone', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'addFault', { code: 101, count: 2 });
    expect(await answers(ask, 1)).toEqual([400]);
    expect((await control(sandbox, 'listFaults')).body.faults).toMatchObject([
      { id: 1, code: 101, remaining: 1 },
    ]);
    expect(await answers(ask, 2)).toEqual([400, 200]);
    expect((await control(sandbox, 'listFaults')).body.faults).toEqual([]);
  });

  test('without a number, until it is cleared', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    const { fault } = (await control(sandbox, 'addFault', { code: 101 })).body;
    expect(fault).toEqual({
      id: 1,
      code: 101,
      network: null,
      endpoint: null,
      remaining: null,
      probability: 1,
      variant: null,
    });
    expect(await answers(ask, 3)).toEqual([400, 400, 400]);
    expect((await control(sandbox, 'clearFaults')).body.cleared).toBe(1);
    expect(await answers(ask, 1)).toEqual([200]);
  });

  test('the oldest comes first, and a single one can be cleared', async () => {
    const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
    await control(sandbox, 'addFault', { code: 101 });
    await control(sandbox, 'addFault', { code: 186 });
    expect(await answers(ask, 1)).toEqual([400]);
    expect((await control(sandbox, 'clearFaults', { id: 1 })).body.cleared).toBe(1);
    expect((await control(sandbox, 'clearFaults', { id: 1 })).body.cleared).toBe(0);
    expect(await answers(ask, 1)).toEqual([404]);
  });

  test('by chance, and every sandbox draws the same', async () => {
    const draws: number[][] = [];
    for (const _store of [1, 2]) {
      const { sandbox, ask } = await smallSandbox(SLIGHT_SEED);
      await control(sandbox, 'addFault', { code: 101, probability: 0.3 });
      draws.push(await answers(ask, 50));
    }
    expect(draws[0]).toEqual(draws[1]);
    const failed = draws[0]?.filter((http) => http === 400).length ?? 0;
    expect(failed).toBeGreaterThan(5);
    expect(failed).toBeLessThan(25);
  });

  test.each([{ count: 0 }, { probability: 0 }, { probability: 1.1 }, { count: 1.5 }])(
    '%o: 101',
    async (input) => {
      const { sandbox } = await smallSandbox(SLIGHT_SEED);
      expect((await control(sandbox, 'addFault', { code: 101, ...input })).body.code).toBe(101);
    },
  );
});
