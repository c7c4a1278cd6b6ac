import { expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../src/facts/endpoints.ts';
import { Plan } from '../../src/facts/plans.ts';
import { control } from '../support/control.ts';
import { smallSandbox } from '../support/small-sandbox.ts';
import { POST } from '../support/small-seed.ts';

const { ask, sandbox } = await smallSandbox();

/** A request that works, for each call. */
const REQUESTS: Readonly<Record<EndpointName, string>> = {
  getComments: `/comments/${POST.everywhere}`,
  searchAudio: '/media/instagram/audio/search?query=slow',
  getAudio: '/media/instagram/audio/880000000000001',
  getUser: '/user',
  listProfiles: '/profiles',
  getPost: `/post/${POST.everywhere}`,
  getHistory: '/history',
  getPlatformHistory: '/history/facebook',
  getHistoryById: `/history/${POST.everywhere}`,
};

const calls = Plan.options.flatMap((plan) =>
  // Object.keys forgets the names of a constant's members.
  (Object.keys(REQUESTS) as EndpointName[]).map((name) => [name, plan] as const),
);

test.each(calls)('AUTH-10 AUTH-12 %s on the plan %s', async (name, plan) => {
  await control(sandbox, 'setPlan', { plan });
  const { http, body } = await ask(REQUESTS[name]);
  const isOpen = ENDPOINTS[name].plans.includes(plan);
  expect([http, body.code]).toEqual(isOpen ? [200, undefined] : [403, 1403]);
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
