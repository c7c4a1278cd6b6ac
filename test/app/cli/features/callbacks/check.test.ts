import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALLBACK_REASONS } from '../../../../../src/domain/callbacks/message-callback.ts';
import type { OutboundAnswer, OutboundFault, OutboundRequest } from '../../../../../src/outbound/outbound.ts';
import { verifySignature } from '../../../../../src/receiver/verify-signature.ts';
import { LIMITS } from '../../../../../src/service/limits.ts';
import type { TriggerType } from '../../../../../src/service/triggers.ts';
import { WEBHOOK_HEADERS } from '../../../../../src/service/webhooks.ts';
import type { World } from '../../../../../src/world.ts';
import { crier, type Ran } from '../../../../support/crier.ts';
import { readNothing } from '../../../../support/engine/fake-outbound.ts';
import { realOutbound, resolvingTo } from '../../../../support/engine/real-outbound.ts';
import { openReceiver, type Receiver } from '../../../../support/receiver/receiver.ts';

const URL = 'https://hooks.example.com/callback';
const SECRET = 'SECRET-OF-CALLBACKS-1';
const NOW = 1_790_000_000_000;

interface CheckJson {
  readonly messageSource: string;
  readonly message: string | null;
  readonly reason: string | null;
  readonly signed: boolean;
  readonly allowedPrivate: boolean;
  readonly request: Readonly<Record<string, unknown>>;
  readonly checks: readonly { readonly check: string; readonly status: string; readonly found: string }[];
}

const answerOf = (part: Partial<OutboundAnswer> & { readonly text?: string }): OutboundAnswer => {
  const { text = '{"message":"Hi"}', ...rest } = part;
  const body = new TextEncoder().encode(text);
  return { status: 200, body, fault: null, byAllowance: false, ms: 12, ...rest };
};
const faultOf = (fault: OutboundFault, status: number | null = null) =>
  answerOf({ status, body: null, fault });

/** Checks an address whose way out answers so. */
async function checked(answer: OutboundAnswer, words: readonly string[] = []) {
  const asked: OutboundRequest[] = [];
  const outbound: World['openOutbound'] = async (allowed) => ({
    allowed,
    get: readNothing,
    async post(request) {
      asked.push(request);
      return answer;
    },
  });
  const url = words.some((word) => word.includes('://')) ? [] : [URL];
  const ran = await crier(['callbacks', 'check', ...url, ...words, '--json'], { outbound });
  return { ...ran, asked, document: ran.json as CheckJson };
}

/** `status check` of every row, but for those that hold and those that were not looked at. */
function amiss({ checks }: CheckJson): readonly string[] {
  return checks
    .filter(
      ({ status, found }) => status !== 'ok' && found !== 'not checked' && !found.startsWith('not sent'),
    )
    .map(({ status, check }) => `${status} ${check}`);
}

test.each([
  [['--timeout-ms', '6000'], ''],
  [['--trigger', 'dm'], 'did you mean "dm_keyword"?'],
  [['--trigger', 'reaction'], 'did you mean "dm_reaction"?'],
])('%j is a slip of this command, and no fault of an automation', async (words, advice) => {
  const { exitCode, error, asked } = await checked(answerOf({}), words);
  expect({ exitCode, asked }).toEqual({ exitCode: 2, asked: [] });
  expect(error).toMatchObject({ kind: 'usage', code: null });
  expect(error?.advice ?? '').toContain(advice);
});

describe('the resulting text', () => {
  test('a good response is used unchanged, whatever braces it contains: exit 0', {
    tags: ['CBK-02', 'CBK-07'],
  }, async () => {
    const { exitCode, document } = await checked(
      answerOf({ text: '{"message":"Hi {{platform}}","more":1}' }),
    );
    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ messageSource: 'callback', message: 'Hi {{platform}}', reason: null });
    expect(amiss(document)).toEqual([]);
    expect(document.checks.map(({ check }) => check)).toEqual(
      'address name connection TLS signature redirect status time size JSON message'.split(' '),
    );
  });

  const { callbackAnswerBytes, callbackMessageCharacters } = LIMITS;
  const long = (characters: number) => JSON.stringify({ message: '😀'.repeat(characters) });

  const FAILURES = [
    ['an address that is not public', faultOf('address not allowed'), 'fail name', 'address not allowed'],
    ['a name that leads nowhere', faultOf('name not found'), 'fail name', 'name not found'],
    ['no server listens', faultOf('connection refused'), 'fail connection', 'connection refused'],
    ['a connection that breaks', faultOf('connection lost'), 'fail connection', 'connection lost'],
    ['a bad certificate', faultOf('certificate not valid'), 'fail TLS', 'certificate not valid'],
    ['a redirect', answerOf({ status: 302 }), 'fail redirect', 'status 302: a redirect is not followed'],
    ['another status', answerOf({ status: 404 }), 'fail status', 'status 404'],
    ['a status whose body is cut', faultOf('connection lost', 503), 'fail status', 'status 503'],
    ['no HTTP', faultOf('answer not readable'), 'fail status', 'answer not readable'],
    ['a body that drips', faultOf('timeout', 200), 'fail time', 'timeout'],
    ['a body that is cut', faultOf('connection lost', 200), 'fail size', 'connection lost'],
    [
      'a body that cannot be decoded',
      faultOf('answer not readable', 200),
      'fail size',
      'answer not readable',
    ],
    ['a large body', faultOf('answer too large', 200), 'fail size', CALLBACK_REASONS.tooLarge],
    ['no JSON', answerOf({ text: 'Hi' }), 'fail JSON', CALLBACK_REASONS.notJson],
    ['no message', answerOf({ text: '{}' }), 'fail message', CALLBACK_REASONS.noMessage],
    ['a message of 0', answerOf({ text: long(0) }), 'fail message', CALLBACK_REASONS.wrongLength],
    [
      'a message of 1,001',
      answerOf({ text: long(callbackMessageCharacters.max + 1) }),
      'fail message',
      CALLBACK_REASONS.wrongLength,
    ],
    [
      'half a character',
      answerOf({ text: '{"message":"\\ud83d"}' }),
      'fail message',
      CALLBACK_REASONS.brokenText,
    ],
  ] as const;
  test.each(FAILURES)(
    '%s: exit 11, with the reason that is recorded',
    { tags: ['K-08', 'CBK-04', 'CBK-05', 'K-01', 'K-02'] },
    async (_what, answer, row, reason) => {
      const { exitCode, document, error } = await checked(answer);
      expect(exitCode).toBe(11);
      expect(document).toMatchObject({ messageSource: 'fallback', message: null, reason });
      expect(amiss(document)).toEqual([row]);
      expect(error).toMatchObject({ kind: 'differs', message: expect.stringContaining(reason) });
    },
  );

  test('what comes too late leaves open how far it came', async () => {
    const { document } = await checked(faultOf('timeout'));
    expect(amiss(document)).toEqual([
      'skipped name',
      'skipped connection',
      'skipped TLS',
      'skipped signature',
      'skipped redirect',
      'skipped status',
      'fail time',
    ]);
  });

  test('another 2xx is used, with a warning', { tags: ['U-08'] }, async () => {
    const { exitCode, document } = await checked(answerOf({ status: 201 }));
    expect(exitCode).toBe(0);
    expect(amiss(document)).toEqual(['warn status']);
  });

  test('1,000 characters and 16,384 bytes are used', { tags: ['K-02', 'U-09'] }, async () => {
    const text = long(callbackMessageCharacters.max).padEnd(callbackAnswerBytes - 3_000);
    const body = new TextEncoder().encode(text);
    expect(body.length).toBeLessThanOrEqual(callbackAnswerBytes);
    expect((await checked(answerOf({ body }))).exitCode).toBe(0);
  });

  test('every reason of the rule is in that table', () => {
    const { interrupted, unreadableSecret, openBreaker, ownFault, ...asked } = CALLBACK_REASONS;
    const listed: readonly string[] = FAILURES.map(([, , , reason]) => reason);
    expect(Object.values(asked).filter((reason) => !listed.includes(reason))).toEqual([]);
  });
});

describe('what is asked', () => {
  const bodyOf = (request: OutboundRequest | undefined) =>
    JSON.parse(new TextDecoder().decode(request?.body)) as Record<string, unknown>;

  test.each([
    [
      'comment_keyword',
      { keyword: 'GUIDE', commentText: 'GUIDE please', recipientUsername: 'mara.lind', storyId: null },
    ],
    [
      'story_reply',
      { keyword: null, commentText: null, commentId: null, postId: null, recipientUsername: null },
    ],
    ['story_comment', { keyword: 'GUIDE', postId: null, recipientUsername: 'mara.lind' }],
    ['dm_reaction', { keyword: '❤️', commentText: '❤️', commentId: null, storyId: null }],
    ['dm_keyword', { keyword: 'GUIDE', recipientUsername: null, postId: null }],
  ] as const satisfies readonly (readonly [TriggerType, object])[])(
    'a %s has the fields that the service documents',
    { tags: ['CBK-01'] },
    async (trigger, fields) => {
      const { asked, document } = await checked(answerOf({}), ['--trigger', trigger]);
      expect(bodyOf(asked[0])).toMatchObject({ trigger, platform: 'instagram', ...fields });
      expect(document.request).toEqual(bodyOf(asked[0]));
    },
  );

  test.each([
    ['a text', 'keyword=INFO', { keyword: 'INFO' }],
    [
      'a text that looks like a number',
      'recipientId=17841499000000777123',
      { recipientId: '17841499000000777123' },
    ],
    ['with equal signs', 'commentText=a=b', { commentText: 'a=b' }],
    ['an empty one', 'commentText=', { commentText: '' }],
    ['null', 'recipientUsername=null', { recipientUsername: null }],
  ])('--set sets %s', async (_what, set, fields) => {
    const { asked } = await checked(answerOf({}), ['--set', set]);
    expect(bodyOf(asked[0])).toMatchObject(fields);
  });

  test.each([
    ['the template message', 'message=Hi', 'a callback has no field "message"'],
    ['a mistyped field', 'keywords=x', 'did you mean "keyword"?'],
    ['a part of a text', 'keyword.first=x', 'a callback has no field'],
    ['no value', 'keyword', 'has no value'],
    ['the time of what is not signed', 'timeStamp=1', 'only applies to signed'],
  ])(
    '--set does not set %s: exit 2, and nothing is sent',
    { tags: ['K-09'] },
    async (_what, set, recorded) => {
      const { asked, exitCode, error } = await checked(answerOf({}), ['--set', set]);
      expect([exitCode, asked.length]).toEqual([2, 0]);
      expect(`${error?.message} ${error?.advice}`).toContain(recorded);
    },
  );

  test('the deadline and size of the service; unsigned without a secret', {
    tags: ['CBK-03', 'CBK-06', 'K-05'],
  }, async () => {
    const { asked, document } = await checked(answerOf({}), ['--timeout-ms', '1200']);
    expect(asked).toMatchObject([{ url: URL, deadlineMs: 1_200, answerBytes: LIMITS.callbackAnswerBytes }]);
    expect(Object.keys(asked[0]?.headers ?? {})).not.toContain(WEBHOOK_HEADERS.signature);
    expect(bodyOf(asked[0])).not.toHaveProperty('timeStamp');
    expect(document.signed).toBe(false);
  });

  test.each([
    ['without changes', []],
    ['with changes', ['--set', 'keyword=INFO']],
    ['dated otherwise', ['--set', `timeStamp=${NOW / 1_000 - 60}`]],
  ])(
    'with a secret, signed over the bytes that are sent: %s',
    { tags: ['CBK-06', 'U-01'] },
    async (_what, words) => {
      const asked: OutboundRequest[] = [];
      const { json } = await crier(['callbacks', 'check', URL, '--secret-file', '-', ...words, '--json'], {
        stdin: `${SECRET}\n`,
        outbound: async (allowed) => ({
          allowed,
          get: readNothing,
          async post(request) {
            asked.push(request);
            return answerOf({});
          },
        }),
      });
      const [request] = asked;
      if (request === undefined) throw new Error('nothing was asked');
      const checking = { secrets: [SECRET], now: NOW, toleranceMs: 100_000 } as const;
      expect(verifySignature(request, checking)).toMatchObject({ isValid: true, hasTimeHeader: true });
      expect(json).toMatchObject({ signed: true });
      expect(JSON.stringify(json)).not.toContain(SECRET);
    },
  );

  test.each([
    ['no address', 'hooks', 'url must be an https or http URL'],
    ['another scheme', 'ftp://hooks.example.com/', 'url must be an https or http URL'],
    ['a long one', `https://hooks.example.com/${'a'.repeat(2_048)}`, 'must be at most 2,048 characters'],
    ['a line break', 'https://hooks.example.com/\r\nX: y', 'url must be an https or http URL'],
    ['a password', 'https://me:PASSWORD-1234@hooks.example.com/', 'must not contain a user name or password'],
  ])(
    '%s cannot be one: exit 2, nothing is sent, nothing is repeated',
    { tags: ['D8', 'S12', 'S7'] },
    async (_what, url, recorded) => {
      const { exitCode, stderr, stdout } = await crier(['callbacks', 'check', url]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain(recorded);
      expect(stderr).not.toContain('PASSWORD-1234');
    },
  );

  test.each(['0', '5001', '3s'])(
    '--timeout-ms %s is refused, not clamped',
    { tags: ['K-03'] },
    async (value) => {
      const { exitCode, error } = await crier(['callbacks', 'check', URL, '--timeout-ms', value, '--json']);
      expect([exitCode, error?.http]).toEqual([2, null]);
    },
  );
});

describe('over the guarded way out', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());

  async function guarded(words: readonly string[]): Promise<Ran & { readonly document: CheckJson }> {
    const ran = await crier(['callbacks', 'check', ...words, '--json'], { outbound: realOutbound });
    return { ...ran, document: ran.json as CheckJson };
  }

  test.each(['http://hooks.example.com/cb', 'https://hooks.example.com:22/cb'])(
    '%s: a public host needs another scheme or port, and no allowance',
    { tags: ['S7'] },
    async (url) => {
      const { exitCode, error } = await guarded([url]);
      expect(exitCode).toBe(11);
      expect(error?.advice).toBe('its host is public: use https:// with port 443, or a port from 1024 on');
    },
  );

  test.each(['with a scheme', 'without a scheme'])(
    'an endpoint of this machine that was typed is reached, %s',
    { tags: ['S9'] },
    async (how) => {
      receiver.plan(() => ({ body: '{"message":"Hi"}' }));
      const reached = await guarded([
        how === 'with a scheme' ? receiver.url : receiver.url.replace('http://', ''),
      ]);
      expect(reached.document).toMatchObject({
        messageSource: 'callback',
        message: 'Hi',
        allowedPrivate: true,
      });
      expect(amiss(reached.document)).toEqual(['warn address', 'warn TLS']);
      expect(reached.exitCode).toBe(0);
    },
  );

  test('an allowed name that leads to a link-local address fails there, and is not suggested for --allow-private again', {
    tags: ['S9'],
  }, async () => {
    const { exitCode, json, error } = await crier(
      'callbacks check http://hooks.local:8080/x --allow-private hooks.local:8080 --json',
      { outbound: async (allowance) => resolvingTo('169.254.169.254', allowance) },
    );
    expect([exitCode, error?.advice]).toEqual([
      11,
      'use --allow-private with the IP address itself, or fix the DNS record',
    ]);
    expect(json).toMatchObject({
      reason: 'address not allowed',
      checks: expect.arrayContaining([
        expect.objectContaining({ check: 'name', found: 'it resolves to a link-local or metadata address' }),
      ]),
    });
  });

  test.each([
    ['metadata', 'https://169.254.169.254/', 'fail address'],
    ['metadata as one number', 'https://2852039166/', 'fail address'],
    ['metadata, mapped', 'https://[::ffff:169.254.169.254]/', 'fail address'],
    ['http', 'http://hooks.example.com/', 'fail address'],
    ['a port below 1024', 'https://hooks.example.com:25/', 'fail address'],
  ])('%s is refused where it is written', { tags: ['S1', 'S3', 'S7'] }, async (_what, url, row) => {
    const { exitCode, document } = await guarded([url]);
    expect([exitCode, amiss(document), document.reason]).toEqual([11, [row], 'address not allowed']);
  });

  test('a redirect is not followed', { tags: ['CBK-04', 'S4'] }, async () => {
    receiver.plan(() => 'redirect');
    const { document } = await guarded([receiver.url]);
    expect(document.reason).toMatch(/^status 30\d: a redirect is not followed$/);
    expect(receiver.received.length).toBe(1);
  });

  test('a body that never ends is not waited for', { tags: ['K-01', 'CBK-03', 'S6'] }, async () => {
    receiver.plan(() => 'drip');
    const { document } = await guarded([receiver.url, '--timeout-ms', '150']);
    expect(document).toMatchObject({ reason: 'timeout', messageSource: 'fallback' });
  });
});
