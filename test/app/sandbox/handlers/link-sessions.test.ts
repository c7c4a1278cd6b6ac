import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../src/service/durations.ts';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { control } from '../../../support/control.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';

const PATH = '/profiles/link-sessions';

/** Creates sessions of the profile acme, and reads them. */
async function openSessions() {
  const small = await smallSandbox();
  return {
    ...small,
    create: (body: object = {}) =>
      small.ask(PATH, { as: 'acme', method: 'POST', body: JSON.stringify(body) }),
    read: (id: string, as?: string) => small.ask(`${PATH}/${id}`, as === undefined ? {} : { as }),
  };
}

test('a link session answers its id, its address, its end and the title of the profile', async () => {
  const { create } = await openSessions();
  const { http, body } = await create();
  expect(http).toBe(200);
  expect(fieldsOutside(ENDPOINTS.createLinkSession.answer, body)).toEqual([]);
  expect(body).toEqual({
    status: 'success',
    sessionId: expect.stringMatching(/^ls_[A-Za-z0-9]{20}$/),
    url: expect.stringMatching(/^http:\/\/sandbox\.localhost\/link\?token=SBX-LINK-[A-Za-z0-9]{22}$/),
    expiresAt: '2026-09-21T14:43:20Z',
    emailSent: false,
    title: 'Acme',
  });
});

test('it lasts as many minutes as expiresIn says, and is expired from then on', async () => {
  const { create, read, clock } = await openSessions();
  const { body } = await create({ expiresIn: 2_880 });
  expect(body.expiresAt).toBe('2026-09-23T14:13:20Z');
  clock.advance(2_880 * MINUTE_MS - 1);
  const before = await read(body.sessionId);
  expect(fieldsOutside(ENDPOINTS.getLinkSession.answer, before.body)).toEqual([]);
  expect(before.body).toEqual({
    status: 'success',
    sessionId: body.sessionId,
    state: 'open',
    expiresAt: '2026-09-23T14:13:20Z',
  });
  clock.advance(1);
  expect((await read(body.sessionId)).body.state).toBe('expired');
});

test.each([
  ['an unknown mode', { mode: 'list' }, 'mode: must be grid or connect'],
  ['connect without a network', { mode: 'connect' }, 'network: is required in the mode connect'],
  ['a network of the grid', { network: 'tiktok' }, 'network: is only for the mode connect'],
  [
    'a network that is not allowed',
    { mode: 'connect', network: 'tiktok', allowedSocial: ['reddit'] },
    'network: must be one of allowedSocial',
  ],
  ['an unknown network', { allowedSocial: ['myspace'] }, 'allowedSocial.0: must be one of bluesky'],
  ['no network', { allowedSocial: [] }, 'allowedSocial: must name a network'],
  ['a redirect to a script', { redirect: 'javascript:alert(1)' }, 'redirect: must be an http or https URL'],
  ['a redirect to data', { redirect: 'data:text/html,x' }, 'redirect: must be an http or https URL'],
  ['a redirect with a password', { redirect: 'https://a:b@shop.example' }, 'redirect: must be an http'],
  ['a redirect without a host', { redirect: '/back' }, 'redirect: must be an http or https URL'],
  ['an origin with a path', { origin: 'https://shop.example/a' }, 'origin: must be an origin'],
  ['an unknown login', { instagramLinkMethod: 'fax' }, 'instagramLinkMethod: must be direct or page'],
  ['no minute', { expiresIn: 0 }, 'expiresIn: must be at least 1'],
  ['too long', { expiresIn: 2_881 }, 'expiresIn: must be at most 2880'],
  ['half a minute', { expiresIn: 0.5 }, 'expiresIn: must be a whole number of minutes'],
])('%s is 101', async (_what, body, details) => {
  const { create } = await openSessions();
  const answer = await create(body);
  expect([answer.http, answer.body.code, answer.body.action]).toEqual([400, 101, 'link session']);
  expect(answer.body.details).toContain(details);
});

test('it needs a Profile-Key', async () => {
  const { ask } = await openSessions();
  const { http, body } = await ask(PATH, { method: 'POST', body: '{}' });
  expect([http, body.code]).toEqual([400, 101]);
  expect(body.details).toContain('Profile-Key: is required');
});

test('an unknown session is 502, and so is one of another profile', { tags: ['ERR-06'] }, async () => {
  const { create, read, ask } = await openSessions();
  const made = await ask('/profiles', { method: 'POST', body: '{"title":"Shop"}' });
  const { body } = await create();
  const unknown = await read('ls_AAAAAAAAAAAAAAAAAAAA');
  expect(unknown.http).toBe(400);
  expect(unknown.body).toMatchObject({ action: 'link session', status: 'error', code: 502 });
  const other = { headers: { 'profile-key': made.body.profileKey } };
  expect((await ask(`${PATH}/${body.sessionId}`, other)).body.code).toBe(502);
  expect((await read(body.sessionId, 'acme')).body.state).toBe('open');
});

test('logout revokes the open sessions of the profile, and so does its deletion', async () => {
  const { create, read, ask } = await openSessions();
  const first = (await create()).body.sessionId;
  const second = (await create({ logout: true })).body.sessionId;
  expect([(await read(first)).body.state, (await read(second)).body.state]).toEqual(['revoked', 'open']);
  await ask('/profiles', { method: 'DELETE', body: '{"title":"Acme"}' });
  expect((await read(second)).body.state).toBe('revoked');
});

test('an ended session is forgotten after a month', async () => {
  const { create, read, clock } = await openSessions();
  const { sessionId } = (await create({ expiresIn: 1 })).body;
  clock.advance(31 * 24 * 60 * MINUTE_MS);
  expect((await read(sessionId)).body.state).toBe('expired');
  await create();
  expect((await read(sessionId)).body.code).toBe(502);
});

test.each([504, 510])('an injected %i refuses the request', { tags: ['ERR-06'] }, async (code) => {
  const { create, sandbox } = await openSessions();
  await control(sandbox, 'addFault', { code, endpoint: 'createLinkSession', count: 1 });
  const refused = await create();
  expect(refused.http).toBe(400);
  expect(refused.body).toMatchObject({ action: 'link session', status: 'error', code });
  expect((await create()).http).toBe(200);
});

test('a copy of the store does not contain the address', async () => {
  const { create, sandbox } = await openSessions();
  const { url } = (await create()).body;
  const { token } = Object.fromEntries(new URL(url).searchParams);
  const { body } = await control(sandbox, 'status');
  expect(token).toMatch(/^SBX-LINK-/);
  expect(JSON.stringify(body)).not.toContain(token);
});
