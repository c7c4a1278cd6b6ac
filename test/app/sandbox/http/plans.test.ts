import { afterAll, describe, expect, test } from 'vitest';
import type { Endpoint, EndpointName } from '../../../../src/service/endpoint.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { ADD_ONS, AddOn, PLANS_WITH_PROFILES, Plan } from '../../../../src/service/plans.ts';
import { PLAIN } from '../../../support/automations/ask-automations.ts';
import { control } from '../../../support/control.ts';
import { smallSandbox, type TestRequest } from '../../../support/small-sandbox.ts';
import { POST } from '../../../support/small-seed.ts';

const { ask, sandbox } = await smallSandbox();
/** For the many calls with add-ons. */
const other = await smallSandbox();
await control(other.sandbox, 'setRateLimit', { max: null });
afterAll(() => {
  for (const each of [sandbox, other.sandbox]) each.close();
});

interface PlanRequest extends Pick<TestRequest, 'method' | 'body'> {
  readonly path: string;
  /** HTTP status and code where the plan has it; without, it works. */
  readonly open?: readonly [number, number];
}

const unknown = { path: '/automations/auto_nobody', open: [404, 469] } as const;

/** A request that the service would answer, for each call. */
const REQUESTS: Readonly<Record<EndpointName, PlanRequest>> = {
  getComments: { path: `/comments/${POST.everywhere}` },
  createComment: { path: `/comments/${POST.silent}`, method: 'POST', body: '{"comment":"hello"}' },
  replyToComment: {
    path: '/comments/reply',
    method: 'POST',
    body: '{"commentId":"NoSuchCommentAAAAAAA","comment":"hello"}',
    open: [404, 186],
  },
  deleteComments: { path: '/comments', method: 'DELETE', body: JSON.stringify({ id: POST.everywhere }) },
  searchAudio: { path: '/media/instagram/audio/search?query=slow' },
  getAudio: { path: '/media/instagram/audio/880000000000001' },
  getUser: { path: '/user' },
  getUserDetails: { path: '/user/details?platform=youtube' },
  listProfiles: { path: '/profiles' },
  createProfile: { path: '/profiles', method: 'POST', body: '{"title":"Acme"}', open: [400, 146] },
  updateProfile: {
    path: '/profiles',
    method: 'PATCH',
    body: '{"profileKey":"SBX-PROFILE-0","title":"x"}',
    open: [404, 1404],
  },
  deleteProfile: { path: '/profiles', method: 'DELETE', body: '{"title":"Nobody"}', open: [404, 1404] },
  unlinkAccount: {
    path: '/profiles/social',
    method: 'DELETE',
    body: '{"platform":"snapchat"}',
    open: [400, 156],
  },
  createLinkSession: { path: '/profiles/link-sessions', method: 'POST', body: '{}', open: [400, 101] },
  getLinkSession: { path: '/profiles/link-sessions/ls_none', open: [400, 502] },
  generateJwt: {
    path: '/profiles/generateJWT',
    method: 'POST',
    body: '{"profileKey":"SBX-PROFILE-0","domain":"acme","privateKey":"none"}',
    open: [400, 189],
  },
  uploadMedia: { path: '/media/upload', method: 'POST', body: '{"file":"data:image/png;base64,iVBORw=="}' },
  getUploadUrl: { path: '/media/uploadUrl?fileName=a.png' },
  listMedia: { path: '/media' },
  getMediaMeta: { path: '/media/meta?mediaUrl=https://media.example/a.png' },
  checkMediaUrl: {
    path: '/media/urlExists',
    method: 'POST',
    body: '{"mediaUrl":"https://media.example/a.png"}',
  },
  resizeMedia: {
    path: '/media/resize',
    method: 'POST',
    body: '{"mediaUrl":"https://media.example/a.png","platform":"instagram"}',
    open: [400, 101],
  },
  shortenLink: { path: '/links', method: 'POST', body: '{"url":"https://shop.example/spring"}' },
  listLinks: { path: '/links' },
  getLink: { path: '/links/nobody', open: [404, 1404] },
  getPostAnalytics: {
    path: '/analytics/post',
    method: 'POST',
    body: JSON.stringify({ id: POST.everywhere }),
  },
  getSocialAnalytics: { path: '/analytics/social', method: 'POST', body: '{}' },
  getLinkAnalytics: { path: '/analytics/links' },
  suggestHashtags: { path: '/hashtags/recommend?keyword=coffee' },
  checkHashtag: { path: '/hashtags/banned?hashtag=coffee' },
  addHashtags: { path: '/hashtags/auto', method: 'POST', body: '{"post":"new in spring"}' },
  getAutoResponse: { path: '/messages/autoresponse' },
  setAutoResponse: {
    path: '/messages/autoresponse',
    method: 'POST',
    body: '{"autoResponseActive":false}',
  },
  listMessages: { path: '/messages/instagram' },
  sendMessage: {
    path: '/messages/instagram',
    method: 'POST',
    body: '{"message":"hello","recipientId":"nobody"}',
    open: [400, 101],
  },
  setAutoSchedule: { path: '/auto-schedule/set', method: 'POST', body: '{"schedule":["13:05Z"]}' },
  listAutoSchedules: { path: '/auto-schedule/list' },
  deleteAutoSchedule: {
    path: '/auto-schedule/delete',
    method: 'DELETE',
    body: '{"title":"nobody"}',
    open: [404, 192],
  },
  addFeed: {
    path: '/feed',
    method: 'POST',
    body: '{"url":"https://blog.example.com/feed"}',
    open: [400, 101],
  },
  listFeeds: { path: '/feed' },
  updateFeed: { path: '/feed', method: 'PUT', body: '{"id":"nobody","autoHashtag":true}', open: [404, 1404] },
  removeFeed: { path: '/feed', method: 'DELETE', body: '{"id":"nobody"}', open: [404, 1404] },
  listReviews: { path: '/reviews?platform=facebook', open: [404, 350] },
  getReview: { path: '/reviews/none?platform=facebook', open: [404, 349] },
  replyToReview: {
    path: '/reviews',
    method: 'POST',
    body: '{"platform":"facebook","reviewId":"1","reply":"Thank you"}',
    open: [404, 349],
  },
  deleteReviewReply: {
    path: '/reviews',
    method: 'DELETE',
    body: '{"platform":"facebook","reviewId":"1"}',
    open: [404, 349],
  },
  createPost: {
    path: '/post',
    method: 'POST',
    body: '{"post":"hello","platforms":["whatsapp"]}',
    open: [400, 156],
  },
  validatePost: {
    path: '/validate/post',
    method: 'POST',
    body: '{"post":"hello","platforms":["facebook"]}',
  },
  validateJson: { path: '/validate/json', method: 'POST', body: '[1]' },
  checkModeration: { path: '/validate/moderation', method: 'POST', body: '{"text":"hello"}' },
  updatePost: { path: '/post', method: 'PATCH', body: '{"id":"NoPost","notes":"x"}', open: [404, 186] },
  retryPost: { path: '/post/retry', method: 'PUT', body: '{"id":"NoPost"}', open: [404, 186] },
  deletePost: { path: '/post', method: 'DELETE', body: '{"id":"NoPost"}', open: [404, 114] },
  getPost: { path: `/post/${POST.everywhere}` },
  getHistory: { path: '/history' },
  getPlatformHistory: { path: '/history/facebook' },
  getHistoryById: { path: `/history/${POST.everywhere}` },
  createAutomation: { path: '/automations', method: 'POST', body: JSON.stringify(PLAIN) },
  listAutomations: { path: '/automations' },
  getAutomation: unknown,
  updateAutomation: { ...unknown, method: 'PUT', body: '{"active":false}' },
  deleteAutomation: { ...unknown, method: 'DELETE' },
  listActivity: { ...unknown, path: '/automations/auto_nobody/activity' },
  registerWebhook: {
    path: '/hook/webhook',
    method: 'POST',
    body: '{"action":"automations","url":"https://hooks.example/a"}',
  },
  listWebhooks: { path: '/hook/webhook' },
  unregisterWebhook: { path: '/hook/webhook', method: 'DELETE', body: '{"action":"automations"}' },
  getHookHistory: { path: '/hook/history' },
  generatePost: { path: '/generate/post', method: 'POST', body: '{"text":"coffee"}' },
  rewritePost: { path: '/generate/rewrite', method: 'POST', body: '{"post":"coffee"}' },
  createTranslation: { path: '/generate/translate', method: 'POST', body: '{"text":"coffee"}' },
  createTranscription: {
    path: '/generate/transcription',
    method: 'POST',
    body: '{"videoUrl":"https://a.example/b.mp4"}',
  },
  createAltText: { path: '/generate/altText', method: 'POST', body: '{"url":"https://a.example/b.jpg"}' },
  explainError: { path: '/error-explainer?code=156', open: [200, 156] },
};

const calls = Plan.options.flatMap((plan) =>
  // Object.keys forgets the names of a constant's members.
  (Object.keys(REQUESTS) as EndpointName[]).map((name) => [name, plan] as const),
);

test.each(calls)('AUTH-10 AUTH-12 %s on the plan %s', async (name, plan) => {
  await control(sandbox, 'setPlan', { plan });
  const { path, open = [200, undefined], ...sending } = REQUESTS[name];
  const { http, body } = await ask(path, sending);
  const { plans, withoutPlan = 1403 }: Endpoint = ENDPOINTS[name];
  expect([http, body.code]).toEqual(plans.includes(plan) ? open : [403, withoutPlan]);
});

test.each([
  ['468 for automations', 'updateAutomation', 468],
  ['1403 for webhooks', 'registerWebhook', 1403],
] as const)('AUTH-10 U-40 the plan Premium: %s, also with a Profile-Key', async (_what, name, code) => {
  await control(sandbox, 'setPlan', { plan: 'premium' });
  const { path, open, ...sending } = REQUESTS[name];
  for (const as of [{}, { as: 'acme' }]) {
    const { http, body } = await ask(path, { ...sending, ...as });
    expect([http, body.code]).toEqual([403, code]);
  }
});

test('AUTH-12 a call that the plan lacks is refused before its parameters are looked at', async () => {
  await control(sandbox, 'setPlan', { plan: 'premium' });
  const { body } = await ask('/profiles?limit=none');
  expect(body).toMatchObject({ action: 'profiles', status: 'error', code: 1403 });
  expect(body.details).toContain('Launch, Business, Enterprise');
});

test.each(Plan.options)('AUTH-10 a Profile-Key on the plan %s', async (plan) => {
  await control(sandbox, 'setPlan', { plan });
  const { http, body } = await ask('/user', { as: 'acme' });
  expect([http, body.code]).toEqual(plan === 'premium' ? [403, 1403] : [200, undefined]);
});

test('AUTH-10 a new sandbox has a plan with User Profiles', async () => {
  const { sandbox: anew } = await smallSandbox();
  expect((await control(anew, 'status')).body.plan).toBe('business');
  anew.close();
});

/** Whether the contract of an endpoint refuses what it does not name. @see docs/service/posts.md#update */
const isStrict = (name: EndpointName) =>
  ENDPOINTS[name].path.startsWith('/automations') || name === 'updatePost';

describe('members that the service does not know', () => {
  // Object.keys forgets the names of a constant's members.
  const names = Object.keys(REQUESTS) as EndpointName[];

  test('are refused by automations and changes of posts, and nowhere else', () => {
    const refusing = names.filter((name) => 'refusesUnknown' in ENDPOINTS[name]);
    expect(refusing.length).toBeGreaterThan(0);
    expect(refusing.filter((name) => !isStrict(name))).toEqual([]);
  });

  test.each(names.filter((name) => !isStrict(name)))(
    '%s ignores them, in the query and in the body',
    async (name) => {
      await control(other.sandbox, 'setPlan', {
        plan: 'business',
        addOns: { ads: true, messages: true, maxPack: true },
      });
      const { path, open = [200, undefined], body, ...sending } = REQUESTS[name];
      const parts: object = typeof body === 'string' ? JSON.parse(body) : {};
      const more = { ...parts, ofAClient: { deep: [1] } };
      const { http, body: answer } = await other.ask(
        `${path}${path.includes('?') ? '&' : '?'}ofAClient=1&another[]=2`,
        { ...sending, ...(body !== undefined && { body: JSON.stringify(more) }) },
      );
      expect([http, answer.code]).toEqual(open);
    },
  );
});

describe('an account without an add-on', () => {
  const all = { ads: true, messages: true, maxPack: true };
  const calls = AddOn.options.flatMap((addOn) =>
    Plan.options.flatMap((plan) =>
      // Object.keys forgets the names of a constant's members.
      (Object.keys(REQUESTS) as EndpointName[]).map((name) => [name, plan, addOn] as const),
    ),
  );

  test.each(calls)('AUTH-13 %s on the plan %s without %s', async (name, plan, addOn) => {
    await control(other.sandbox, 'setPlan', { plan, addOns: { ...all, [addOn]: false } });
    const { path, open = [200, undefined], ...sending } = REQUESTS[name];
    const { http, body } = await other.ask(path, sending);
    const { plans, withoutPlan = 1403, addOn: needed }: Endpoint = ENDPOINTS[name];
    const lacks = needed === addOn;
    const expected = !plans.includes(plan) ? [403, withoutPlan] : lacks ? [403, 1403] : open;
    expect([http, body.code]).toEqual(expected);
    if (lacks && plans.includes(plan))
      expect(body.details).toBe(`add-on: the account does not have the ${ADD_ONS[addOn].name}`);
  });

  test('AUTH-13 the add-ons bring the calls of messages, generated texts, short links and resized media', () => {
    const found = Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { addOn }]) =>
      addOn === undefined ? [] : [[addOn, name] as const],
    );
    expect(
      Object.fromEntries(
        AddOn.options.map((addOn) => [addOn, found.filter(([of]) => of === addOn).map(([, name]) => name)]),
      ),
    ).toEqual({
      ads: [],
      messages: ['getAutoResponse', 'setAutoResponse', 'listMessages', 'sendMessage'],
      maxPack: expect.arrayContaining([
        'generatePost',
        'rewritePost',
        'createTranslation',
        'createTranscription',
        'createAltText',
        'shortenLink',
        'listLinks',
        'getLink',
        'resizeMedia',
      ]),
    });
  });

  test('a change of one add-on leaves the plan and the others as they are', async () => {
    await control(other.sandbox, 'setPlan', { plan: 'launch', addOns: all });
    const { body } = await control(other.sandbox, 'setPlan', { addOns: { ads: false } });
    expect(body).toMatchObject({ plan: 'launch', addOns: { ...all, ads: false } });
    expect((await control(other.sandbox, 'status')).body).toMatchObject({
      plan: 'launch',
      addOns: { ...all, ads: false },
    });
  });

  test.each([
    ['GET', '/ads', 'ads', [403, 1403]],
    ['POST', '/ads/campaigns?id=1', 'ads', [403, 1403]],
    ['POST', '/graphql', 'graphql', [404, 1404]],
    ['GET', '/graphql', 'graphql', [404, 1404]],
  ])(
    'AUTH-14 %s %s is refused on every plan, with details that say why',
    async (method, path, action, refusal) => {
      for (const plan of Plan.options) {
        await control(other.sandbox, 'setPlan', { plan, addOns: all });
        const { http, body } = await other.ask(path, { method, body: method === 'POST' ? '{}' : null });
        expect([http, body.code]).toEqual(refusal);
        const hasPlan = action === 'graphql' || PLANS_WITH_PROFILES.includes(plan);
        expect(body.details).toContain(
          hasPlan ? 'neither its routes nor its fields are documented' : 'plan: one of Launch',
        );
        if (hasPlan) expect(body.action).toBe(action);
      }
      await control(other.sandbox, 'setPlan', { plan: 'launch', addOns: { ads: false } });
      const { details } = (await other.ask(path, { method, body: method === 'POST' ? '{}' : null })).body;
      expect(details).toContain(action === 'ads' ? 'does not have the Ads API' : 'neither its routes nor');
    },
  );
});
