import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../../src/service/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../../src/service/endpoints.ts';
import { ADD_ONS, AddOn, PLANS_WITH_PROFILES, Plan } from '../../../../src/service/plans.ts';
import { control } from '../../../support/control.ts';
import { buildSampleRequest } from '../../../support/sandbox/sample-request.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';

const { ask, sandbox } = await smallSandbox();
/** For the many calls with add-ons. */
const other = await smallSandbox();
await control(other.sandbox, 'setRateLimit', { max: null });
afterAll(() => {
  for (const each of [sandbox, other.sandbox]) each.close();
});

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // Object.keys forgets the names of a constant's members
const WHOLE = { plan: 'enterprise', addOns: { ads: true, messages: true, maxPack: true } } as const;

/** HTTP status and code of each sample where the account has everything. */
const ANSWERS = new Map<EndpointName, readonly [number, number | undefined]>();
beforeAll(async () => {
  const whole = await smallSandbox();
  await control(whole.sandbox, 'setRateLimit', { max: null });
  await control(whole.sandbox, 'setPlan', WHOLE);
  for (const name of NAMES) {
    const { path, ...sending } = buildSampleRequest(name);
    const { http, body } = await whole.ask(path, sending);
    ANSWERS.set(name, [http, body.code]);
  }
  expect(whole.defects).toEqual([]);
  whole.sandbox.close();
});

test('most samples succeed, and none is refused for its form or its plan', () => {
  const refused = [...ANSWERS].filter(([, [http]]) => http !== 200);
  expect(refused.length).toBeLessThan(NAMES.length / 2);
  expect(refused.filter(([, [http, code]]) => http === 403 || http >= 500 || code === 1403)).toEqual([]);
});

/** Enterprise has them all. */
const calls = (['premium', 'launch'] as const).flatMap((plan) => NAMES.map((name) => [name, plan] as const));

test.each(calls)('%s on the plan %s', { tags: ['AUTH-10', 'AUTH-12'] }, async (name, plan) => {
  await control(sandbox, 'setPlan', { plan });
  const { path, ...sending } = buildSampleRequest(name);
  const { http, body } = await ask(path, sending);
  const { plans, withoutPlan = 1403 }: Endpoint = ENDPOINTS[name];
  expect([http, body.code]).toEqual(plans.includes(plan) ? ANSWERS.get(name) : [403, withoutPlan]);
});

test.each([
  ['468 for automations', 'updateAutomation', 468],
  ['1403 for webhooks', 'registerWebhook', 1403],
] as const)(
  'the plan Premium: %s, also with a Profile-Key',
  { tags: ['AUTH-10', 'U-40'] },
  async (_what, name, code) => {
    await control(sandbox, 'setPlan', { plan: 'premium' });
    const { path, ...sending } = buildSampleRequest(name);
    for (const as of [{}, { as: 'acme' }]) {
      const { http, body } = await ask(path, { ...sending, ...as });
      expect([http, body.code]).toEqual([403, code]);
    }
  },
);

test('a call that the plan lacks is refused before its parameters are looked at', {
  tags: ['AUTH-12'],
}, async () => {
  await control(sandbox, 'setPlan', { plan: 'premium' });
  const { body } = await ask('/profiles?limit=none');
  expect(body).toMatchObject({ action: 'profiles', status: 'error', code: 1403 });
  expect(body.details).toContain('Launch, Business, Enterprise');
});

test.each(Plan.options)('a Profile-Key on the plan %s', { tags: ['AUTH-10'] }, async (plan) => {
  await control(sandbox, 'setPlan', { plan });
  const { http, body } = await ask('/user', { as: 'acme' });
  expect([http, body.code]).toEqual(plan === 'premium' ? [403, 1403] : [200, undefined]);
});

test('a new sandbox has a plan with User Profiles', { tags: ['AUTH-10'] }, async () => {
  const { sandbox: anew } = await smallSandbox();
  expect((await control(anew, 'status')).body.plan).toBe('business');
  anew.close();
});

/** Whether the contract of an endpoint refuses what it does not name. @see docs/service/posts.md#update */
const isStrict = (name: EndpointName) =>
  ENDPOINTS[name].path.startsWith('/automations') || name === 'updatePost';

describe('members that the service does not know', () => {
  test('are refused by automations and changes of posts, and nowhere else', () => {
    const refusing = NAMES.filter((name) => 'refusesUnknown' in ENDPOINTS[name]);
    expect(refusing.length).toBeGreaterThan(0);
    expect(refusing.filter((name) => !isStrict(name))).toEqual([]);
  });

  test.each(NAMES.filter((name) => !isStrict(name)))(
    '%s ignores them, in the query and in the body',
    async (name) => {
      await control(other.sandbox, 'setPlan', WHOLE);
      const { path, body, ...sending } = buildSampleRequest(name);
      const parts: object = body === undefined ? {} : JSON.parse(body);
      const more = { ...parts, ofAClient: { deep: [1] } };
      const { http, body: answer } = await other.ask(
        `${path}${path.includes('?') ? '&' : '?'}ofAClient=1&another[]=2`,
        { ...sending, ...(body !== undefined && { body: JSON.stringify(more) }) },
      );
      expect([http, answer.code]).toEqual(ANSWERS.get(name));
    },
  );
});

describe('an account without an add-on', () => {
  const all = { ads: true, messages: true, maxPack: true };
  const none = { ads: false, messages: false, maxPack: false };

  test.each(NAMES)(
    '%s fails where it needs one, whatever others there are',
    { tags: ['AUTH-13'] },
    async (name) => {
      const { addOn }: Endpoint = ENDPOINTS[name];
      const { path, ...sending } = buildSampleRequest(name);
      const addOns = addOn === undefined ? none : { ...all, [addOn]: false };
      await control(other.sandbox, 'setPlan', { plan: 'enterprise', addOns });
      const { http, body } = await other.ask(path, sending);
      expect([http, body.code]).toEqual(addOn === undefined ? ANSWERS.get(name) : [403, 1403]);
      if (addOn === undefined) return;
      expect(body.details).toBe(`add-on: the account does not have the ${ADD_ONS[addOn].name}`);
      await control(other.sandbox, 'setPlan', { addOns: { ...none, [addOn]: true } });
      expect((await other.ask(path, sending)).body.code).toBe(ANSWERS.get(name)?.[1]);
    },
  );

  test('a plan that lacks the call is the reason before the add-on', { tags: ['AUTH-13'] }, async () => {
    await control(other.sandbox, 'setPlan', { plan: 'premium', addOns: none });
    const { path, ...sending } = buildSampleRequest('listMessages');
    const { http, body } = await other.ask(path, sending);
    expect([http, body.code, body.details]).toEqual([403, 1403, expect.stringMatching(/^plan: one of /)]);
  });

  test('the add-ons bring the calls of messages, generated texts, short links and resized media', {
    tags: ['AUTH-13'],
  }, () => {
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
    '%s %s is refused on every plan, with details that say why',
    { tags: ['AUTH-14'] },
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
