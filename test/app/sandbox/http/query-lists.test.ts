import { describe, expect, test } from 'vitest';
import { readQueryList } from '../../../../src/domain/json/bounded-json.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { commentWriter } from '../../../support/sandbox/comment-writer.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { POST } from '../../../support/small-seed.ts';

const small = await smallSandbox();
const { ask } = small;
const { create } = commentWriter(small);

interface ListSpelling {
  readonly id: string;
  readonly title: string;
  readonly profileTitle: string;
}
const idsIn = async (query: string) =>
  (await ask(`/history?${query}`)).body.history.map(({ id }: ListSpelling) => id).toSorted();
const titlesIn = async (query: string) =>
  (await ask(`/profiles?${query}`)).body.profiles.map(({ title }: ListSpelling) => title);
const keyOf = (alias: string) =>
  small.sandbox.credentials.profiles.find((profile) => profile.alias === alias)?.profileKey ?? '';
const json = (...values: readonly string[]) => encodeURIComponent(JSON.stringify(values));

/** One list in every spelling that clients send. */
const spellings = (name: string, [one, other]: readonly [string, string]): readonly [string, string][] => [
  ['comma list', `${name}=${one},${other}`],
  ['comma list with spaces', `${name}=${one},%20${other}`],
  ['repeated', `${name}=${one}&${name}=${other}`],
  ['JSON text', `${name}=${json(one, other)}`],
  ['JSON text with spaces', `${name}=%20[%22${one}%22,%20%22${other}%22]`],
  ['numbered brackets', `${name}[0]=${one}&${name}[1]=${other}`],
  ['numbered brackets, escaped', `${name}%5B0%5D=${one}&${name}%5B1%5D=${other}`],
  ['empty brackets', `${name}[]=${one}&${name}[]=${other}`],
  ['empty brackets with JSON text', `${name}[]=${json(one, other)}`],
  ['two spellings at once', `${name}=${one}&${name}[0]=${other}`],
];

describe('JSON text with a list in a list', { tags: ['D8'] }, () => {
  const nested = (levels: number) => `${'['.repeat(levels)}"instagram"${']'.repeat(levels)}`;

  test.each(
    [
      '/history?platforms=',
      '/history?platforms[0]=',
      '/history?profileKeys=',
      '/profiles?profileKeys=',
    ].flatMap((start) => [2, ASSUMED.jsonNesting + 1, 50_000].map((levels) => [start, levels] as const)),
  )('%s with %i levels is 400 with code 101', async (start, levels) => {
    expect(await ask(`${start}${encodeURIComponent(nested(levels))}`)).toMatchObject({
      http: 400,
      body: { status: 'error', code: 101 },
    });
  });

  test('of a text past the limit nothing is parsed', () => {
    const list = (text: string) => readQueryList(new URLSearchParams({ a: text }), 'a');
    const [atLimit, past] = [nested(ASSUMED.jsonNesting), nested(ASSUMED.jsonNesting + 1)];
    expect(list(atLimit)).toEqual(JSON.parse(atLimit));
    expect(list(past)).toEqual([[past]]);
  });
});

describe('platforms of GET /history', () => {
  const both = [
    POST.allFail,
    POST.everywhere,
    POST.failedOnly,
    POST.onX,
    POST.pendingAmongOthers,
    POST.replyOnX,
    POST.silent,
  ];

  test.each(spellings('platforms', ['tiktok', 'twitter']))('%s', async (_what, query) => {
    expect(await idsIn(query)).toEqual(both.toSorted());
  });

  test.each([
    ['plain', 'platforms=reddit'],
    ['JSON text', `platforms=${json('reddit')}`],
    ['numbered brackets', 'platforms[0]=reddit&source=npm'],
  ])('one value: %s', async (_what, query) => expect(await idsIn(query)).toEqual([POST.everywhere]));

  test('an empty list is no filter', async () => {
    expect(await idsIn('platforms=[]')).toEqual(await idsIn(''));
  });

  test.each([
    `platforms=${json('x')}`,
    'platforms[0]=x',
    'platforms=["reddit"',
    'platforms=[1]',
    'platforms={"a":"reddit"}',
    'platforms=',
    'platforms=reddit,',
  ])('%s: 101, which names the parameter', async (query) => {
    const { http, body } = await ask(`/history?${query}`);
    expect([http, body.code, body.action]).toEqual([400, 101, 'history']);
    expect(body.details).toContain('platforms');
  });

  test('twitter in any spelling needs the X pair', { tags: ['AUTH-08'] }, async () => {
    for (const [, query] of spellings('platforms', ['tiktok', 'twitter'])) {
      expect((await ask(`/history?${query}`, { x: 'none' })).body.code).toBe(419);
    }
  });
});

describe('profileKeys', () => {
  const keys = (): readonly [string, string] => [keyOf('acme'), keyOf('bare')];
  const allSpellings = spellings('profileKeys', keys()).map(([what]) => what);

  test.each(allSpellings)('GET /profiles, %s: those profiles only', async (what) => {
    const query = spellings('profileKeys', keys()).find(([each]) => each === what)?.[1] ?? '';
    expect(await titlesIn(query)).toEqual(['Acme', 'Bare']);
    expect(await titlesIn(`profileKeys[0]=${keyOf('bare')}`)).toEqual(['Bare']);
    expect(await titlesIn(`profileKeys[0]=${keyOf('bare')}&title=Acme`)).toEqual([]);
    expect(await titlesIn('profileKeys[]=UNKNOWN')).toEqual([]);
  });

  test.each(allSpellings)('GET /history, %s: the posts of those profiles', async (what) => {
    const query = spellings('profileKeys', keys()).find(([each]) => each === what)?.[1] ?? '';
    expect(await idsIn(query)).toEqual([POST.acme, POST.unlinked].toSorted());
  });

  test('GET /history of one profile returns its reference id, of several that of the caller', async () => {
    const refIdOf = async (query: string) => (await ask(`/history${query}`)).body.refId;
    const [acme, bare] = keys();
    const own = (await ask('/history', { as: 'acme' })).body;
    const one = (await ask(`/history?profileKeys[0]=${acme}`)).body;
    expect(one).toEqual(own);
    expect(await refIdOf(`?profileKeys=${acme},${bare}`)).toBe(await refIdOf(''));
  });

  test('GET /history: of several profiles the newest first, up to the limit', async () => {
    const { body } = await ask(`/history?profileKeys=${keys().join(',')}&limit=1`);
    expect([body.count, body.history.length]).toEqual([1, 1]);
  });

  test('GET /history of an unknown key: 102, as a Profile-Key header', async () => {
    const { http, body } = await ask(`/history?profileKeys[0]=${keyOf('acme')}&profileKeys[1]=UNKNOWN`);
    expect([http, body.code]).toEqual([403, 102]);
    expect(body.details).toContain('profileKeys');
    expect(JSON.stringify(body)).not.toContain(keyOf('acme'));
  });
});

test('includesActiveSocialAccounts of GET /profiles: profiles that have all of these linked', async () => {
  expect(await titlesIn(`includesActiveSocialAccounts=${json('facebook', 'instagram')}`)).toEqual(['Acme']);
  expect(
    await titlesIn('includesActiveSocialAccounts[0]=facebook&includesActiveSocialAccounts[1]=reddit'),
  ).toEqual([]);
});

describe('DELETE /comments with everything in the query', () => {
  test.each([
    ['comma list', 'platforms=facebook'],
    ['JSON text', `platforms=${json('facebook')}`],
    ['numbered brackets', 'platforms[0]=facebook'],
    ['empty brackets', 'platforms[]=facebook'],
  ])('platforms as %s', async (_what, query) => {
    const made = (await create(POST.silent, { comment: 'x', platforms: ['facebook'] })).body;
    const id = made.facebook.commentId;
    const { http, body } = await ask(`/comments?id=${id}&searchPlatformId=true&${query}`, {
      method: 'DELETE',
    });
    expect([http, body.facebook?.id]).toEqual([200, id]);
  });
});
