import { describe, expect, test } from 'vitest';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';

const { ask } = await smallSandbox();
const search = (query: string, as?: string) =>
  ask(`/media/instagram/audio/search?${query}`, as ? { as } : {});
const ids = (body: { audio: readonly { audioId: string }[] }) =>
  body.audio.map(({ audioId }) => audioId.slice(-1));

describe('search', () => {
  test.each([
    ['no query', ''],
    ['an empty one', 'query='],
    ['a blank one', 'query=%20%09'],
    ['an unknown type', 'query=slow&audioType=speech'],
    ['an empty type', 'query=slow&audioType='],
    ['a type in capitals', 'query=slow&audioType=Music'],
    [`limit under ${LIMITS.audioSearchLimit.min}`, 'query=slow&limit=0'],
    [`limit over ${LIMITS.audioSearchLimit.max}`, 'query=slow&limit=101'],
    ['a negative limit', 'query=slow&limit=-1'],
    ['a decimal', 'query=slow&limit=1.5'],
    ['a whole number as a decimal', 'query=slow&limit=1.0'],
    ['an exponent', 'query=slow&limit=1e1'],
    ['a hexadecimal', 'query=slow&limit=0x10'],
    ['an empty limit', 'query=slow&limit='],
    ['a word', 'query=slow&limit=ten'],
  ])('%s: 101', { tags: ['AUD-01', 'AUD-02', 'AUD-03'] }, async (_what, query) => {
    const { http, body } = await search(query);
    expect(http).toBe(400);
    expect(body).toMatchObject({ action: 'audio', status: 'error', code: 101 });
  });

  test('music by default; the query is echoed', { tags: ['AUD-02', 'AUD-04'] }, async () => {
    const { http, body } = await search('query=%20Slow');
    expect(http).toBe(200);
    expect(body).toMatchObject({ status: 'success', query: ' Slow' });
    expect(ids(body)).toEqual(['1', '2']);
    expect(ids((await search('query=slow&audioType=music')).body)).toEqual(['1', '2']);
    expect(ids((await search('query=slow&audioType=original_sound')).body)).toEqual(['4']);
  });

  test.each([
    ['every word counts', 'slow+river', ['1']],
    ['case and accents do not', 'UNAL+sohne', ['1']],
    ['the words behind a track do', 'travel', ['2']],
    ['nothing is found: a success with an empty list', 'nothing+of+the+kind', []],
    ['what is unavailable is not found', 'gone', []],
  ])('%s', { tags: ['AUD-04'] }, async (_what, query, expected) => {
    const { http, body } = await search(`query=${query}`);
    expect([http, body.status]).toEqual([200, 'success']);
    expect(ids(body)).toEqual(expected);
  });

  test('limit bounds the response; by default the network decides', { tags: ['AUD-03'] }, async () => {
    expect((await search('query=beat&limit=1')).body.audio).toHaveLength(1);
    expect((await search('query=beat&limit=100')).body.audio).toHaveLength(30);
    expect((await search('query=beat')).body.audio).toHaveLength(25);
  });

  test('a track has the fields of the table, and unknown ones are omitted', {
    tags: ['AUD-04'],
  }, async () => {
    const { body } = await search('query=slow');
    expect(fieldsOutside(ENDPOINTS.searchAudio.answer, body)).toEqual([]);
    expect(body.audio[1]).toEqual({
      audioId: '880000000000002',
      title: 'Slow Train',
      audioType: 'music',
      isAdsEligible: true,
    });
  });
});

describe('lookup', () => {
  test('a track by its id', { tags: ['AUD-04'] }, async () => {
    const { http, body } = await ask('/media/instagram/audio/880000000000003');
    expect(http).toBe(200);
    expect(body).toEqual({ status: 'success', audio: { audioId: '880000000000003' } });
  });

  test.each([
    ['unknown', 'nope'],
    ['unavailable', '880000000000005'],
  ])('a track that is %s: 517', { tags: ['AUD-06'] }, async (_what, id) => {
    const { http, body } = await ask(`/media/instagram/audio/${id}`);
    expect(http).toBe(400);
    expect(body).toMatchObject({ action: 'audio', status: 'error', code: 517, platform: 'instagram', id });
  });

  // it takes no query, and clients in use send parameters that were not requested
  test('a query is not looked at', async () => {
    const { http, body } = await ask('/media/instagram/audio/880000000000003?limit=1');
    expect([http, body.audio.audioId]).toEqual([200, '880000000000003']);
  });
});

test.each(['/search', '/search?query=slow&limit=many', '/search?query=%20', '/%20', '/7?nonsense=1'])(
  '514 before what is wrong with the parameters: %s',
  { tags: ['AUD-05', 'AUD-06'] },
  async (path) => {
    const { http, body } = await ask(`/media/instagram/audio${path}`, { as: 'acme' });
    expect([http, body]).toMatchObject([400, { action: 'audio', code: 514, platform: 'instagram' }]);
  },
);

type AudioAccountChange = Omit<ControlInput<'setAccount'>, 'platform' | 'profile'>;

const IN_ORDER = {
  linked: true,
  token: 'ok',
  login: 'page',
  permission: 'granted',
  standing: 'good',
} as const;
const steeredSandbox = await smallSandbox();

describe.each(['/media/instagram/audio/search?query=slow', '/media/instagram/audio/880000000000001'])(
  '%s',
  (path) => {
    const refusal = path.includes('search') ? 239 : 517;
    const { sandbox: steered, ask: askSteered } = steeredSandbox;

    test('instagram linked by the direct login: 514', { tags: ['AUD-05', 'AUD-06'] }, async () => {
      const { http, body } = await ask(path, { as: 'acme' });
      expect([http, body.code]).toEqual([400, 514]);
    });

    test('instagram not linked: 156', { tags: ['AUD-05'] }, async () => {
      const { http, body } = await ask(path, { as: 'bare' });
      expect([http, body.code]).toEqual([400, 156]);
    });

    test.each<[string, AudioAccountChange, number, number]>([
      ['no longer linked', { linked: false }, 156, 400],
      ['authorization expired', { token: 'expired' }, 161, 400],
      ['authorization revoked', { token: 'revoked' }, 161, 400],
      ['the permission is missing', { permission: 'missing' }, 425, 400],
      ['instagram refuses the account', { standing: 'restricted' }, refusal, 400],
      ['instagram asks for proof of identity', { standing: 'unverified' }, 326, 403],
      ['linked directly, which only another link fixes', { login: 'direct', token: 'revoked' }, 514, 400],
      ['authorization before permission', { token: 'expired', permission: 'missing' }, 161, 400],
      ['permission before refusal', { permission: 'missing', standing: 'restricted' }, 425, 400],
    ])('%s: %o is %i', { tags: ['AUD-05', 'AUD-06'] }, async (_why, parts, code, status) => {
      await control(steered, 'setAccount', { platform: 'instagram', ...IN_ORDER, ...parts });
      const { http, body } = await askSteered(path);
      expect([http, body.code, body.action, body.platform]).toEqual([status, code, 'audio', 'instagram']);
      expect(body.relink).toBe(code === 161 ? true : undefined);
    });

    test('in order again, it works', { tags: ['AUD-05'] }, async () => {
      await control(steered, 'setAccount', { platform: 'instagram', ...IN_ORDER });
      expect((await askSteered(path)).http).toBe(200);
    });
  },
);
