import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutbound } from '../../../../../src/outbound/open-outbound.ts';
import type { OutboundFault } from '../../../../../src/outbound/outbound.ts';
import { verifySignature } from '../../../../../src/receiver/verify-signature.ts';
import { WEBHOOK_EVENTS } from '../../../../../src/service/webhook-events.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { type Around, crier, type Ran } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { realOutbound, resolvingTo } from '../../../../support/engine/real-outbound.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { inTurn, openReceiver, type Received, type Receiver } from '../../../../support/receiver/receiver.ts';

const NOW = 1_790_000_000_000;
const SECRET = 'a-secret-that-nobody-sees-1234';
const URL_A = 'https://hooks.example.com/crier';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

/** To the receiver on loopback, by the real way out. */
const send = (words: readonly string[] = [], around: Around = {}): Promise<Ran> =>
  crier(['hooks', 'send', receiver.url, ...words], {
    outbound: realOutbound,
    ...around,
  });
const signed: Around = { env: { CRIER_WEBHOOK_SECRET: SECRET } };

/** As a good receiver judges it, at the moment of the tests. */
const judge = ({ body, headers }: Received) =>
  verifySignature({ body, headers }, { secrets: [SECRET], now: NOW, toleranceMs: 7 * 86_400_000 });
const verified: Parameters<Receiver['plan']>[0] = (request) => (judge(request).isValid ? 200 : 401);
const one = ({ text = '' }: { text?: string } = {}) => text.replaceAll(/\s+/g, ' ');

describe('what is sent', () => {
  test.each(['automation.completed', 'messageCreated', 'scheduled'] as const)(
    '%s, with its envelope and all fields of its own',
    { tags: ['HOOK-25'] },
    async (name) => {
      const { json, exitCode } = await send(['--type', name, '--json']);
      const [got] = receiver.received;
      const { action, fields } = WEBHOOK_EVENTS[name];
      expect(exitCode).toBe(0);
      expect(got?.json()).toMatchObject({
        action,
        hookId: (json as { hookId: string }).hookId,
        timeStamp: NOW / 1000,
        created: '2026-09-21T14:13:20Z',
        refId: expect.any(String),
        title: 'Primary Profile',
        url: receiver.url,
        code: 200,
      });
      expect(Object.keys(got?.json() ?? {})).toEqual(
        expect.arrayContaining(Object.keys(fields({ at: '', id: '' }))),
      );
    },
  );

  test('a POST of JSON with the headers of a delivery', { tags: ['HOOK-09', 'HOOK-22'] }, async () => {
    await send(['--attempt', '7']);
    const [got] = receiver.received;
    expect(got?.method).toBe('POST');
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-delivery-attempt': '7',
      'x-service-delivery-id': expect.stringMatching(/^\w{20}$/),
    });
  });

  test('it is signed over the exact bytes, in lower-case hex, with the timestamp of the body', {
    tags: ['HOOK-10', 'W-07', 'U-01', 'U-02'],
  }, async () => {
    const { stderr } = await send([], signed);
    const [got] = receiver.received;
    expect(got?.headers['x-authorization-content-sha256']).toMatch(/^[\da-f]{64}$/);
    expect(got?.headers['x-authorization-timestamp']).toBe(String(NOW / 1000));
    expect(got && judge(got)).toMatchObject({ isValid: true, hasTimeHeader: true });
    expect(stderr).toContain('signed with the secret of CRIER_WEBHOOK_SECRET');
  });

  test('without a secret it is sent unsigned, and that is reported', async () => {
    const { stderr, exitCode } = await send();
    expect(exitCode).toBe(0);
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-authorization-content-sha256');
    expect(stderr).toContain('not signed: no secret is set');
  });

  test('two secrets sign both headers, the old one first', async () => {
    await inFolder({ old: `${SECRET}\n`, next: 'the-new-one' }, async (folder) => {
      const { stderr } = await send(['--secret-file', 'old', '--secret-file', 'next'], { folder });
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain('signed with two secrets, of --secret-file');
    });
    const [got] = receiver.received;
    if (got === undefined) throw new Error('nothing came');
    expect(judge(got)).toMatchObject({ header: 'signature' });
    expect(verifySignature(got, { secrets: ['the-new-one'], now: NOW, toleranceMs: 1000 })).toMatchObject({
      isValid: true,
      header: 'signatureV2',
    });
  });

  test('another event each time, so that it is not taken for the one before', async () => {
    await send();
    await send();
    const [first, second] = receiver.received.map((each) => each.json());
    for (const field of ['hookId', 'activityId', 'eventId']) expect(first?.[field]).not.toBe(second?.[field]);
  });
});

describe('--set', () => {
  test('a value has the form that its field accepts', async () => {
    const fields = [
      ...['keyword=FREE STUFF', 'postId=17', 'storyId="17"', 'commentText=null', 'commentId=true'],
      ...['title=x=y', 'triggerId=', 'code=201', 'recipientId=17841460283915077'],
    ];
    await send([...fields.flatMap((field) => ['--set', field])], signed);
    const [got] = receiver.received;
    expect(got?.json()).toMatchObject({
      keyword: 'FREE STUFF',
      postId: '17',
      storyId: '17',
      commentText: null,
      commentId: 'true',
      title: 'x=y',
      triggerId: '',
      code: 201,
      recipientId: '17841460283915077',
    });
    expect(got && judge(got).isValid).toBe(true);
  });

  test('an object that the service does not describe takes any name', async () => {
    const words = ['--type', 'messageCreated', '--set', 'senderDetails.isFollower=true'];
    await send([...words, '--set', 'senderDetails.id=17']);
    const { senderDetails } = receiver.received[0]?.json() ?? {};
    expect(senderDetails).toMatchObject({ name: 'Mara Lind', isFollower: true, id: '17' });
  });

  test('a place in a list, of the last attempt as of the first', async () => {
    const words = ['--type', 'automation.completed', '--duplicate', '2'];
    await send([...words, '--set', 'actionResults.0.status=failed']);
    for (const got of receiver.received) {
      expect(got.json()).toMatchObject({ actionResults: [{ type: 'send_dm', status: 'failed' }] });
    }
  });

  test('the header has the time that was set', { tags: ['W-14'] }, async () => {
    await send(['--set', 'timeStamp=1789999999'], signed);
    expect(receiver.received[0]?.headers['x-authorization-timestamp']).toBe('1789999999');
  });

  test.each([
    ['keyword', '--set "keyword" has no value'],
    ['=x', '--set "=x" has no value'],
    ['keyword.x=1', '--set keyword.x: no such field'],
    ['keywrd=x', '--set keywrd: no such field; did you mean keyword?'],
    ['status=sent', '--set status: no such field'],
    ['a..b=1', '--set a..b has an empty name'],
  ])('%s is refused, and nothing is sent', async (field, words) => {
    const { exitCode, error } = await send(['--set', field, '--json']);
    expect({ exitCode, message: error?.message }).toEqual({ exitCode: 2, message: words });
    expect(receiver.received).toEqual([]);
  });

  test('what is nested too deep to be JSON again is text', async () => {
    const deep = '['.repeat(60_000) + ']'.repeat(60_000);
    expect((await send(['--set', `keyword=${deep}`])).exitCode).toBe(0);
    expect(receiver.received[0]?.json()['keyword']).toBe(deep);
  });
});

describe('what the service would do with the answer', () => {
  const again = { outcome: 'again', retryAfterMs: 5_000 };
  test.each([
    ['200 counts as delivered', 200, 0, { outcome: 'delivered', retryAfterMs: null, expected: true }, null],
    ['204 does not', 204, 0, again, ['responded with 204', 'retry in 5 seconds', 'only 200 counts']],
    [
      'a redirect is not followed',
      'redirect',
      0,
      { status: 302, ...again },
      ['responded with 302', 'retry in 5 seconds', 'redirects are not followed'],
    ],
    ['503 is sent again', 503, 0, again, ['responded with 503', 'retry in 5 seconds', 'log of the receiver']],
    [
      '401 ends it, and may be of another secret',
      401,
      0,
      { outcome: 'failed' },
      ['responded with 401', 'not retry', '"crier hooks verify" explains why'],
    ],
    [
      '404 ends it',
      404,
      0,
      { outcome: 'failed', retryAfterMs: null, expected: false },
      ['responded with 404', 'not retry', 'respond with 200'],
    ],
    [
      'after the ninth attempt it takes five minutes',
      503,
      8,
      { outcome: 'again', retryAfterMs: 300_000 },
      ['responded with 503', 'retry in 5 minutes', ''],
    ],
    [
      'after the thirteenth there is no other',
      503,
      12,
      { outcome: 'failed' },
      ['responded with 503', 'not retry', ''],
    ],
  ] as const)(
    '%s',
    { tags: ['HOOK-04', 'U-05', 'U-06', 'HOOK-05', 'HOOK-06', 'U-04', 'W-02'] },
    async (_why, reply, attempt, record, failure) => {
      receiver.plan(() => reply);
      const { exitCode, json, error } = await send(['--attempt', String(attempt), '--json']);
      expect(json).toMatchObject({ attempts: [{ attempt, ...record }] });
      expect(receiver.received).toHaveLength(1);
      expect(exitCode).toBe(failure === null ? 0 : 11);
      if (failure === null) return;
      const [answer, then, advice] = failure;
      expect(error).toMatchObject({
        ...{ kind: 'differs', http: null },
        message: `the receiver ${answer}, and the service would ${then}`,
        advice: expect.stringContaining(advice),
      });
    },
  );

  test('a receiver silent for 15 seconds has not answered', { tags: ['W-04', 'HOOK-04'] }, async () => {
    receiver.plan(() => 'hang');
    const clock = stoppedClock(NOW);
    const running = send(['--json'], {
      clock,
      outbound: async (allowance) => openOutbound({ allowance, clock }),
    });
    await receiver.hasReceived(1);
    clock.advance(15_000);
    const { exitCode, error } = await running;
    receiver.letGo();
    expect(exitCode).toBe(10);
    expect(error).toMatchObject({
      message: `no response from ${receiver.address}: timeout`,
      advice: 'a receiver must respond within 15 seconds: respond first, then process',
    });
  });

  test('who began to answer and did not end is not delivered to', async () => {
    const { exitCode, json, error } = await crier(`hooks send ${URL_A} --json`, {
      outbound: answering(() => ({ status: 200, fault: 'timeout' })),
    });
    expect(exitCode).toBe(11);
    expect(json).toMatchObject({ attempts: [{ status: 200, error: 'timeout', outcome: 'again' }] });
    expect(error?.message).toContain('gave no complete response (timeout)');
  });

  test.each<[OutboundFault, string]>([
    ['name not found', 'spelling of the host'],
    ['connection refused', 'that the receiver is running'],
    ['connection lost', 'closed the connection'],
    ['certificate not valid', 'certificates of public authorities'],
    ['answer not readable', 'does not use HTTP'],
  ])('no answer: %s', async (fault, advice) => {
    const { exitCode, error, stdout } = await crier(`hooks send ${URL_A} --json`, {
      outbound: answering(() => ({ fault })),
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
    expect(error).toMatchObject({
      message: `no response from hooks.example.com:443: ${fault}`,
      advice: expect.stringContaining(advice),
    });
  });

  test('an answer that is too large counts: its body is not read', async () => {
    receiver.plan(() => ({ body: 'x'.repeat(100_000) }));
    expect(await send(['--json'])).toMatchObject({
      exitCode: 0,
      json: { attempts: [{ outcome: 'delivered', error: 'answer too large', answer: null }] },
    });
  });
});

describe('what may be reached', { tags: ['S9'] }, () => {
  test.each([
    ['with a scheme', 'http://', '', 0],
    ['without a scheme', '', '', 0],
    ['beside an allowed one', '', '--allow-private 127.0.0.1:9', 0],
  ])('the address of this machine that was typed, %s', async (_how, scheme, words, exitCode) => {
    const line = `hooks send ${scheme}${receiver.address}/hook ${words} --json`;
    const ran = await crier(line.split(/ +/), { outbound: realOutbound });
    expect([ran.exitCode, ran.json]).toMatchObject([
      exitCode,
      { url: receiver.url, attempts: [{ allowedPrivate: true }] },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  test('a redirect to another address is not followed, though the first one was typed', async () => {
    receiver.plan(() => 'redirect');
    const { exitCode } = await crier(`hooks send ${receiver.url} --json`, { outbound: realOutbound });
    expect([exitCode, receiver.received.length]).toEqual([11, 1]);
  });

  test.each([
    ['a public name that leads to this machine', 'https://hooks.example.com/x', '127.0.0.1'],
    ['a private name that leads to metadata', 'http://hooks.local:8080/x', '169.254.169.254'],
    ['metadata itself', 'http://169.254.169.254/x', '169.254.169.254'],
  ])('%s needs --allow-private, although it was typed', async (_what, url, address) => {
    const { exitCode, error } = await crier(['hooks', 'send', url, '--json'], {
      outbound: async (allowance) => resolvingTo(address, allowance),
    });
    expect([exitCode, error?.message, error?.advice]).toEqual([
      2,
      expect.stringMatching(/nothing was sent$/),
      expect.stringContaining('--allow-private'),
    ]);
  });

  test.each(['http://hooks.example.com/x', 'https://hooks.example.com:25/x'])(
    '%s: a public host needs another scheme or port, and no allowance',
    { tags: ['S7'] },
    async (url) => {
      const { exitCode, error } = await crier(`hooks send ${url} --json`, { outbound: realOutbound });
      expect(exitCode).toBe(2);
      expect(error?.advice).toBe('its host is public: use https:// with port 443, or a port from 1024 on');
    },
  );

  test('an allowed name that leads to a link-local address is reported, and not suggested for --allow-private again', async () => {
    const { exitCode, error } = await crier(
      'hooks send http://hooks.local:8080/x --allow-private hooks.local:8080 --json',
      { outbound: async (allowance) => resolvingTo('169.254.169.254', allowance) },
    );
    expect([exitCode, error?.message, error?.advice]).toEqual([
      2,
      'hooks.local:8080 resolves to a link-local or metadata address; nothing was sent',
      'use --allow-private with the IP address itself, or fix the DNS record',
    ]);
  });

  test('where it was needed, the row is marked', async () => {
    expect((await send(['--json'])).json).toMatchObject({ attempts: [{ allowedPrivate: true }] });
    expect((await send([], { isTerminal: true })).stdout).toMatch(/PRIVATE[\s\S]*allowed/);
    const { json, stdout } = await crier(`hooks send ${URL_A} --json`, {
      outbound: answering(() => ({ status: 200 })),
    });
    expect(json).toMatchObject({ attempts: [{ allowedPrivate: false }] });
    expect(stdout).not.toContain('PRIVATE');
  });

  test.each([
    ['somewhere', 'url must be an https or http URL'],
    ['https:hooks.example.com', 'url must be an https or http URL'],
    ['https://me:pass@hooks.example.com/x', 'url must not contain a user name or password'],
    ['https://hooks.example.com/x#y', 'url must not contain a fragment'],
  ])('%s is no address of a receiver', async (url, message) => {
    const { exitCode, error } = await crier(['hooks', 'send', url, '--json'], {
      outbound: answering(() => ({})),
    });
    expect({ exitCode, message: error?.message }).toEqual({ exitCode: 2, message });
  });
});

describe('--duplicate', () => {
  test('one hookId, and another attempt and delivery id each time', {
    tags: ['HOOK-07', 'W-01'],
  }, async () => {
    const { json, exitCode, stderr } = await send(['--duplicate', '20', '--attempt', '2', '--json'], signed);
    expect(exitCode).toBe(0);
    const { hookId, attempts } = json as {
      hookId: string;
      attempts: { attempt: number; deliveryId: string }[];
    };
    expect(new Set(receiver.received.map((each) => each.json()['hookId']))).toEqual(new Set([hookId]));
    expect(attempts.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 20 }, (_each, at) => at + 2));
    expect(new Set(attempts.map(({ deliveryId }) => deliveryId)).size).toBe(20);
    expect(receiver.received.every((each) => judge(each).isValid)).toBe(true);
    expect(one({ text: stderr })).toContain('process only one');
  });

  test('a receiver that refuses those that came before differs', async () => {
    receiver.plan(({ place }) => (place === 0 ? 200 : 409));
    const { exitCode, error, json } = await send(['--duplicate', '3', '--json']);
    expect(exitCode).toBe(11);
    expect(error?.message).toBe('2 of 3: the receiver responded with 409, and the service would not retry');
    expect(json).toMatchObject({ attempts: { length: 3 } });
  });

  test('one without an answer among others is a row like them', async () => {
    receiver.plan(inTurn('reset', 200));
    const { exitCode, json } = await send(['--duplicate', '2', '--json']);
    const { attempts } = json as { attempts: { status: number | null; error: string | null }[] };
    expect(exitCode).toBe(11);
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, null]);
  });

  test.each(['0', '1001'])('%s is refused', async (count) => {
    expect((await send(['--duplicate', count])).exitCode).toBe(2);
  });
});

describe('deliveries that a good receiver refuses', () => {
  const flawed = [
    ['--tamper', ['--tamper'], 'a delivery with a body that was changed after it was signed'],
    ['--stale', ['--stale'], 'a delivery that is older than receivers keep claims'],
    ['--unsigned', ['--unsigned'], 'a delivery without a signature'],
    [
      'two at once',
      ['--stale', '--tamper'],
      'a delivery with a body that was changed after it was signed and that is older',
    ],
  ] as const;

  test.each(flawed)(
    '%s: refused by one that checks, and one that takes it differs',
    { tags: ['HOOK-14', 'L1', 'L2'] },
    async (_why, words, what) => {
      const taken = await send([...words, '--json'], signed);
      expect([taken.exitCode, taken.error?.message]).toEqual([
        11,
        expect.stringContaining(`the receiver accepted ${what}`),
      ]);
      receiver.plan(verified);
      const { exitCode, stderr, json } = await send([...words, '--json'], signed);
      expect(exitCode).toBe(0);
      expect(stderr).toContain('refused, as it should be');
      expect(json).toMatchObject({ attempts: [{ status: 401, outcome: 'failed', expected: true }] });
    },
  );

  test('--tamper changes only the hookId, by which a receiver recognizes duplicates', {
    tags: ['U-02'],
  }, async () => {
    const { json } = await send(['--tamper', '--json'], signed);
    const [got] = receiver.received;
    const { hookId } = json as { hookId: string };
    const tampered = String(got?.json()['hookId']);
    expect(tampered).not.toBe(hookId);
    const asSigned = Buffer.from(got?.body ?? [])
      .toString('utf8')
      .replace(tampered, hookId);
    expect(got && judge({ ...got, body: Buffer.from(asSigned) }).isValid).toBe(true);
  });

  test('--stale is signed well, with a time that is 8 days old', { tags: ['L2'] }, async () => {
    await send(['--stale'], signed);
    const [got] = receiver.received;
    expect(got?.json()['timeStamp']).toBe(NOW / 1000 - 8 * 86_400);
    expect(got && judge(got)).toMatchObject({ isValid: false, fault: 'stale' });
  });

  test.each([
    [500, 'status 500'],
    [429, 'status 429'],
    ['redirect', 'status 302'],
  ] as const)('%s neither takes nor refuses it', async (reply, words) => {
    receiver.plan(() => reply);
    const { exitCode, error } = await send(['--tamper', '--json'], signed);
    expect(exitCode).toBe(11);
    expect(error?.message).toContain(
      `neither accepted nor refused a delivery with a body that was changed after it was signed: ${words}`,
    );
  });

  test.each([
    [['--stale'], {}, '--stale needs the signing secret, but none is set'],
    [['--tamper'], {}, '--tamper needs the signing secret, but none is set'],
    [['--tamper', '--unsigned'], signed, '--tamper and --unsigned cannot be used together'],
  ])(
    '%j makes no sense so: what is not signed has no timestamp',
    { tags: ['HOOK-14'] },
    async (words, around, message) => {
      const { exitCode, error } = await send([...words, '--json'], around);
      expect({ exitCode, message: error?.message }).toEqual({ exitCode: 2, message });
      expect(receiver.received).toEqual([]);
    },
  );
});

describe('--dry-run', () => {
  const dry = (words: string, around: Around = signed) =>
    crier(`hooks send ${URL_A} --dry-run ${words}`, around);

  test('shows the request, and sends nothing', async () => {
    const { json, exitCode } = await dry('--json');
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({
      request: {
        method: 'POST',
        url: URL_A,
        headers: { 'X-Authorization-Content-SHA256': expect.stringMatching(/^[\da-f]{64}$/) },
        body: { type: 'automation.triggered', url: URL_A },
      },
    });
    expect((await dry('')).stdout).toMatch(new RegExp(`^POST ${URL_A}\n`));
    expect((await dry('--duplicate 2 --json')).json).toMatchObject({ requests: { length: 2 } });
  });

  test('-o raw is the body byte for byte, which can be signed and sent by others', {
    tags: ['W-07'],
  }, async () => {
    const { stdout } = await dry('-o raw --type messageCreated');
    expect(JSON.stringify(JSON.parse(stdout))).toBe(stdout);
    expect((await dry('-o raw --duplicate 2')).exitCode).toBe(2);
  });

  test('the secret is printed nowhere', { tags: ['C8'] }, async () => {
    for (const words of ['', '--json', '-o raw', '--tamper', '--verbose']) {
      expect((await dry(words)).screen).not.toContain(SECRET);
    }
  });
});

describe('the secret', () => {
  const fileOf = async (words: readonly string[], files: Record<string, string>, around: Around = {}) =>
    inFolder(files, (folder) => send(words, { folder, ...around }));

  test('a file beats the environment, and the environment the context', async () => {
    const saved = JSON.stringify({
      contexts: { work: { baseUrl: 'https://api.example', apiKey: 'k', webhookSecret: 'of-the-context-1' } },
    });
    await inFolder({ 's.txt': `${SECRET}\n`, 'cfg/config.json': saved }, async (folder) => {
      const env = { CRIER_CONFIG_DIR: join(folder, 'cfg') };
      const of = async (words: readonly string[], more: Record<string, string> = {}) =>
        (await send([...words, '--json'], { folder, env: { ...env, ...more } })).json;
      expect(await of(['--secret-file', 's.txt'], { CRIER_WEBHOOK_SECRET: 'x-y-z' })).toMatchObject({
        signedWith: '--secret-file',
      });
      expect(await of(['-c', 'work'], { CRIER_WEBHOOK_SECRET: SECRET })).toMatchObject({
        signedWith: 'CRIER_WEBHOOK_SECRET',
      });
      writeFileSync(join(folder, 'k.txt'), SECRET);
      expect(await of([], { CRIER_WEBHOOK_SECRET_FILE: join(folder, 'k.txt') })).toMatchObject({
        signedWith: 'CRIER_WEBHOOK_SECRET_FILE',
      });
      expect(await of(['-c', 'work'])).toMatchObject({ signedWith: 'the context "work"' });
      // contexts are saved and none is chosen: no service is asked, so that none has to be
      expect(await of([])).toMatchObject({ signedWith: null });
    });
    expect(receiver.received.map((each) => judge(each).isValid)).toEqual([true, true, true, false, false]);
  });

  test.each([
    ['a blank one', ['--secret-file', 's.txt'], { 's.txt': ' \n' }, 'the secret of --secret-file is blank'],
    [
      'a file that is not there',
      ['--secret-file', 'no.txt'],
      {},
      'cannot read no.txt: there is no such file',
    ],
    ['three', ['a', 'b', 'c'].flatMap((name) => ['--secret-file', name]), {}, 'at most 2'],
  ])('%s is refused, and nothing is sent', async (_why, words, files, message) => {
    const { exitCode, stderr } = await fileOf(words, files as Record<string, string>);
    expect(exitCode).toBe(2);
    expect(one({ text: stderr })).toContain(message);
    expect(receiver.received).toEqual([]);
  });

  test('a context that is not there is an error, not a delivery without a signature', async () => {
    const { exitCode, error } = await send(['-c', 'wrok', '--json']);
    expect({ exitCode, message: error?.message }).toEqual({
      exitCode: 5,
      message: 'there is no context "wrok" on this machine',
    });
    expect(receiver.received).toEqual([]);
  });

  test('it is refused on the command line', { tags: ['C4'] }, async () => {
    const { exitCode, screen } = await send(['--secret', SECRET]);
    expect(exitCode).toBe(2);
    expect(screen).not.toContain(SECRET);
    expect(one({ text: screen })).toContain('other users of this machine can read command lines');
  });
});

describe('how it looks', () => {
  test.each([80, 40])('no line is wider than %i columns', async (columns) => {
    receiver.plan(() => ({ status: 503, body: '{"error":"the database is away for maintenance"}' }));
    const words = ['--duplicate', '2'];
    const { stdout } = await send(words, { isTerminal: true, columns, env: { NO_COLOR: '1' } });
    expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(stdout).toContain('503');
    if (columns === 80) expect(stdout).toMatch(/retry in 5s[\s\S]*the database is a/);
  });

  test('tab-separated', async () => {
    const [heads = '', row = ''] = (await send(['--attempt', '1'])).stdout.split('\n');
    expect(heads).toBe(
      'attempt status error ms outcome retryAfterMs expected allowedPrivate answer deliveryId'.replaceAll(
        ' ',
        '\t',
      ),
    );
    expect(row.split('\t').slice(0, 3)).toEqual(['1', '200', '']);
  });

  test('-o raw is what the receiver answered', async () => {
    receiver.plan(() => ({ body: 'as it is' }));
    expect((await send(['-o', 'raw'])).stdout).toBe('as it is');
    expect((await send(['-o', 'raw', '--duplicate', '2'])).exitCode).toBe(2);
  });
});
