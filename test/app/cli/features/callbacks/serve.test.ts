import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServedCallback } from '../../../../../src/cli/features/callbacks/served-callback.ts';
import { judgeCallback } from '../../../../../src/domain/callbacks/message-callback.ts';
import { buildSignatureHeaders } from '../../../../../src/domain/webhooks/delivery.ts';
import { LIMITS } from '../../../../../src/service/limits.ts';
import { WEBHOOK_HEADERS } from '../../../../../src/service/webhooks.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { crier } from '../../../../support/crier.ts';
import { eventually } from '../../../../support/eventually.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import {
  CALLBACK_REQUEST,
  servedCallbacks,
  servedIn,
} from '../../../../support/receiver/served-callbacks.ts';

const SECRET = 'SECRET-OF-CALLBACKS-1';
const BODY = JSON.stringify(CALLBACK_REQUEST);

/** Asks once, and gives the answer beside the record of it. */
async function askedOnce(words: readonly string[], body = BODY, headers: Record<string, string> = {}) {
  const endpoint = await servedCallbacks([...words, '-n', '1', '-o', 'ndjson']);
  const answer = await endpoint.ask(body, headers);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const ran = await endpoint.ran;
  const [record] = servedIn(ran);
  return { answer, bytes, text: new TextDecoder().decode(bytes), record: ServedCallback.parse(record), ran };
}

describe('what it answers', () => {
  test.each([
    ['a text, unchanged', 'Here it is.', 'Here it is.'],
    ['fields of the request', 'Hi {{recipientUsername}}: {{keyword}}', 'Hi mara.lind: GUIDE'],
    ['a field that is null is nothing', 'story {{storyId}}.', 'story .'],
    ['one that is not there is nothing', 'at {{timeStamp}}.', 'at .'],
    ['lone braces stay', '{{ and {x}', '{{ and {x}'],
  ])('%s', async (_what, message, expected) => {
    const { answer, text, record } = await askedOnce(['--message', message]);
    expect(answer.status).toBe(200);
    expect(JSON.parse(text)).toEqual({ message: expected });
    expect(record).toMatchObject({
      verdict: 'answered',
      status: 200,
      message: expected,
      messageSource: 'callback',
      reason: null,
    });
  });

  test('a status without a body is foreseen to fall back', { tags: ['CBK-05'] }, async () => {
    const { text, record, ran } = await askedOnce(['--status', '204', '--message', 'Hi']);
    expect(text).toBe('');
    expect(record).toMatchObject({ status: 204, messageSource: 'fallback' });
    expect(ran.stderr).toContain('the service will use the fallback message');
  });

  test('what a person wrote is not filled again, and breaks out of no quotes', {
    tags: ['S11'],
  }, async () => {
    const commentText = '{{recipientId}} "}, {"message": "mine';
    const { text } = await askedOnce(
      ['--message', 'You wrote {{commentText}}'],
      JSON.stringify({ ...CALLBACK_REQUEST, commentText }),
    );
    expect(JSON.parse(text)).toEqual({ message: `You wrote ${commentText}` });
  });

  test('a response from a file keeps the other fields beside its message', async () => {
    const answer = JSON.stringify({ message: 'Hi {{recipientUsername}} {{other}}', trace: [1] });
    await inFolder({ 'answer.json': answer }, async (folder) => {
      const { text } = await askedOnce(['--file', join(folder, 'answer.json')]);
      expect(JSON.parse(text)).toEqual({ message: 'Hi mara.lind {{other}}', trace: [1] });
    });
  });
});

describe('what the service does not use, each with the reason that it gives', () => {
  test.each([
    ['a status', ['--status', '503'], 'status 503'],
    ['a redirect', ['--status', '302'], 'status 302: a redirect is not followed'],
    ['no JSON', ['--body', '<h1>Hi</h1>'], 'the answer is not JSON'],
    ['nothing', ['--body', ''], 'the answer is not JSON'],
    ['no message', ['--body', '{"text":"Hi"}'], 'the answer has no "message" that is text'],
    ['an empty message', ['--message', ''], 'the "message" is not 1 to 1000 characters long'],
    ['one byte too many', ['--oversize'], `answer larger than ${LIMITS.callbackAnswerBytes} bytes`],
  ])('%s', { tags: ['K-02'] }, async (_what, words, reason) => {
    const { answer, bytes, record, ran } = await askedOnce(words);
    const judged = judgeCallback({ status: answer.status, body: bytes, fault: null });
    expect(judged).toEqual({ reason });
    expect(record).toMatchObject({ verdict: 'answered', messageSource: 'fallback', message: null, reason });
    expect(said(ran.stderr)).toContain(`the service will use the fallback message: ${reason}`);
  });

  test('--oversize is too large by one byte, and as good as before otherwise', async () => {
    const { bytes, text } = await askedOnce(['--oversize', '--message', 'Hi']);
    expect(bytes.length).toBe(LIMITS.callbackAnswerBytes + 1);
    expect(JSON.parse(text)).toEqual({ message: 'Hi' });
  });

  test('a status of its own is used where the service uses it', { tags: ['U-08'] }, async () => {
    const { record } = await askedOnce(['--status', '201', '--message', 'Hi']);
    expect(record).toMatchObject({ status: 201, messageSource: 'callback', message: 'Hi' });
  });
});

describe('time', () => {
  const NOW = 1_790_000_000_000;

  /** Advances a clock until the condition is met. */
  async function until<Value>(clock: ReturnType<typeof stoppedClock>, work: Promise<Value>): Promise<Value> {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      clock.advance(50);
      await new Promise(setImmediate);
    }
    return work;
  }

  test('--delay holds the answer back for so long', async () => {
    const clock = stoppedClock(NOW);
    const endpoint = await servedCallbacks(['--delay', '4s', '-n', '1', '-o', 'ndjson'], { clock });
    const answer = await until(clock, endpoint.ask(BODY));
    expect(answer.status).toBe(200);
    const [record] = servedIn(await endpoint.ran);
    expect(record?.ms).toBeGreaterThanOrEqual(4_000);
  });

  test('--drip answers at once, and the body is not complete before the timeout', {
    tags: ['K-01'],
  }, async () => {
    const clock = stoppedClock(NOW);
    const endpoint = await servedCallbacks(['--drip', '-n', '1', '-o', 'ndjson'], { clock });
    const answer = await endpoint.ask(BODY);
    expect(answer.status).toBe(200);
    const text = answer.text();
    let isWhole = false;
    void text.then(() => {
      isWhole = true;
    });
    for (let ms = 0; ms < LIMITS.callbackTimeoutMs.max; ms += 50) {
      clock.advance(50);
      await new Promise(setImmediate);
    }
    expect(isWhole).toBe(false);
    expect(JSON.parse(await until(clock, text))).toHaveProperty('message');
    const { stderr } = await endpoint.ran;
    expect(said(stderr)).toContain('will use the fallback message: it waits at most 5 seconds');
  });

  test.each([['--delay', '20s'], ['--drip']])(
    'a client that does not wait is reported: %s',
    async (...words) => {
      const stopped = stoppedClock(NOW);
      const { promise: isHeard, resolve: hear } = Promise.withResolvers<void>();
      const clock: typeof stopped = {
        ...stopped,
        sleep(milliseconds, signal) {
          // no one else is asleep for so long: it has come, and its answer waits
          if (words[0] === '--drip' || milliseconds === 20_000) hear();
          return stopped.sleep(milliseconds, signal);
        },
      };
      const endpoint = await servedCallbacks([...words, '-n', '1', '-o', 'ndjson'], { clock });
      const ending = new AbortController();
      const asking = fetch(endpoint.url, { method: 'POST', body: BODY, signal: ending.signal });
      const lost = asking.then((answer) => answer.text()).catch(() => null);
      if (words[0] === '--drip') await asking;
      await isHeard;
      clock.advance(3_000);
      ending.abort();
      expect(await lost).toBeNull();
      const [record] = servedIn(await endpoint.ran);
      expect(record).toMatchObject({ verdict: 'gone', status: null, messageSource: 'fallback' });
      expect(record?.reason).toMatch(/^the client disconnected after \d+\.\d s$/);
    },
  );
});

describe('signatures', () => {
  const timeStamp = 1_700_000_000;
  const signedBody = JSON.stringify({ ...CALLBACK_REQUEST, timeStamp });
  const headersOf = (body: string, secret = SECRET, at = timeStamp) =>
    buildSignatureHeaders(new TextEncoder().encode(body), { kind: 'secret', secret, next: null }, at);

  async function checked(body: string, headers: Readonly<Record<string, string>>) {
    const endpoint = await servedCallbacks(['-n', '1', '-o', 'ndjson'], {
      env: { CRIER_WEBHOOK_SECRET: SECRET },
    });
    const answer = await endpoint.ask(body, headers);
    const ran = await endpoint.ran;
    return { status: answer.status, text: await answer.text(), record: servedIn(ran)[0], ran };
  }

  test('what is signed with the secret is answered, whatever the clock of the sandbox says', async () => {
    const { status, record, ran } = await checked(signedBody, headersOf(signedBody));
    expect(status).toBe(200);
    expect(record).toMatchObject({ verdict: 'answered', signature: 'valid' });
    expect(said(ran.stderr)).toContain('signatures are checked with the secret of CRIER_WEBHOOK_SECRET');
  });

  test('SIGHUP reads the secret again, and a file that is gone keeps the secret of before', async () => {
    await inFolder({ secret: SECRET }, async (folder) => {
      let reload = () => {};
      const onReload = (call: () => void) => {
        reload = call;
        return () => {};
      };
      let said = '';
      const onOutput = (text: string) => {
        said += text.replaceAll(/\s+/g, ' ');
      };
      const around = { folder, onReload, onOutput };
      const endpoint = await servedCallbacks(['--secret-file', 'secret', '-o', 'ndjson'], around);
      const statusOf = async (secret: string) =>
        (await endpoint.ask(signedBody, headersOf(signedBody, secret))).status;
      expect(await statusOf(SECRET)).toBe(200);
      writeFileSync(join(folder, 'secret'), 'ANOTHER-SECRET-000');
      reload();
      await eventually(async () => expect(await statusOf('ANOTHER-SECRET-000')).toBe(200));
      expect(await statusOf(SECRET)).toBe(401);
      rmSync(join(folder, 'secret'));
      reload();
      await eventually(() => expect(said).toContain('those of before are still used'));
      expect(await statusOf('ANOTHER-SECRET-000')).toBe(200);
      await endpoint.end();
    });
  });

  test.each([
    ['unsigned', signedBody, {}, 'unsigned', WEBHOOK_HEADERS.signature],
    ['another secret', signedBody, headersOf(signedBody, 'ANOTHER-SECRET-000'), 'invalid', 'secret'],
    [
      'a changed body',
      signedBody.replace('mara', 'anna'),
      headersOf(signedBody),
      'invalid',
      'or the body was changed',
    ],
    [
      'a changed header of the time',
      signedBody,
      { ...headersOf(signedBody), [WEBHOOK_HEADERS.signedAt]: '1700000001' },
      'invalid',
      WEBHOOK_HEADERS.signedAt,
    ],
    ['no time in the body', BODY, headersOf(BODY), 'invalid', 'timeStamp'],
  ])(
    'refused, without details: %s',
    { tags: ['W-14', 'HOOK-14'] },
    async (_what, body, headers, signature, reason) => {
      const { status, text, record } = await checked(body, headers);
      expect([status, text]).toEqual([401, '']);
      expect(record).toMatchObject({
        verdict: 'refused',
        signature,
        messageSource: 'fallback',
        keyword: null,
      });
      expect(record?.reason).toContain(reason);
    },
  );

  test('a flood of forgeries is refused without looking for the reason each time', async () => {
    const endpoint = await servedCallbacks(['-n', '3', '-o', 'ndjson'], {
      clock: stoppedClock(1_790_000_000_000),
      env: { CRIER_WEBHOOK_SECRET: SECRET },
    });
    for (let count = 0; count < 3; count += 1) await endpoint.ask(signedBody, headersOf(BODY));
    const reasons = servedIn(await endpoint.ran).map(({ reason }) => reason);
    expect(reasons[0]).toContain('were not signed with this secret');
    expect(reasons.slice(1)).toEqual(['the signature is not valid', 'the signature is not valid']);
  });

  test('without a secret, nothing is checked, and the record has that', async () => {
    const { record } = await askedOnce([], signedBody, { ...headersOf(signedBody) });
    expect(record).toMatchObject({ verdict: 'answered', signature: 'not checked' });
    expect((await askedOnce([])).record.signature).toBe('unsigned');
  });
});

describe('how it is started', () => {
  test('it prints its address, the flag for the sandbox, and that no signature is checked', async () => {
    const { promise: isWaiting, resolve } = Promise.withResolvers<void>();
    const onOutput = (text: string) => void (text.includes('signatures are not checked') && resolve());
    const endpoint = await servedCallbacks([], { onOutput });
    await isWaiting;
    const { stderr, exitCode } = await endpoint.end();
    expect(exitCode).toBe(130);
    expect(stderr).toContain(`listening for callbacks on ${endpoint.url}\n`);
    expect(stderr).toContain(`crier sandbox start --allow-private 127.0.0.1:${endpoint.port}\n`);
    expect(stderr).toContain('signatures are not checked');
  });

  test.each([
    ['two ways to answer', ['--message', 'a', '--body', 'b'], '--message and --body cannot be used together'],
    [
      'an answer that never ends, too large',
      ['--drip', '--oversize'],
      '--drip and --oversize cannot be used together',
    ],
    [
      'an answer that never ends, word for word',
      ['--drip', '--body', 'x'],
      '--drip and --body cannot be used together',
    ],
    ['a field that is none', ['--message', 'Hi {{recipient_username}}'], 'recipientUsername'],
    ['a file that is not there', ['--file', 'nowhere.json'], 'cannot read nowhere.json'],
    ['a delay beyond any timeout', ['--delay', '1h'], 'must be at most 30 seconds'],
    ['a status that is none', ['--status', '99'], '--status'],
    ['a port that is none', ['--port', '70000'], '--port'],
    ['one document of what never ends', ['--json'], 'use -o ndjson'],
  ])('exits 2: %s', async (_what, words, recorded) => {
    const { exitCode, stderr, stdout } = await crier(['callbacks', 'serve', ...words]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(said(stderr)).toContain(recorded);
  });

  test('a file without a JSON object is refused', async () => {
    const { exitCode, stderr } = await crier('callbacks serve --file -', { stdin: '["Hi"]' });
    expect([exitCode, said(stderr)]).toEqual([
      2,
      expect.stringContaining('- does not contain a JSON object'),
    ]);
  });

  test('a port that is taken is named', async () => {
    const first = await servedCallbacks([]);
    const second = servedCallbacks(['--port', String(first.port)]);
    await expect(second).rejects.toThrow(`port ${first.port} is in use by another program`);
    await first.end();
  });

  test('-n ends it after that number, with one document of all for --json', async () => {
    const endpoint = await servedCallbacks(['-n', '3', '--json']);
    for (const keyword of ['A', 'B', 'C'])
      await endpoint.ask(JSON.stringify({ ...CALLBACK_REQUEST, keyword }));
    const { json, exitCode } = await endpoint.ran;
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ requests: [{ keyword: 'A' }, { keyword: 'B' }, { keyword: 'C' }] });
    await expect(endpoint.ask(BODY)).rejects.toThrow();
  });
});

function said(stderr: string): string {
  return stderr.replaceAll(/\s+/g, ' ');
}
