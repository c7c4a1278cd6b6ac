import { expect, test } from 'vitest';
import type { RequestInput } from '../../../src/client/prepare-request.ts';
import type { EndpointInput } from '../../../src/service/endpoint.ts';
import { getComments } from '../../../src/service/endpoints/comments.ts';
import { searchAudio } from '../../../src/service/endpoints/media.ts';
import { API_KEY, PROFILE_KEY, scripted, target, testClient, X_PAIR } from '../../support/network/client.ts';

const X_HEADERS = ['x-twitter-oauth1-api-key', 'x-twitter-oauth1-api-secret'];

/** What reaches the wire for one request. */
async function sent(input: RequestInput, to = target()) {
  const transport = scripted();
  await testClient({ transport, target: to }).request(input);
  const [request] = transport.asked;
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

/** What reaches the wire for one read of comments. */
async function read(query: object, id = 'Sp7kQm2XvLr9TzBd4HnW', to = target()) {
  const transport = scripted();
  await testClient({ transport, target: to }).call(getComments, { params: { id }, query });
  const [request] = transport.asked;
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

test('every request carries the key, its type and what it can decode', {
  tags: ['AUTH-01', 'HTTP-01', 'HTTP-02'],
}, async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { headers, url } = await sent({ method, path: '/automations' });
    expect(headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      'accept-encoding': 'deflate, gzip, br',
    });
    expect(url.href).not.toContain(API_KEY);
  }
});

test.each([
  ['goes out when a profile is chosen', PROFILE_KEY],
  ['is omitted when there is none', null],
])('the profile key %s', { tags: ['AUTH-02'] }, async (_why, profileKey) => {
  const { headers } = await sent({ method: 'GET', path: '/comments/x' }, { ...target(), profileKey });
  expect(headers['profile-key']).toBe(profileKey ?? undefined);
  expect('profile-key' in headers).toBe(profileKey !== null);
});

test.each([
  ['a Service Post ID, which may be on X', '/comments/abc', {}, true],
  ['a Social Post ID of X', '/comments/1', { searchPlatformId: true, platform: 'twitter' }, true],
  [
    'a Social Post ID of another network',
    '/comments/1',
    { searchPlatformId: true, platform: 'instagram' },
    false,
  ],
  ['audio', '/media/instagram/audio/search', { query: 'x' }, false],
  ['automations', '/automations', {}, false],
  ['a query written into the path', '/comments/1?searchPlatformId=true&platform=threads', {}, false],
  ['messages of X, with a query written into the path', '/messages/twitter?limit=5', {}, true],
  ['X in a query written into the path', '/comments/1?platform=twitter', {}, true],
  ['X as one of two in the query', '/comments/1?platforms=threads&platforms=twitter', {}, true],
] as const)('the X pair, for %s', { tags: ['AUTH-05'] }, async (_why, path, query, expected) => {
  const { headers } = await sent({ method: 'GET', path, query });
  expect(X_HEADERS.map((name) => headers[name])).toEqual(
    expected ? [X_PAIR.key, X_PAIR.secret] : [undefined, undefined],
  );
});

test.each([
  ['a comment everywhere', { comment: 'hi' }, true],
  ['a comment on X', { comment: 'hi', platforms: ['threads', 'twitter'] }, true],
  ['a comment elsewhere', { comment: 'hi', platforms: ['threads'] }, false],
])('the X pair, for %s', { tags: ['AUTH-05'] }, async (_why, body, expected) => {
  const { headers } = await sent({ method: 'POST', path: '/comments/abc', body });
  expect(X_HEADERS.every((name) => name in headers)).toBe(expected);
});

test('without a pair none is sent', { tags: ['AUTH-05'] }, async () => {
  const { headers } = await sent({ method: 'GET', path: '/comments/abc' }, { ...target(), xPair: null });
  expect(X_HEADERS.some((name) => name in headers)).toBe(false);
});

test('the X pair is the same for every profile', { tags: ['AUTH-06'] }, async () => {
  for (const profileKey of [null, PROFILE_KEY, 'another-profile-key']) {
    const { headers } = await sent({ method: 'GET', path: '/comments/abc' }, { ...target(), profileKey });
    expect(X_HEADERS.map((name) => headers[name])).toEqual([X_PAIR.key, X_PAIR.secret]);
  }
});

test.each([
  ['https://api.example', '/automations', 'https://api.example/automations'],
  ['https://api.example/', '/automations', 'https://api.example/automations'],
  ['https://api.example/api', '/automations', 'https://api.example/api/automations'],
  ['https://api.example/api/', 'automations', 'https://api.example/api/automations'],
  ['https://api.example/api', '//evil.example/x', 'https://api.example/api/evil.example/x'],
  ['https://api.example/api', '/a b?c=d e', 'https://api.example/api/a%20b?c=d%20e'],
  ['https://api.example/api', '/x#y', 'https://api.example/api/x%23y'],
  ['https://api.example/api', '/x@evil.example', 'https://api.example/api/x@evil.example'],
])('%s and %s', { tags: ['HTTP-12'] }, async (baseUrl, path, href) => {
  expect((await sent({ method: 'GET', path }, target(baseUrl))).url.href).toBe(href);
});

test.each([
  ['https://evil.example/x'],
  ['HTTPS://evil.example/x'],
  ['http://api.example/api/x'],
  ['/../x'],
  ['/a/../../x'],
  ['/%2e%2e/x'],
  ['/..\\x'],
])('no key goes to %s', { tags: ['C2'] }, async (path) => {
  const transport = scripted();
  const client = testClient({ transport, target: target('https://api.example/api') });
  await expect(client.request({ method: 'GET', path })).rejects.toMatchObject({ kind: 'usage' });
  expect(transport.asked).toEqual([]);
});

test.each([
  ['by Service Post ID', {}, ''],
  [
    'by Social Post ID',
    { searchPlatformId: true, platform: 'threads' },
    '?searchPlatformId=true&platform=threads',
  ],
  [
    'by Social Comment ID',
    { platform: 'instagram', commentId: true, searchPlatformId: true },
    '?commentId=true&platform=instagram&searchPlatformId=true',
  ],
  [
    'replies on linkedin',
    { platform: 'linkedin', commentId: true, searchPlatformId: true },
    '?commentId=true&platform=linkedin&searchPlatformId=true',
  ],
  ['what is undefined is not sent', { platform: undefined }, ''],
])('%s', { tags: ['COM-01', 'COM-02', 'COM-03', 'COM-24'] }, async (_why, query, search) => {
  const { method, url, body } = await read(query);
  const sorted = (text: string) => new URLSearchParams([...new URLSearchParams(text)].sort()).toString();
  expect({ method, path: url.pathname, body }).toEqual({
    method: 'GET',
    path: '/v/comments/Sp7kQm2XvLr9TzBd4HnW',
    body: null,
  });
  expect(sorted(url.search)).toBe(sorted(search));
});

test.each([
  ['urn:li:comment:(urn:li:activity:71,9)', 'urn%3Ali%3Acomment%3A(urn%3Ali%3Aactivity%3A71%2C9)'],
  ['at://did:plc:x/app.bsky.feed.post/3k', 'at%3A%2F%2Fdid%3Aplc%3Ax%2Fapp.bsky.feed.post%2F3k'],
  ['17841499000000123', '17841499000000123'],
  ['a/../b?c#d', 'a%2F..%2Fb%3Fc%23d'],
])('the id %s is one part of the path', { tags: ['COM-25'] }, async (id, part) => {
  expect((await read({}, id)).url.pathname).toBe(`/v/comments/${part}`);
});

test.each([
  ['only a comment id', 'x', { commentId: true, platform: 'instagram' }, /searchPlatformId/],
  ['no platform', 'x', { searchPlatformId: true }, /platform/],
  ['reddit by its own id', 'x', { searchPlatformId: true, platform: 'reddit' }, /reddit/],
  ['a comment of threads', 'x', { searchPlatformId: true, commentId: true, platform: 'threads' }, /threads/],
  ['a name that is not known', 'x', { page: 2 }, /page/],
  ['a blank id', ' ', {}, /id/],
  ['an id that climbs', '..', {}, /id cannot be \.\./],
  ['an id that stays', '.', {}, /id cannot be \./],
])(
  '%s is refused before it is sent',
  { tags: ['COM-04', 'COM-05', 'COM-06'] },
  async (_why, id, query, message) => {
    const transport = scripted();
    const wrong = { params: { id }, query } as EndpointInput<typeof getComments>; // on purpose
    await expect(testClient({ transport }).call(getComments, wrong)).rejects.toMatchObject({
      name: 'CrierError',
      kind: 'usage',
      message: expect.stringMatching(message),
    });
    expect(transport.asked).toEqual([]);
  },
);

test.each([
  ['a blank query', { query: ' ' }],
  ['no query', {}],
  ['another audio type', { query: 'x', audioType: 'podcast' }],
  ['a limit of none', { query: 'x', limit: 0 }],
  ['a limit past the largest', { query: 'x', limit: 101 }],
  ['a limit that is not whole', { query: 'x', limit: 1.5 }],
])(
  '%s is refused with the code that the service has for it',
  { tags: ['AUD-01', 'AUD-02', 'AUD-03'] },
  async (_why, query) => {
    const transport = scripted();
    const wrong = { query } as EndpointInput<typeof searchAudio>; // on purpose
    await expect(testClient({ transport }).call(searchAudio, wrong)).rejects.toMatchObject({
      kind: 'usage',
      facts: { code: 101, http: null },
    });
    expect(transport.asked).toEqual([]);
  },
);

test.each([
  ['what is missing is not sent', { query: 'slow river' }, '?query=slow%20river'],
  [
    'what is given is sent',
    { query: 'ř&=?', audioType: 'original_sound', limit: 100 },
    '?query=%C5%99%26%3D%3F&audioType=original_sound&limit=100',
  ],
] as const)('%s', { tags: ['AUD-02', 'AUD-03', 'AUD-01'] }, async (_why, query, search) => {
  const transport = scripted({ body: { status: 'success', query: query.query, audio: [] } });
  const { body } = await testClient({ transport }).call(searchAudio, { query });
  expect(transport.asked[0]?.url.pathname).toBe('/v/media/instagram/audio/search');
  expect(transport.asked[0]?.url.search).toBe(search);
  expect(body.audio).toEqual([]);
});

test('only audioId of a track is certain', { tags: ['AUD-04'] }, async () => {
  const audio = [
    { audioId: '880000000000321' },
    { audioId: 88_000_000_000_000_032n.toString(), mood: 'calm' },
  ];
  const { body } = await testClient({ transport: scripted({ body: { audio } }) }).call(searchAudio, {
    query: { query: 'x' },
  });
  expect(body.audio).toEqual(audio);
});

test('a body goes out as JSON', async () => {
  expect((await sent({ method: 'POST', path: '/automations', body: { name: 'ř' } })).body).toBe(
    '{"name":"ř"}',
  );
});

test('a plan shows what would be sent, its keys masked, and sends nothing', { tags: ['C8'] }, () => {
  const transport = scripted();
  const client = testClient({ transport });
  expect(client.plan(getComments, { params: { id: 'abc' } })).toEqual({
    method: 'GET',
    url: 'https://api.example/v/comments/abc',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'deflate, gzip, br',
      'content-type': 'application/json',
      authorization: 'Bearer ****abcd',
      'profile-key': '****efgh',
      'x-twitter-oauth1-api-key': '****ijkl',
      'x-twitter-oauth1-api-secret': '****mnop',
    },
    body: null,
  });
  const body = { action: 'automations', secret: 'a-webhook-secret-1234', note: `mine is ${API_KEY}` };
  expect(client.plan({ method: 'POST', path: `/hook/webhook?k=${API_KEY}`, body })).toMatchObject({
    method: 'POST',
    url: 'https://api.example/v/hook/webhook?k=****abcd',
    body: { action: 'automations', secret: '****1234', note: 'mine is ****abcd' },
  });
  expect(transport.asked).toEqual([]);
});
