import { describe, expect, expectTypeOf, test } from 'vitest';
import { AudioType } from '../../../src/facts/audio.ts';
import type { EndpointAnswer, EndpointInput } from '../../../src/facts/endpoint.ts';
import type { getAudio, searchAudio } from '../../../src/facts/endpoints/audio.ts';
import type { getComments } from '../../../src/facts/endpoints/comments.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/facts/endpoints.ts';
import { ERRORS } from '../../../src/facts/errors.ts';
import { LIMITS } from '../../../src/facts/limits.ts';
import { Plan } from '../../../src/facts/plans.ts';
import { Platform, SOCIAL_COMMENT_PLATFORMS, SOCIAL_POST_PLATFORMS } from '../../../src/facts/platforms.ts';
import { PostRecord, PostStatus, PostType } from '../../../src/facts/posts.ts';
import { LinkedAccount, ProfileEntry, ProfilesAnswer, UserAnswer } from '../../../src/facts/profiles.ts';
import { listQuoted, readDocTable, readServiceDoc } from '../../support/read-doc.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // Object.keys forgets the names of a constant table

function faults(name: EndpointName, query: unknown): Record<string, string> {
  const issues = ENDPOINTS[name].query.safeParse(query).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('every endpoint', () => {
  test.each(NAMES)('%s names only codes of the catalogue', (name) => {
    for (const code of ENDPOINTS[name].errors) expect(ERRORS).toHaveProperty(`${code}`);
  });

  test.each(NAMES)('%s has a parameter for each gap of its path, and no other', (name) => {
    const { path, params } = ENDPOINTS[name];
    expect(Object.keys(params.shape)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap));
  });

  test.each(NAMES)('%s refuses an empty part of its path and a query that nobody knows', (name) => {
    const { params, query } = ENDPOINTS[name];
    for (const gap of Object.keys(params.shape)) expect(params.safeParse({ [gap]: ' ' }).success).toBe(false);
    expect(query.safeParse({ query: 'rain', nobodyKnows: 1 }).success).toBe(false);
  });

  test('stands at the method and path of the documents', () => {
    const listed = readDocTable('endpoints', 'Method', 'Path').map(
      ([method = '', path = '']) => `${method} ${listQuoted(path)[0]}`,
    );
    const more = [
      'undescribed-comment-dialects',
      'undescribed-audio',
      'undescribed-posts',
      'undescribed-post-routes',
      'undescribed-history',
      'undescribed-profiles',
      'undescribed-remaining',
      'undescribed-webhooks',
    ];
    const called = more
      .flatMap((file) => listQuoted(readServiceDoc(file)))
      .map((call) => call.replace(/\?.*/, ''));
    for (const name of NAMES) {
      expect([...listed, ...called]).toContain(`${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`);
    }
  });

  test.each(NAMES)(
    'AUTH-10 AUTH-12 U-40 %s is open to all four plans, unless it is about User Profiles, automations or webhooks',
    (name) => {
      const aboutMore = /^\/(profiles|automations|hook\/webhook)\b/.test(ENDPOINTS[name].path);
      const withoutPremium = Plan.options.filter((plan) => plan !== 'premium');
      expect(ENDPOINTS[name].plans).toEqual(aboutMore ? withoutPremium : Plan.options);
    },
  );
});

test('the errors of automations are those that the document lists, and the code for a plan without them', () => {
  const [, listed = ''] = /^Errors: ([\d, ]+) /m.exec(readServiceDoc('automations-endpoints')) ?? [];
  const ours = NAMES.filter((name) => ENDPOINTS[name].path.startsWith('/automations'));
  const codes = new Set(ours.flatMap((name) => ENDPOINTS[name].errors));
  expect([...codes].sort()).toEqual(listed.split(', ').map(Number));
});

describe('GET /comments/{id}: three forms and no other', () => {
  test('COM-04 its query has the names and types of the table', () => {
    const rows = readDocTable('get-comments', 'Name', 'Type', 'Default', 'Rule');
    const { shape } = ENDPOINTS.getComments.query;
    expect(Object.keys(shape)).toEqual(rows.map(([name = '']) => listQuoted(name)[0]));
    expect(shape.searchPlatformId.safeParse('true').success).toBe(false);
  });

  const legal: [form: string, query: EndpointInput<typeof getComments>['query']][] = [
    ['COM-04 by Service Post ID', {}],
    ['COM-04 by Service Post ID, said at length', { searchPlatformId: false, commentId: false }],
  ];
  for (const platform of SOCIAL_POST_PLATFORMS) {
    legal.push([`COM-05 by Social Post ID on ${platform}`, { searchPlatformId: true, platform }]);
  }
  for (const platform of SOCIAL_COMMENT_PLATFORMS) {
    legal.push([
      `COM-06 by Social Comment ID on ${platform}`,
      { commentId: true, searchPlatformId: true, platform },
    ]);
  }

  test.each(legal)('%s', (_form, query) => expect(faults('getComments', query)).toEqual({}));

  const post =
    /Social Post ID is read with searchPlatformId=true and platform one of bluesky, facebook, .*youtube$/;
  const comment =
    /Social Comment ID is read with commentId=true, searchPlatformId=true and platform one of facebook, instagram, linkedin$/;

  test.each([
    [
      'COM-04 searchPlatformId without platform',
      { searchPlatformId: true },
      { platform: new RegExp(`^must be given; a ${post.source}`) },
    ],
    ['COM-04 commentId without platform', { commentId: true, searchPlatformId: true }, { platform: comment }],
    [
      'COM-04 commentId without searchPlatformId',
      { commentId: true, platform: 'instagram' },
      { searchPlatformId: comment },
    ],
    [
      'COM-04 commentId against searchPlatformId',
      { commentId: true, searchPlatformId: false, platform: 'facebook' },
      { searchPlatformId: comment },
    ],
    ['COM-04 commentId alone', { commentId: true }, { searchPlatformId: comment, platform: comment }],
    ['COM-04 platform with a Service Post ID', { platform: 'instagram' }, { platform: post }],
    [
      'COM-04 a platform that nobody knows',
      { searchPlatformId: true, platform: 'myspace' },
      { platform: /^must be one of bluesky, / },
    ],
    ['COM-05 reddit by Social Post ID', { searchPlatformId: true, platform: 'reddit' }, { platform: post }],
  ])('%s is refused, and the legal form named', (_form, query, expected) => {
    const found = faults('getComments', query);
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    for (const [field, words] of Object.entries(expected)) expect(found[field]).toMatch(words);
  });

  test.each(
    Platform.options.filter((platform) => !SOCIAL_POST_PLATFORMS.some((known) => known === platform)),
  )('COM-05 %s cannot be asked by Social Post ID', (platform) => {
    expect(faults('getComments', { searchPlatformId: true, platform })).toHaveProperty('platform');
  });

  test.each(
    Platform.options.filter((platform) => !SOCIAL_COMMENT_PLATFORMS.some((known) => known === platform)),
  )('COM-06 %s cannot be asked by Social Comment ID', (platform) => {
    const query = { commentId: true, searchPlatformId: true, platform };
    expect(faults('getComments', query)).toHaveProperty('platform');
  });

  test('its input needs an id, and its answer keeps what is not listed', () => {
    expectTypeOf<EndpointInput<typeof getComments>>().toExtend<{ readonly params: { id: string } }>();
    expectTypeOf<{ params: { id: string } }>().toExtend<EndpointInput<typeof getComments>>();
    expectTypeOf<EndpointAnswer<typeof getComments>['mastodon']>().toEqualTypeOf<unknown>();
    expectTypeOf<{ params: { audioId: string } }>().toExtend<EndpointInput<typeof getAudio>>();
    expectTypeOf<{ query: { query: string } }>().toExtend<EndpointInput<typeof searchAudio>>();
    expectTypeOf<Record<never, never>>().not.toExtend<EndpointInput<typeof searchAudio>>();
  });
});

describe('the search for audio', () => {
  const { min, max } = LIMITS.audioSearchLimit;

  test('AUD-01 its query has the names of the table', () => {
    const rows = readDocTable('audio-search', 'Item', 'Kind', 'Rule').filter(([, kind = '']) =>
      kind.startsWith('query'),
    );
    expect(Object.keys(ENDPOINTS.searchAudio.query.shape)).toEqual(
      rows.map(([name = '']) => listQuoted(name)[0]),
    );
  });

  test('AUD-02 its types are those of the table', () => {
    const row = readDocTable('audio-search', 'Item', 'Kind', 'Rule').find(([item]) => item === '`audioType`');
    expect(AudioType.options).toEqual(listQuoted(row?.[2] ?? ''));
  });

  test.each([
    ['AUD-01 a keyword', { query: 'slow river' }],
    ['AUD-02 music', { query: 'rain', audioType: 'music' }],
    ['AUD-02 original sound', { query: 'rain', audioType: 'original_sound' }],
    ['AUD-03 the smallest limit', { query: 'rain', limit: min }],
    ['AUD-03 the largest limit', { query: 'rain', limit: max }],
  ])('%s', (_what, query) => expect(faults('searchAudio', query)).toEqual({}));

  test('AUD-03 a limit left out stays out', () => {
    expect(ENDPOINTS.searchAudio.query.parse({ query: 'rain' })).toEqual({ query: 'rain' });
  });

  test.each([
    ['AUD-01 no keyword', {}, { query: 'must be given' }],
    ['AUD-01 an empty keyword', { query: '' }, { query: 'must not be blank' }],
    ['AUD-01 a blank keyword', { query: ' \t\n' }, { query: 'must not be blank' }],
    [
      'AUD-02 another type',
      { query: 'rain', audioType: 'Music' },
      { audioType: 'must be music or original_sound' },
    ],
    ['AUD-03 too small', { query: 'rain', limit: min - 1 }, { limit: `must be ${min} at least` }],
    ['AUD-03 too large', { query: 'rain', limit: max + 1 }, { limit: `must be ${max} at most` }],
    [
      'AUD-03 a fraction',
      { query: 'rain', limit: 1.5 },
      { limit: `must be a whole number from ${min} to ${max}` },
    ],
    [
      'AUD-03 a text',
      { query: 'rain', limit: '5' },
      { limit: `must be a whole number from ${min} to ${max}` },
    ],
  ])('%s is refused', (_what, query, expected) => expect(faults('searchAudio', query)).toEqual(expected));
});

describe('the history', () => {
  const row = (item: string) =>
    readDocTable('undescribed-history', 'Part', 'Shape').find(([part]) => part === item)?.[1] ?? '';
  const { historyLimit, historyDays, platformHistoryLimit } = LIMITS;

  test('its query has the names of the table, their limits and defaults', () => {
    const names = listQuoted(row('`GET /history` query')).filter((name) => /^[a-zA-Z]+$/.test(name));
    // clients in use also send `profileKeys`
    const { profileKeys: _, ...shape } = ENDPOINTS.getHistory.query.shape;
    const known = Object.keys(shape);
    expect([...new Set(names)].toSorted()).toEqual(known.toSorted());
    expect(row('`GET /history` query')).toContain(
      `\`limit\` ${historyLimit.min} to ${historyLimit.max} (${historyLimit.default}), \`lastDays\` (${historyDays};`,
    );
    expect(row('`GET /history/{platform}`')).toContain(
      `\`limit\` ${platformHistoryLimit.min} to ${platformHistoryLimit.max} (${platformHistoryLimit.default})`,
    );
  });

  test('its records have the fields and states of the table', () => {
    const fields = listQuoted(row('record')).map((field) => field.replace('[]', ''));
    const values: readonly string[] = PostType.options;
    expect(fields.filter((field) => !values.includes(field)).toSorted()).toEqual(
      Object.keys(PostRecord.shape).toSorted(),
    );
    const states = listQuoted(row('statuses')).filter((state) => state !== 'scheduled');
    expect([...new Set(states)].toSorted()).toEqual(PostStatus.options.toSorted());
  });

  test.each([
    ['a network that nobody knows', { platforms: ['instagram', 'myspace'] }, 'platforms.1'],
    ['an empty list of networks', { platforms: [''] }, 'platforms.0'],
    ['a limit of nothing', { limit: 0 }, 'limit'],
    ['too large a limit', { limit: historyLimit.max + 1 }, 'limit'],
    ['days before today', { lastDays: -1 }, 'lastDays'],
    ['a day that is none', { startDate: '2026-02-30' }, 'startDate'],
    ['a time without a zone', { endDate: '2026-02-20T10:00:00' }, 'endDate'],
    ['another status', { status: 'done' }, 'status'],
    ['another type', { type: 'later' }, 'type'],
    ['a blank id', { autoRepostId: ' ' }, 'autoRepostId'],
  ])('%s is refused', (_what, query, field) => {
    expect(Object.keys(faults('getHistory', query))).toEqual([field]);
  });

  test.each([
    ['a day', { startDate: '2026-02-28' }],
    ['a time', { endDate: '2026-02-28T10:00:00Z' }],
    ['a time with an offset', { endDate: '2026-02-28T10:00:00+02:00' }],
    ['several networks', { platforms: ['instagram', 'gmb'] }],
    ['all the days', { lastDays: 0, limit: historyLimit.max }],
  ])('%s is taken', (_what, query) => expect(faults('getHistory', query)).toEqual({}));
});

test('users and profiles have the fields of the table', () => {
  const routes = readDocTable('undescribed-profiles', 'Route', 'Request', 'Answer');
  const answerOf = (route: string) => routes.find(([each]) => each === `\`${route}\``)?.[2] ?? '';
  const named = (text: string) => listQuoted(text).map((name) => name.replace('[]', ''));
  expect(Object.keys(UserAnswer.shape).toSorted()).toEqual(named(answerOf('GET /user')).toSorted());
  expect([...Object.keys(ProfilesAnswer.shape), 'hasMore', 'nextCursor', 'limit'].toSorted()).toEqual(
    named(answerOf('GET /profiles')).toSorted(),
  );
  const parts = readDocTable('undescribed-profiles', 'Part', 'Shape');
  const shapeOf = (name: string) => parts.find(([part]) => part === `\`${name}\` entry`)?.[1] ?? '';
  expect(Object.keys(ProfileEntry.shape)).toEqual(named(shapeOf('profiles[]')));
  expect(Object.keys(LinkedAccount.shape).toSorted()).toEqual(named(shapeOf('displayNames[]')).toSorted());
});
