import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../src/sandbox/open-sandbox.ts';
import { buildOpenApiDocument } from '../../../../src/service/openapi/build-document.ts';
import { crier, openTestSandbox } from '../../../support/crier.ts';
import { createHolder, holdToDocument } from '../../../support/sandbox/hold-to-document.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const URL_OF_USER = 'http://sandbox.localhost/user';

describe('the OpenAPI document', () => {
  test('is served without a key, and printed by the command, the same', { tags: ['API-26'] }, async () => {
    const answer = await sandbox.fetch(new Request('http://sandbox.localhost/openapi.json'));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const expected: unknown = JSON.parse(JSON.stringify(buildOpenApiDocument()));
    expect(await answer.json()).toEqual(expected);
    const ran = await crier('schema --openapi --json');
    expect([ran.exitCode, ran.json]).toEqual([0, expected]);
  });

  test('is only read, and no command has it', async () => {
    const request = new Request('http://sandbox.localhost/openapi.json', { method: 'POST' });
    expect((await sandbox.fetch(request)).status).toBe(404);
    const ran = await crier('schema comments get --openapi');
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('describes the service')]);
  });
});

describe('the check of every answer in tests', () => {
  const headers = () => ({ authorization: `Bearer ${sandbox.credentials.apiKey}` });

  test.each([
    ['a success', 200, { title: 5 }, '/title'],
    ['a success that is a list', 200, [], '/'],
    ['an error without its code', 403, { status: 'error', message: 'no' }, '/'],
    [
      'an error of a status that is not listed',
      418,
      { status: 'success', code: 1, message: 'tea' },
      '/status',
    ],
  ])('fails for %s with route, place and reason', async (_what, status, document, place) => {
    const body = new TextEncoder().encode(JSON.stringify(document));
    const held = holdToDocument({ ...sandbox, answer: async () => ({ status, headers: {}, body }) });
    const asked = held.fetch(new Request(URL_OF_USER));
    await expect(asked).rejects.toThrow(`does not allow this answer: GET /user ${status}, at ${place}: must`);
  });

  const holdAnswer = createHolder(buildOpenApiDocument());
  const metrics = { viewsCount: 3, daily: [{ date: '2026-09-20', viewsCount: 3 }] };
  const times = { lastUpdated: '2026-09-21T14:13:20Z', nextUpdate: '2026-09-21T14:23:20Z' };
  const post = { id: '1', postUrl: 'https://instagram.example/p/1', analytics: metrics, ...times };

  test.each([
    ['analytics of a post', 'POST', '/analytics/post', { id: '1', instagram: post }, null],
    [
      'a metric that is a text',
      'POST',
      '/analytics/post',
      { id: '1', instagram: { ...post, analytics: { viewsCount: '3' } } },
      '/instagram/analytics/viewsCount',
    ],
    [
      'a day without its date',
      'POST',
      '/analytics/post',
      { id: '1', instagram: { ...post, analytics: { daily: [{}] } } },
      '/instagram/analytics/daily/0',
    ],
    [
      'a network without its times',
      'POST',
      '/analytics/social',
      { facebook: { analytics: {} } },
      '/facebook',
    ],
    [
      'a failed network without its code',
      'POST',
      '/analytics/social',
      { errors: [{ platform: 'facebook', status: 'error' }] },
      '/errors/0',
    ],
    ['comments', 'GET', '/comments/1', { id: '1', ...times, reddit: [] }, null],
    [
      'comments of which one lacks its text',
      'GET',
      '/comments/1',
      { id: '1', ...times, reddit: [{ commentId: '2', created: times.lastUpdated }] },
      '/reddit/0',
    ],
    [
      'comments of which a reply is a text',
      'GET',
      '/comments/1',
      {
        id: '1',
        ...times,
        bluesky: [{ comment: 'a', commentId: '2', created: times.lastUpdated, replies: ['b'] }],
      },
      '/bluesky/0/replies/0',
    ],
  ])('judges %s by fields that the client reads one by one', async (_what, method, path, fields, place) => {
    const request = { method, url: new URL(`http://sandbox.localhost${path}`), headers: {}, body: null };
    const body = new TextEncoder().encode(JSON.stringify({ status: 'success', ...fields }));
    const hold = () => holdAnswer(request, { status: 200, headers: {}, body });
    if (place === null) expect(hold).not.toThrow();
    else expect(hold).toThrow(`at ${place}: must`);
  });

  test('fails for an endpoint that the document lacks', () => {
    const { '/user': _left, ...paths } = buildOpenApiDocument().paths;
    const hold = createHolder({ ...buildOpenApiDocument(), paths });
    const request = { method: 'GET', url: new URL(URL_OF_USER), headers: {}, body: null };
    const answer = { status: 200, headers: {}, body: new TextEncoder().encode('{}') };
    expect(() => hold(request, answer)).toThrow('the OpenAPI document lacks GET /user');
  });

  test('passes what the sandbox answers, compressed or not', async () => {
    for (const coding of ['br', 'gzip', 'deflate', 'identity']) {
      const asked = { headers: { ...headers(), 'accept-encoding': coding } };
      expect((await sandbox.fetch(new Request('http://sandbox.localhost/history', asked))).status).toBe(200);
    }
  });
});
