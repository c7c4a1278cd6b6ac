import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import {
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
  NO_INPUT,
} from '../../../src/service/endpoint.ts';
import type { getComments } from '../../../src/service/endpoints/comments.ts';
import { AudioType, type getAudio, type searchAudio } from '../../../src/service/endpoints/media.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/service/endpoints.ts';
import { ERRORS } from '../../../src/service/errors.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { Plan } from '../../../src/service/plans.ts';
import { Platform, SOCIAL_COMMENT_PLATFORMS, SOCIAL_POST_PLATFORMS } from '../../../src/service/platforms.ts';
import { POST_OPTIONS, PostBody } from '../../../src/service/post-body.ts';
import { PostRecord, PostStatus, PostType } from '../../../src/service/posts.ts';
import { LinkedAccount, ProfileEntry, ProfilesAnswer, UserAnswer } from '../../../src/service/profiles.ts';
import {
  listFields,
  listQuoted,
  readDocExamples,
  readDocProse,
  readDocTable,
} from '../../support/docs/read-doc.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
// Object.keys forgets the names of a constant table

/** An endpoint with the parts of a request that are empty. */
function wholeEndpoint(name: EndpointName) {
  const { params = NO_INPUT, query = NO_INPUT, ...endpoint }: Endpoint = ENDPOINTS[name];
  return { ...endpoint, params, query };
}

function faults(name: EndpointName, query: unknown): Record<string, string> {
  const issues = wholeEndpoint(name).query.safeParse(query).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('every endpoint', () => {
  test.each(NAMES)('%s names only codes of the catalogue', (name) => {
    for (const code of ENDPOINTS[name].errors) expect(ERRORS).toHaveProperty(`${code}`);
  });

  test.each(NAMES)('%s has a parameter for each gap of its path, and no other', (name) => {
    const { path, params } = wholeEndpoint(name);
    expect(Object.keys(params.shape)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap));
  });

  test.each(NAMES)(
    '%s has an answer whose schema only checks, so that the answer itself can be used',
    (name) => {
      const { answer } = ENDPOINTS[name];
      expect(z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' })).toEqual(
        z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }),
      );
    },
  );

  test.each(NAMES)('%s has a sample that fits its schemas', (name) => {
    const { sample, params, query, body, invalidBody } = wholeEndpoint(name);
    expect(params.safeParse(sample.params ?? {}).error).toBeUndefined();
    expect(query.safeParse(sample.query ?? {}).error).toBeUndefined();
    expect(sample.body === undefined).toBe(body === undefined);
    if (invalidBody === undefined) expect(body?.safeParse(sample.body).error).toBeUndefined();
  });

  test.each(NAMES)('%s refuses an empty part of its path and an unknown query', (name) => {
    const { params, query } = wholeEndpoint(name);
    for (const gap of Object.keys(params.shape)) expect(params.safeParse({ [gap]: ' ' }).success).toBe(false);
    expect(query.safeParse({ query: 'rain', unknown: 1 }).success).toBe(false);
  });

  const rows = readDocTable(
    'service/endpoints',
    'endpoints',
    'method',
    'path',
    'purpose',
    'plans',
    'sandbox',
  );

  test('is in the table, and the table has no other that the sandbox serves', () => {
    const served = rows
      .filter(([, , , , sandbox]) => sandbox === 'yes')
      .map(([method, path = '']) => `${method} ${listQuoted(path)[0]}`);
    const ours = NAMES.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`);
    expect(ours.toSorted()).toEqual(served.toSorted());
  });

  test.each(NAMES)('%s has the plans of the table', { tags: ['AUTH-10', 'AUTH-12', 'U-40'] }, (name) => {
    const { method, path, plans } = ENDPOINTS[name];
    const row = rows.find((cells) => cells[0] === method && cells[1] === `\`${path}\``);
    expect(row?.[3]).toBe(plans.includes('premium') ? 'Premium +' : 'Launch +');
  });

  test.each(NAMES)(
    '%s is open to all four plans, unless it is about User Profiles, automations, messages or webhooks',
    { tags: ['AUTH-10', 'AUTH-12', 'U-40'] },
    (name) => {
      const aboutMore = /^\/(profiles|automations|messages|hook\/webhook)\b/.test(ENDPOINTS[name].path);
      const withoutPremium = Plan.options.filter((plan) => plan !== 'premium');
      expect(ENDPOINTS[name].plans).toEqual(aboutMore ? withoutPremium : Plan.options);
    },
  );
});

describe('the errors of automations', () => {
  const OPERATIONS = {
    create: 'createAutomation',
    list: 'listAutomations',
    retrieve: 'getAutomation',
    update: 'updateAutomation',
    delete: 'deleteAutomation',
    activity: 'listActivity',
  } as const;
  const rows = readDocTable('service/automations', 'errors', 'code', 'HTTP', 'endpoint');

  test.each(Object.entries(OPERATIONS))('of %s are those of the table', (operation, name) => {
    const listed = rows.filter(([, , on = '']) => on === 'all' || on.split(', ').includes(operation));
    expect(ENDPOINTS[name].errors).toEqual(listed.map(([code]) => Number(code)));
  });

  test('have the HTTP statuses of the table', () => {
    for (const [code, http] of rows) expect(ERRORS[Number(code)]?.http).toBe(Number(http));
  });
});

describe('GET /comments/{id}: three forms and no other', { tags: ['COM-04'] }, () => {
  test('its query has the names and types of the table', { tags: ['COM-04'] }, () => {
    const rows = readDocTable('service/comments', 'query', 'parameter', 'type', 'default', 'rule');
    const { shape } = ENDPOINTS.getComments.query;
    expect(Object.keys(shape)).toEqual(rows.map(([name = '']) => listQuoted(name)[0]));
    expect(shape.searchPlatformId.safeParse('true').success).toBe(false);
  });

  const legal: [form: string, query: EndpointInput<typeof getComments>['query']][] = [
    ['by Service Post ID', {}],
    ['by Service Post ID, in the long form', { searchPlatformId: false, commentId: false }],
  ];
  for (const platform of SOCIAL_POST_PLATFORMS) {
    legal.push([`by Social Post ID on ${platform}`, { searchPlatformId: true, platform }]);
  }
  for (const platform of SOCIAL_COMMENT_PLATFORMS) {
    legal.push([
      `by Social Comment ID on ${platform}`,
      { commentId: true, searchPlatformId: true, platform },
    ]);
  }

  test.each(legal)('%s', { tags: ['COM-05', 'COM-06', 'COM-04'] }, (_form, query) =>
    expect(faults('getComments', query)).toEqual({}),
  );

  const post =
    /Social Post ID is read with searchPlatformId=true and platform one of bluesky, facebook, .*youtube$/;
  const comment =
    /Social Comment ID is read with commentId=true, searchPlatformId=true and platform one of facebook, instagram, linkedin$/;

  test.each([
    [
      'searchPlatformId without platform',
      { searchPlatformId: true },
      { platform: new RegExp(`^is required; a ${post.source}`) },
    ],
    ['commentId without platform', { commentId: true, searchPlatformId: true }, { platform: comment }],
    [
      'commentId without searchPlatformId',
      { commentId: true, platform: 'instagram' },
      { searchPlatformId: comment },
    ],
    [
      'commentId against searchPlatformId',
      { commentId: true, searchPlatformId: false, platform: 'facebook' },
      { searchPlatformId: comment },
    ],
    ['only commentId', { commentId: true }, { searchPlatformId: comment, platform: comment }],
    ['platform with a Service Post ID', { platform: 'instagram' }, { platform: post }],
    [
      'an unknown platform',
      { searchPlatformId: true, platform: 'myspace' },
      { platform: /^must be one of bluesky, / },
    ],
    ['reddit by Social Post ID', { searchPlatformId: true, platform: 'reddit' }, { platform: post }],
  ])('%s is refused, and the legal form named', { tags: ['COM-04', 'COM-05'] }, (_form, query, expected) => {
    const found = faults('getComments', query);
    expect(Object.keys(found)).toEqual(Object.keys(expected));
    for (const [field, words] of Object.entries(expected)) expect(found[field]).toMatch(words);
  });

  test.each(
    Platform.options.filter((platform) => !SOCIAL_POST_PLATFORMS.some((known) => known === platform)),
  )('%s cannot be asked by Social Post ID', { tags: ['COM-05'] }, (platform) => {
    expect(faults('getComments', { searchPlatformId: true, platform })).toHaveProperty('platform');
  });

  test.each(
    Platform.options.filter((platform) => !SOCIAL_COMMENT_PLATFORMS.some((known) => known === platform)),
  )('%s cannot be asked by Social Comment ID', { tags: ['COM-06'] }, (platform) => {
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

  const rows = readDocTable('service/audio', 'search', 'parameter', 'type', 'default', 'rule');

  test('its query has the parameters of the table', { tags: ['AUD-01', 'AUD-03'] }, () => {
    expect(Object.keys(ENDPOINTS.searchAudio.query.shape)).toEqual(
      rows.map(([name = '']) => listQuoted(name)[0]),
    );
    expect(rows.find(([name]) => name === '`limit`')?.[3]).toBe(`${min} to ${max}`);
  });

  test('its types are those of the table', { tags: ['AUD-02'] }, () => {
    const row = rows.find(([name]) => name === '`audioType`');
    expect(AudioType.options).toEqual(listQuoted(row?.[3] ?? ''));
  });

  test.each([
    ['a keyword', { query: 'slow river' }],
    ['music', { query: 'rain', audioType: 'music' }],
    ['original sound', { query: 'rain', audioType: 'original_sound' }],
    ['the smallest limit', { query: 'rain', limit: min }],
    ['the largest limit', { query: 'rain', limit: max }],
  ])('%s', { tags: ['AUD-01', 'AUD-02', 'AUD-03'] }, (_what, query) =>
    expect(faults('searchAudio', query)).toEqual({}),
  );

  test('a missing limit is not sent', { tags: ['AUD-03'] }, () => {
    expect(ENDPOINTS.searchAudio.query.parse({ query: 'rain' })).toEqual({ query: 'rain' });
  });

  test.each([
    ['no keyword', {}, { query: 'is required' }],
    ['an empty keyword', { query: '' }, { query: 'must not be blank' }],
    ['a blank keyword', { query: ' \t\n' }, { query: 'must not be blank' }],
    ['another type', { query: 'rain', audioType: 'Music' }, { audioType: 'must be music or original_sound' }],
    ['too small', { query: 'rain', limit: min - 1 }, { limit: `must be at least ${min}` }],
    ['too large', { query: 'rain', limit: max + 1 }, { limit: `must be at most ${max}` }],
    ['a fraction', { query: 'rain', limit: 1.5 }, { limit: `must be a whole number from ${min} to ${max}` }],
    ['a text', { query: 'rain', limit: '5' }, { limit: `must be a whole number from ${min} to ${max}` }],
  ])('%s is refused', { tags: ['AUD-01', 'AUD-02', 'AUD-03'] }, (_what, query, expected) =>
    expect(faults('searchAudio', query)).toEqual(expected),
  );
});

describe('the history', () => {
  const { historyLimit, historyDays, platformHistoryLimit } = LIMITS;
  const PARAMETERS = ['parameter', 'default', 'rule'] as const;

  test.each([
    ['history', ENDPOINTS.getHistory],
    ['network-history', ENDPOINTS.getPlatformHistory],
  ] as const)('its query has the parameters of the table: %s', (section, { query }) => {
    const rows = readDocTable('service/posts', section, ...PARAMETERS);
    expect(rows.map(([name = '']) => listQuoted(name)[0])).toEqual(Object.keys(query.shape));
  });

  test('its limits and defaults are those of the table', () => {
    const rows = readDocTable('service/posts', 'history', ...PARAMETERS);
    const [ofNetwork] = readDocTable('service/posts', 'network-history', ...PARAMETERS);
    expect(rows[0]).toEqual([
      '`limit`',
      `${historyLimit.default}`,
      `${historyLimit.min} to ${historyLimit.max}`,
    ]);
    expect(rows[1]?.[1]).toBe(`${historyDays}`);
    expect(ofNetwork).toEqual([
      '`limit`',
      `${platformHistoryLimit.default}`,
      `${platformHistoryLimit.min} to ${platformHistoryLimit.max}`,
    ]);
  });

  test('its records have the fields, types and states of the tables', () => {
    const rows = readDocTable('service/posts', 'record', 'field', 'meaning');
    expect(rows.flatMap(([field = '']) => listFields(field))).toEqual(Object.keys(PostRecord.shape));
    const types = rows.find(([field]) => field === '`type`')?.[1] ?? '';
    expect(listQuoted(types)).toEqual(PostType.options);
    const states = readDocTable('service/posts', 'record', 'status', 'meaning');
    expect(states.flatMap(([state = '']) => listQuoted(state))).toEqual(PostStatus.options);
  });

  test.each([
    ['an unknown network', { platforms: ['instagram', 'myspace'] }, 'platforms.1'],
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

/** Examples of responses, each by the section that has it. */
test.each([
  ['comments', 'response', 0, ENDPOINTS.getComments.answer],
  ['comments', 'create', 0, ENDPOINTS.createComment.answer],
  ['comments', 'delete', 0, ENDPOINTS.deleteComments.answer],
  ['automations', 'list', 0, ENDPOINTS.listAutomations.answer],
  ['automations', 'get', 0, ENDPOINTS.getAutomation.answer],
  ['activity', 'list', 0, ENDPOINTS.listActivity.answer],
  ['webhooks', 'routes', 0, ENDPOINTS.listWebhooks.answer],
  ['webhooks', 'history', 0, ENDPOINTS.getHookHistory.answer],
  ['audio', 'lookup', 0, ENDPOINTS.getAudio.answer],
  ['posts', 'create', 0, ENDPOINTS.createPost.body],
  ['posts', 'response', 0, ENDPOINTS.createPost.answer],
  ['posts', 'profile-key-answer', 0, ENDPOINTS.createPost.answer],
  ['posts', 'deleting-a-published-post', 0, ENDPOINTS.deletePost.answer],
  ['posts', 'history', 0, ENDPOINTS.getHistory.answer],
  ['posts', 'history', 1, ENDPOINTS.getHistory.answer],
  ['profiles', 'create', 0, ENDPOINTS.createProfile.answer],
] as const)('docs/service/%s.md#%s: example %i is valid', (page, section, at, schema) => {
  const example = readDocExamples(`service/${page}`, section)[at];
  expect(schema.parse(example)).toEqual(example);
});

const listNames = (page: string, section: string, head: string) =>
  readDocTable(page, section, head).flatMap(([names = '']) => listFields(names));

describe('users and profiles', () => {
  const PAGE = 'service/profiles';

  test.each([
    ['user', 'field of the response', UserAnswer],
    ['account-entry', 'field', LinkedAccount],
    ['profile-entry', 'field', ProfileEntry],
    ['list', 'field of the response', ProfilesAnswer],
    ['create', 'field', ENDPOINTS.createProfile.body],
    ['user', 'parameter', ENDPOINTS.getUser.query],
    ['list', 'parameter', ENDPOINTS.listProfiles.query],
  ] as const)('%s: each %s is in the table', (section, head, schema) => {
    expect(listNames(PAGE, section, head).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  test('the fields of an update are those of the text, and those of a new profile', () => {
    const [, names = ''] = /with (`profileKey`.*?), and the fields/.exec(readDocProse(PAGE, 'update')) ?? [];
    expect(new Set([...listFields(names), ...listNames(PAGE, 'create', 'field')])).toEqual(
      new Set(Object.keys(ENDPOINTS.updateProfile.body.shape)),
    );
  });
});

describe('posts', () => {
  const PAGE = 'service/posts';

  test('the body of a new post has the fields of the table', () => {
    const names = listNames(PAGE, 'body', 'field').filter((name) => name !== '<network>Options');
    const known = Object.keys(PostBody.shape).filter((name) => !Object.hasOwn(POST_OPTIONS, name));
    expect(names.toSorted()).toEqual(known.toSorted());
  });

  test('the option objects are those of the table', () => {
    expect(listNames(PAGE, 'options', 'object')).toEqual(Object.keys(POST_OPTIONS));
  });

  test.each(
    readDocTable(PAGE, 'options', 'object', 'members').flatMap(([names = '', members = '']) =>
      listFields(names).map((name) => [name, listFields(members)] as const),
    ),
  )('the members of %s are those of the table', (name, members) => {
    const shape = (POST_OPTIONS as Readonly<Record<string, z.ZodOptional<z.ZodObject>>>)[name]?.unwrap()
      .shape;
    expect(Object.keys(shape ?? {}).toSorted()).toEqual(members.toSorted());
  });

  test.each([
    ['update', ENDPOINTS.updatePost.body],
    ['delete', ENDPOINTS.deletePost.body],
  ] as const)('the fields of %s', (section, { shape }) => {
    const names = new Set([
      ...listNames(PAGE, section, 'field'),
      ...(section === 'delete' ? ['markManualDeleted'] : []),
    ]);
    expect(names).toEqual(new Set(Object.keys(shape)));
  });

  test('the answer has the fields of the table', { tags: ['POST-01'] }, () => {
    const names = listNames(PAGE, 'response', 'field');
    for (const name of ['status', 'errors', 'postIds', 'id', 'refId', 'post', 'validate'])
      expect(names).toContain(name);
  });
});
