import { describe, expect, test } from 'vitest';
import { LONG_ERROR_BYTES, LONG_LIST_BYTES, MAX_EAGER_ELEMENTS } from '../../../src/client/parse-json.ts';
import { getComments } from '../../../src/service/endpoints/comments.ts';
import { searchAudio } from '../../../src/service/endpoints/media.ts';
import { getHistory } from '../../../src/service/endpoints/posts.ts';
import { ERRORS } from '../../../src/service/errors.ts';
import { failureOf } from '../../support/network/against.ts';
import { ALL_SECRETS, API_KEY, type Scripted, scripted, testClient } from '../../support/network/client.ts';

/** Reads comments from a service that answers so. */
function read(answer: Scripted) {
  return testClient({ transport: scripted(answer) }).call(getComments, { params: { id: 'abc' } });
}

const failure = (answer: Scripted) => failureOf(read(answer));

test.each([
  ['HTTP 400', 400, { code: 101 }, 'rejected'],
  ['HTTP 404 without a status', 404, { code: 186 }, 'not-found'],
  ['HTTP 200 with status error', 200, { status: 'error', code: 186 }, 'not-found'],
  ['HTTP 503 that says success', 503, { status: 'success' }, 'unavailable'],
  ['HTTP 401 without a code', 401, {}, 'auth'],
])('%s is a failure', { tags: ['HTTP-04'] }, async (_why, status, body, kind) => {
  expect(await failure({ status, body })).toMatchObject({ kind, facts: { http: status } });
});

test.each([
  ['alone', {}, 227],
  ['beside a code', { code: 161 }, 161],
  ['beside errors', { errors: [{ platform: 'tiktok', code: 288 }] }, 288],
])('a failure inside a network object, %s', async (_why, more, code) => {
  const relink = { status: 'error', code: 227, message: 'relink' };
  const body = { status: 'error', id: 'P', ...more, instagram: relink };
  expect(await failure({ status: 200, body })).toMatchObject({ facts: { code } });
});

test.each([
  ['success', { status: 'success' }],
  ['partial', { status: 'partial', errors: [{ code: 485 }] }],
  ['no status at all', { instagram: [] }],
])('HTTP 200 with %s is an answer', { tags: ['HTTP-04'] }, async (_why, body) => {
  expect((await read({ body })).body).toEqual(body);
});

const NO_HISTORY = {
  history: { action: 'get', status: 'error', code: 221, message: 'nothing there' },
  count: 0,
};

test.each([
  ['221, under history', 400, NO_HISTORY],
  ['350', 404, { status: 'error', code: 350, message: 'no reviews' }],
  ['350 at HTTP 200', 200, { status: 'error', code: 350 }],
  ['307 and 518, which are warnings', 200, { status: 'error', errors: [{ code: 307 }, { code: 518 }] }],
])('nothing is wrong where the code is %s', async (_why, status, body) => {
  const client = testClient({ transport: scripted({ status, body }) });
  expect(await client.request({ method: 'GET', path: '/x' })).toMatchObject({ http: status, body });
});

test('a history with nothing in it is an answer of the call, too', async () => {
  const client = testClient({ transport: scripted({ status: 400, body: NO_HISTORY }) });
  expect((await client.call(getHistory, { query: {} })).body).toEqual(NO_HISTORY);
});

test.each([
  ['a server that broke down', 500, { status: 'error', code: 221 }, 'unavailable'],
  ['a network that failed', 400, { status: 'error', code: 350, errors: [{ code: 186 }] }, 'rejected'],
])('a code of nothing being there does not hide %s', async (_why, status, body, kind) => {
  expect(await failure({ status, body })).toMatchObject({ kind });
});

test('an error under `history` is read like any other', async () => {
  const history = { action: 'get', status: 'error', code: 101, message: 'no such day' };
  expect(await failure({ status: 400, body: { history } })).toMatchObject({
    kind: 'rejected',
    message: 'no such day',
    facts: { code: 101, http: 400 },
  });
});

test.each([
  ['a post whose own status is error', { status: 'error', id: 'a', postIds: [], errors: [{ code: 288 }] }],
  ['a post that went to some networks', { status: 'error', postIds: [{ id: '1' }], errors: [{ code: 110 }] }],
])('HTTP 200 with %s is an answer', { tags: ['HTTP-04'] }, async (_why, body) => {
  expect((await read({ body })).body).toMatchObject(body);
});

test.each([
  ['a code beside postIds', 200, { status: 'error', code: 136, postIds: [] }],
  ['a post under another HTTP status', 400, { status: 'error', postIds: [], errors: [{ code: 136 }] }],
])('%s is a failure', { tags: ['HTTP-04'] }, async (_why, status, body) => {
  expect(await failure({ status, body })).toMatchObject({ kind: 'rejected', facts: { code: 136 } });
});

test('the code decides, whatever the message says', { tags: ['HTTP-05'] }, async () => {
  const message = 'Rate limit reached, your API key is not valid, code 102';
  expect(await failure({ status: 429, body: { status: 'error', code: 186, message } })).toMatchObject({
    kind: 'not-found',
    message,
  });
});

test.each([
  [{ retryAvailable: true }, { retryAvailable: true, relink: null }],
  [
    { retryAvailable: false, relink: true },
    { retryAvailable: false, relink: true },
  ],
  [
    { retryAvailable: 'yes', relink: 1 },
    { retryAvailable: null, relink: null },
  ],
  [{ errors: [{ relink: true, retryAvailable: true }] }, { retryAvailable: true, relink: true }],
])('%j', { tags: ['HTTP-06', 'HTTP-07'] }, async (flags, expected) => {
  expect((await failure({ status: 400, body: { code: 9999, ...flags } })).facts).toMatchObject(expected);
});

test('unknown fields are passed on, byte for byte', { tags: ['HTTP-10'] }, async () => {
  const text =
    '{ "status":"success", "mood": {"is":["good"]},\n "instagram":[{"commentId":"1","new":true}] }';
  const { body, bytes } = await read({ body: Buffer.from(text) });
  expect(body).toEqual(JSON.parse(text));
  expect(Buffer.from(bytes).toString()).toBe(text);
});

test('ids of 17 digits and more stay whole, as text and as number', { tags: ['COM-25'] }, async () => {
  const text =
    '{"id":17841499000000123,"twitter":[{"commentId":"1960000000000000417","id":1960000000000000417}]}';
  expect((await read({ body: Buffer.from(text) })).body).toEqual({
    id: '17841499000000123',
    twitter: [{ commentId: '1960000000000000417', id: '1960000000000000417' }],
  });
});

test('a partial answer brings its comments and its failed networks', {
  tags: ['COM-15', 'COM-16'],
}, async () => {
  const body = {
    status: 'partial',
    threads: [{ commentId: '1' }],
    errors: [{ platform: 'instagram', status: 'error', code: 485, message: 'gone', id: '17' }],
  };
  expect((await read({ body })).body).toEqual(body);
});

test('when all networks failed, all are listed, and the first decides the code', {
  tags: ['COM-15', 'COM-27'],
}, async () => {
  const errors = [
    { platform: 'instagram', status: 'error', code: 485, message: 'The story is gone.', id: '17' },
    { platform: 'twitter', status: 'error', code: 416, message: 'No credits.', id: '18' },
  ];
  expect(await failure({ status: 404, body: { status: 'error', errors } })).toMatchObject({
    kind: 'not-found',
    message: 'The story is gone.',
    facts: { code: 485, http: 404, errors },
  });
});

test.each([
  [
    'an object',
    { tiktok: { code: 288, message: 'pending' } },
    { platform: 'tiktok', code: 288, message: 'pending' },
  ],
  ['a text', 'tiktok is not ready', { platform: null, code: null, message: 'tiktok is not ready' }],
  ['a list of texts', ['not ready'], { platform: null, code: null, message: 'not ready' }],
])('errors as %s', { tags: ['COM-27'] }, async (_why, errors, expected) => {
  const { facts } = await failure({ status: 400, body: { status: 'error', errors } });
  expect(facts.errors).toMatchObject([expected]);
});

test('an error has the meaning of the catalogue beside its own words', { tags: ['ERR-02'] }, async () => {
  const body = {
    status: 'error',
    code: 186,
    message: 'Post ID not found.',
    details: { id: 'abc' },
    id: 'abc',
  };
  expect(await failure({ status: 404, body })).toMatchObject({
    message: 'Post ID not found.',
    facts: {
      code: 186,
      http: 404,
      meaning: ERRORS[186]?.meaning,
      advice: ERRORS[186]?.advice,
      details: { id: 'abc' },
      retryAvailable: null,
      relink: null,
      errors: [],
    },
  });
});

test.each([
  ['of an unknown code', { code: 9999 }, { code: 9999, meaning: 'an unknown error code' }],
  ['that is missing', {}, { code: null, meaning: null }],
  ['as text', { code: '186' }, { code: 186 }],
  ['in words', { code: 'NOT_FOUND' }, { code: null }],
])('a code %s', { tags: ['ERR-02'] }, async (_why, body, expected) => {
  expect((await failure({ status: 400, body })).facts).toMatchObject(expected);
});

test.each([
  ['no message', {}, 'the service answered HTTP 400, without a code'],
  ['a blank message', { code: 101, message: ' ' }, 'the service answered HTTP 400 with code 101'],
  [
    'a message of another kind',
    { code: 101, message: { en: 'x' } },
    'the service answered HTTP 400 with code 101',
  ],
  ['only a message of a network', { errors: [{ message: 'gone' }] }, 'gone'],
])('%s', { tags: ['ERR-02'] }, async (_why, body, message) => {
  expect((await failure({ status: 400, body })).message).toBe(message);
});

test('the reasons behind 491 are distinguished', { tags: ['ERR-03'] }, async () => {
  const enqueue = async (details: string) =>
    (await failure({ status: 400, body: { code: 491, details } })).facts.meaning;
  expect(await enqueue('The comment is older than 7 days')).toBe('the comment is older than 7 days');
  expect(await enqueue('The comment was deleted')).toBe('the comment was deleted');
  expect(await enqueue('No reason given')).toBe(ERRORS[491]?.meaning);
});

test.each([
  [400, {}, 'see the message of the service; --verbose shows the whole response'],
  [401, {}, /check the API key/],
  [402, {}, /check the plan/],
  [403, {}, /the API key, the profile and the plan/],
  [404, {}, /check the path and its ids/],
  [404, { code: 9999 }, /check the path and its ids/],
  [405, {}, /the method/],
  [408, {}, 'try again later'],
  [500, {}, 'try again later'],
  [503, { code: 9999 }, 'try again later'],
  [418, { code: 9999, retryAvailable: true }, /./],
])('what to do about HTTP %i with %j', { tags: ['ERR-02'] }, async (status, body, advice) => {
  expect((await failure({ status, body })).facts.advice).toMatch(advice);
});

test.each([
  ['435 gives the seconds of details', 435, { details: 'Retry-After: 3600' }, /wait 3600 seconds/],
  ['435 without them', 435, {}, /^(?!.*wait \d)/],
  ['258 is for later', 258, {}, /later/],
  ['444 is no reason to relink', 444, {}, /do not relink/],
  ['519 is no reason to relink', 519, {}, /do not relink/],
  ['326 is not helped by relinking', 326, {}, /relinking does not help/],
  ['475 may go on for a while', 475, {}, /5 to 10 minutes/],
  ['514 is fixed by no permission and no plan', 514, {}, /changing permissions or the plan does not help/],
])('%s', { tags: ['ERR-04'] }, async (_why, code, body, advice) => {
  expect((await failure({ status: 429, body: { code, ...body } })).facts.advice).toMatch(advice);
});

test.each([
  ['without a code', {}, {}, 'wait until the window of the request limit ends, in 5 minutes at most'],
  [
    'of code 1429',
    {},
    { code: 1429 },
    'wait until the window of the request limit ends, in 5 minutes at most',
  ],
  ['of code 1429 with a Retry-After', { 'retry-after': '1' }, { code: 1429 }, 'wait 1 second'],
  ['with a Retry-After', { 'retry-after': '90' }, {}, 'wait 90 seconds'],
  ['with a date to wait for', { 'retry-after': 'Thu, 01 Jan 1970 00:01:30 GMT' }, {}, 'wait 90 seconds'],
  ['of X', {}, { code: 364 }, ERRORS[364]?.advice],
])('a request limit %s says how long', async (_why, headers, body, advice) => {
  expect((await failure({ status: 429, headers, body })).facts.advice).toBe(advice);
});

test('a service that repeats the keys does not get them shown', { tags: ['C8'] }, async () => {
  const body = {
    code: 102,
    message: `The key ${API_KEY} is not valid`,
    details: { sent: ALL_SECRETS, header: `Basic ${Buffer.from(`x:${API_KEY}`).toString('base64')}` },
    errors: [{ message: ALL_SECRETS.join(' ') }],
  };
  const { message, facts } = await failure({ status: 403, body });
  const shown = JSON.stringify([message, facts]);
  for (const secret of [...ALL_SECRETS, Buffer.from(`x:${API_KEY}`).toString('base64')]) {
    expect(shown).not.toContain(secret);
  }
  expect(message).toBe('The key ****abcd is not valid');
});

test('nor does an answer that cannot be read', { tags: ['C8'] }, async () => {
  const { message } = await failure({
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(`no ${API_KEY}`),
  });
  expect(message).toContain('beginning "no ****abcd"');
});

test('nor does one that ends within a key, nor does its trace', { tags: ['C8'] }, async () => {
  const events: unknown[] = [];
  const transport = scripted({
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(`no ${API_KEY.slice(0, 14)}`),
  });
  const client = testClient({ transport, observe: (event) => events.push(event) });
  const { message } = await failureOf(client.request({ method: 'GET', path: '/x' }));
  expect(message).toContain('beginning "no ****"');
  expect(events).toContainEqual(expect.objectContaining({ kind: 'answer', body: 'no ****' }));
});

test('the beginning of a response is shown unchanged: only the renderer sanitizes it', {
  tags: ['HTTP-10'],
}, async () => {
  const start = 'say "\\u001b" \u009b31m\n';
  const { message } = await failure({ headers: { 'content-type': 'text/plain' }, body: Buffer.from(start) });
  expect(message).toContain(`beginning "${start}"`);
});

test.each([
  ['an entry that is null', { instagram: [{ commentId: '1' }, null] }],
  ['an entry that is a text', { instagram: ['x'] }],
  ['an object for a list', { threads: {} }],
  ['a number for one list of two', { instagram: [{ commentId: '1' }], threads: 5 }],
  ['a status, an id and times of another kind', { status: 5, id: {}, lastUpdated: true, nextUpdate: [] }],
])('%s does not hide the rest', { tags: ['HTTP-10'] }, async (_why, body) => {
  expect((await read({ body })).body).toEqual(body);
});

test('a track without an id does not hide the others', { tags: ['HTTP-10', 'AUD-04'] }, async () => {
  const body = { status: 'success', audio: [{ audioId: '1' }, { title: 'x' }, null] };
  const client = testClient({ transport: scripted({ body }) });
  expect((await client.call(searchAudio, { query: { query: 'x' } })).body).toEqual(body);
});

test('an answer with lastUpdated missing is an answer', async () => {
  expect((await read({ body: { status: 'success', instagram: [] } })).body.lastUpdated).toBeUndefined();
});

test.each([
  ['a list', []],
  ['a list of comments', [{ commentId: '1' }]],
  ['a network that is a number', { instagram: 5 }],
])('%s instead of comments is an error', { tags: ['HTTP-10'] }, async (_why, body) => {
  expect(await failure({ body })).toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(
      /^the response of api\.example has an unexpected shape .*HTTP 200, application\/json, beginning "/,
    ),
  });
});

test('any other request may be answered with a list', async () => {
  const client = testClient({ transport: scripted({ body: [{ id: 1 }] }) });
  expect((await client.request({ method: 'GET', path: '/media' })).body).toEqual([{ id: 1 }]);
});

describe('the work for an error is small, however long it is', { tags: ['HTTP-10'] }, () => {
  /** A JSON text of a list of that many bytes, of which no element is needed. */
  const listOf = (bytes: number) => `[${'{},'.repeat(bytes / 3)}{}]`;
  const huge = listOf(1.1 * LONG_ERROR_BYTES);
  const answers = (status: number, text: string) => failure({ status, body: Buffer.from(text) });

  test('a message that is too long is none', async () => {
    const { message } = await answers(500, `{"code":1500,"message":"${'x'.repeat(LONG_ERROR_BYTES)}"}`);
    expect(message).toBe('the service answered HTTP 500 with code 1500');
  });

  test.each([
    ['a list', huge],
    ['what is cut short', `{"code":1500,"details":${huge.slice(0, -1)}`],
  ])('%s is not understood', async (_what, text) => {
    const { kind, message } = await answers(500, text);
    expect(kind).toBe('unavailable');
    expect(message).toContain('is long, and not a JSON object');
  });

  test('a shorter one is read whole', async () => {
    const details = Array.from({ length: 1_000 }, (_, at) => `y${at}`.repeat(20));
    const { facts } = await answers(500, JSON.stringify({ code: 1500, details }));
    expect(facts.details).toEqual(details);
  });
});

describe('failed networks of a long answer', { tags: ['COM-15'] }, () => {
  const leg = (at: number) => ({
    platform: 'tiktok',
    code: 288,
    message: `pending ${at} ${'x'.repeat(1_500)}`,
  });
  const failedIn = (count: number) => ({
    status: 'success',
    instagram: [{ commentId: '1' }],
    errors: Array.from({ length: count }, (_, at) => leg(at)),
  });

  test('are a list, not one that is read later', async () => {
    const body = failedIn(Math.ceil(LONG_LIST_BYTES / 1_500));
    expect((await read({ body })).body).toEqual(body);
  });

  test('are kept as far as they are useful', async () => {
    const body = failedIn(MAX_EAGER_ELEMENTS + 1);
    const { errors } = (await read({ body })).body;
    expect(errors).toEqual([
      ...body.errors.slice(0, MAX_EAGER_ELEMENTS),
      expect.stringMatching(/is omitted here$/),
    ]);
  });
});
