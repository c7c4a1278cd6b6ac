import { describe, expect, test } from 'vitest';
import { buildFailureReply, ServiceFailure } from '../../../../src/sandbox/http/service-failure.ts';
import { ERRORS } from '../../../../src/service/errors.ts';
import { control } from '../../../support/control.ts';
import { type PostingSandbox, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { everywhereOn, POST, threadOn } from '../../../support/small-seed.ts';

test('an envelope says what is known, and its own action wins', { tags: ['HTTP-08'] }, () => {
  const facts = { id: 'abc', platform: 'facebook', relink: true, details: 'why' } as const;
  expect(buildFailureReply(new ServiceFailure(161, { ...facts, message: 'It ended.' }), 'comments')).toEqual({
    http: 400,
    body: { action: 'comments', status: 'error', code: 161, message: 'It ended.', ...facts },
    headers: {},
  });
  expect(buildFailureReply(new ServiceFailure(186, { action: 'post' }), 'comments')).toMatchObject({
    http: 404,
    body: { action: 'post' },
  });
});

test('without words of its own, the catalogue speaks', { tags: ['HTTP-08'] }, () => {
  const { body } = buildFailureReply(new ServiceFailure(102), 'request');
  expect(body).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('a code without a known status is HTTP 400', { tags: ['U-37'] }, () => {
  expect(buildFailureReply(new ServiceFailure(999_999), 'request').http).toBe(400);
});

test('no refusal has a status that the service does not use', { tags: ['HTTP-09'] }, () => {
  const used = [200, 400, 401, 402, 403, 404, 429, 500, 502, 503, 504];
  const statuses = Object.keys(ERRORS).map(
    (code) => buildFailureReply(new ServiceFailure(Number(code)), 'request').http,
  );
  expect(statuses.filter((http) => !used.includes(http))).toEqual([]);
});

/** What `retryAvailable` says in an answer; undefined: it is not there. */
const RETRIES: readonly (readonly [
  code: number,
  variant: string | undefined,
  expected: boolean | undefined,
])[] = [
  [258, undefined, undefined],
  [258, 'subcode-2207085', true],
  [440, undefined, true],
  [440, 'size-limit', false],
  [452, undefined, true],
  [453, undefined, true],
  [454, undefined, true],
  [476, undefined, undefined],
  [479, undefined, false],
  [499, undefined, true],
  [519, undefined, true],
  [161, undefined, undefined],
];

/** One for each value, for calls that report failures in the same way. */
const FEW_RETRIES = RETRIES.filter(
  ([code, variant]) => [440, 476, 161].includes(code) || variant === 'subcode-2207085',
);

type InjectedFault = Parameters<typeof control<'addFault'>>[2];
type AnswerBody = Awaited<ReturnType<PostingSandbox['ask']>>['body'];
type Entries = readonly {
  readonly code: number;
  readonly platform: string;
  readonly retryAvailable?: boolean;
}[];

/** Where a network's failure is reported: an envelope, or an entry of `errors[]`. */
interface FailingCall {
  readonly title: string;
  readonly endpoint: NonNullable<InjectedFault>['endpoint'];
  readonly network: 'facebook' | 'instagram';
  /** Meets the failure. @returns the object that reports it */
  meet(sandbox: PostingSandbox): Promise<object | undefined>;
}

const onFacebook = ({ errors }: AnswerBody) =>
  (errors as Entries | undefined)?.find(({ platform }) => platform === 'facebook');
let texts = 0;
/** A text that is no duplicate of another one. */
const unique = () =>
  `text ${++texts} ${'abcdefghijklmnopqrstuvwxyz'.slice(texts % 13).repeat((texts % 5) + 1)}`;
const spring = '?searchPlatformId=true&platform=facebook';

const PLACES: readonly FailingCall[] = [
  {
    title: 'GET /comments of several networks, in errors[]',
    endpoint: 'getComments',
    network: 'facebook',
    meet: async ({ ask }) => onFacebook((await ask(`/comments/${POST.everywhere}`)).body),
  },
  {
    title: 'GET /comments of one network, at the top',
    endpoint: 'getComments',
    network: 'facebook',
    meet: async ({ ask }) => (await ask(`/comments/${everywhereOn('facebook')}${spring}`)).body,
  },
  {
    title: 'POST /comments/{id}',
    endpoint: 'createComment',
    network: 'facebook',
    meet: async ({ send }) =>
      onFacebook((await send('POST', `/comments/${POST.everywhere}`, { comment: 'x' })).body),
  },
  {
    title: 'POST /comments/reply',
    endpoint: 'replyToComment',
    network: 'facebook',
    meet: async ({ send }) => {
      const commentId = threadOn('facebook').comment;
      const sent = { commentId, comment: 'x', searchPlatformId: true, platforms: ['facebook'] };
      return (await send('POST', '/comments/reply', sent)).body;
    },
  },
  {
    title: 'DELETE /comments',
    endpoint: 'deleteComments',
    network: 'facebook',
    meet: async ({ send }) => {
      const id = threadOn('facebook').comment;
      return (await send('DELETE', '/comments', { id, searchPlatformId: true, platform: 'facebook' })).body;
    },
  },
  {
    title: 'POST /post where every network failed, at the top',
    endpoint: 'createPost',
    network: 'facebook',
    meet: async ({ send }) => (await send('POST', '/post', { post: 'x', platforms: ['facebook'] })).body,
  },
  {
    title: 'POST /post where every network failed, in errors[]',
    endpoint: 'createPost',
    network: 'facebook',
    meet: async ({ send }) =>
      onFacebook((await send('POST', '/post', { post: 'x', platforms: ['facebook'] })).body),
  },
  {
    title: 'POST /post where one network failed, in errors[]',
    endpoint: 'createPost',
    network: 'facebook',
    meet: async ({ send }) =>
      onFacebook((await send('POST', '/post', { post: unique(), platforms: ['facebook', 'bluesky'] })).body),
  },
  {
    title: 'POST /post for a User Profile',
    endpoint: 'createPost',
    network: 'instagram',
    meet: async ({ send }) => {
      const sent = { post: 'x', platforms: ['instagram'], mediaUrls: ['https://media.example/a.jpg'] };
      const { body } = await send('POST', '/post', sent, { as: 'acme' });
      return (body.posts?.[0] ?? body).errors[0];
    },
  },
  {
    title: 'GET /post/{id} of a post that failed when it was approved',
    endpoint: 'createPost',
    network: 'facebook',
    meet: async ({ post, change, record }) => {
      const id = await post({ post: unique(), requiresApproval: true });
      await change(id, { approved: true });
      return onFacebook(await record(id));
    },
  },
  {
    title: 'the event of such a post',
    endpoint: 'createPost',
    network: 'facebook',
    meet: async ({ post, change, listenToPosts, recorded }) => {
      await listenToPosts();
      await change(await post({ post: unique(), requiresApproval: true }), { approved: true });
      return onFacebook((await recorded()).at(-1));
    },
  },
  {
    title: 'DELETE /post',
    endpoint: 'deletePost',
    network: 'facebook',
    meet: async ({ post, send }) => {
      const id = await post({ post: unique() });
      return (await send('DELETE', '/post', { id })).body;
    },
  },
  {
    title: 'GET /history/{platform}',
    endpoint: 'getPlatformHistory',
    network: 'facebook',
    meet: async ({ ask }) => (await ask('/history/facebook')).body,
  },
  {
    title: 'GET /media/instagram/audio/search',
    endpoint: 'searchAudio',
    network: 'instagram',
    meet: async ({ ask }) => (await ask('/media/instagram/audio/search?query=slow')).body,
  },
  {
    title: 'GET /media/instagram/audio/{audioId}',
    endpoint: 'getAudio',
    network: 'instagram',
    meet: async ({ ask }) => (await ask('/media/instagram/audio/880000000000001')).body,
  },
];

/** Requests that a failure of the whole can meet, one a kind of route. */
const REQUESTS: readonly (readonly [method: string, path: string, body: object | null])[] = [
  ['GET', `/comments/${POST.everywhere}`, null],
  ['POST', `/comments/${POST.everywhere}`, { comment: 'x' }],
  ['POST', '/post', { post: 'x', platforms: ['facebook'] }],
  ['POST', '/validate/post', { post: 'x', platforms: ['facebook'] }],
  ['PUT', '/post/retry', { id: POST.everywhere }],
  ['DELETE', '/post', { id: POST.everywhere }],
  ['GET', '/media/instagram/audio/search?query=slow', null],
  ['GET', '/automations', null],
  ['GET', '/history', null],
  ['GET', '/profiles', null],
];

const picked = (recorded: object | undefined) =>
  Object.fromEntries(
    Object.entries(recorded ?? {}).filter(([name]) => name === 'retryAvailable' || name === 'relink'),
  );
const withVariant = (variant: string | undefined) => (variant === undefined ? {} : { variant });

describe('retryAvailable in answers', { tags: ['ERR-05'] }, () => {
  test.each(PLACES)('of a network: $title', { tags: ['ERR-05'] }, async ({ endpoint, network, meet }) => {
    const sandbox = await postingSandbox();
    for (const [code, variant, expected] of endpoint === 'getComments' ? RETRIES : FEW_RETRIES) {
      const fault = { code, network, ...(endpoint && { endpoint }), ...withVariant(variant), count: 1 };
      expect((await control(sandbox.sandbox, 'addFault', fault)).http).toBe(200);
      const recorded = await meet(sandbox);
      expect(recorded).toMatchObject({ status: 'error', code });
      expect({ code, variant, ...picked(recorded) }).toEqual({
        code,
        variant,
        ...(expected !== undefined && { retryAvailable: expected }),
        ...(code === 161 && { relink: true }),
      });
    }
  });

  test.each(REQUESTS)('of the whole request: %s %s', { tags: ['ERR-05'] }, async (method, path, body) => {
    const { sandbox, send, ask } = await postingSandbox();
    for (const [code, variant, expected] of path === '/history' ? RETRIES : FEW_RETRIES) {
      await control(sandbox, 'addFault', { code, ...withVariant(variant), count: 1 });
      const answer = body === null ? await ask(path, { method }) : await send(method, path, body);
      expect(answer.body).toMatchObject({ status: 'error', code });
      expect([code, variant, answer.body.retryAvailable]).toEqual([code, variant, expected]);
    }
  });

  test('258 with subcode 2207085 and 440 of size limits say so in details', {
    tags: ['ERR-05'],
  }, async () => {
    const { sandbox, ask } = await postingSandbox();
    await control(sandbox, 'addFault', { code: 258, variant: 'subcode-2207085', count: 1 });
    expect((await ask('/user')).body.details).toMatch(/2207085.*trace id/);
    await control(sandbox, 'addFault', { code: 440, variant: 'size-limit', count: 1 });
    expect((await ask('/user')).body.details).toMatch(/size limit/);
  });

  test.each([
    [440, 'subcode-2207085'],
    [161, 'size-limit'],
    [258, 'toString'],
  ])('%i has no form %s: 101, and nothing is ordered', { tags: ['ERR-05'] }, async (code, variant) => {
    const { sandbox } = await postingSandbox();
    const { body } = await control(sandbox, 'addFault', { code, variant });
    expect(body).toMatchObject({ code: 101, details: expect.stringContaining('size-limit of 440') });
    expect((await control(sandbox, 'listFaults')).body.faults).toEqual([]);
  });
});

describe('what else an answer with a code has', () => {
  test.each([501, 507, 513])(
    '%i has the action link session, wherever it comes',
    { tags: ['ERR-06'] },
    async (code) => {
      const { sandbox, ask, send } = await postingSandbox();
      for (const path of ['/user', '/automations']) {
        await control(sandbox, 'addFault', { code, count: 1 });
        expect((await ask(path)).body).toMatchObject({ action: 'link session', status: 'error', code });
      }
      await control(sandbox, 'addFault', { code, network: 'facebook', count: 1 });
      const failed = (await send('POST', '/post', { post: 'x', platforms: ['facebook'] })).body;
      expect([failed.action, failed.errors[0].action]).toEqual(['link session', 'link session']);
    },
  );

  test('519 has a reason in details', async () => {
    const { sandbox, ask, send } = await postingSandbox();
    await control(sandbox, 'addFault', { code: 519, count: 1 });
    expect((await ask('/user')).body.details).toMatch(/Google/);
    await control(sandbox, 'addFault', { code: 519, network: 'facebook', count: 1 });
    const { body } = await send('POST', '/post', { post: 'x', platforms: ['facebook', 'bluesky'] });
    expect(onFacebook(body)).toMatchObject({ code: 519, details: expect.stringMatching(/Google/) });
  });

  test.each([490, 491, 492, 493, 494, 495])(
    '%i as an envelope has the reason in details',
    { tags: ['ENG-13'] },
    async (code) => {
      const { sandbox, ask } = await postingSandbox();
      await control(sandbox, 'addFault', { code, count: 1 });
      expect((await ask('/user')).body).toMatchObject({ code, details: expect.stringMatching(/\w/) });
    },
  );

  test('417 has the response header x-access-level, and no other answer has', async () => {
    const { sandbox, ask } = await postingSandbox();
    await control(sandbox, 'addFault', { code: 417, count: 1 });
    const refused = await ask('/user');
    expect([refused.http, refused.headers.get('x-access-level')]).toEqual([403, 'read']);
    await control(sandbox, 'addFault', { code: 417, network: 'twitter', count: 1 });
    const onX = await ask('/comments/1800000000000000001?searchPlatformId=true&platform=twitter');
    expect([onX.body.code, onX.headers.get('x-access-level')]).toEqual([417, 'read']);
    expect((await ask('/user')).headers.has('x-access-level')).toBe(false);
  });
});
