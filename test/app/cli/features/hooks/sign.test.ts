import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

const NOW_S = 1_790_000_000;
const SECRET = 'a-secret-that-nobody-sees-1234';
const BODY = `{"timeStamp":${NOW_S},"text":"é 😀"}`;
const hmac = (body: string | Uint8Array, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex');

const sign = (words: string, body: string | Uint8Array = BODY, around: Around = {}) =>
  crier(`hooks sign - ${words}`, { stdin: body, env: { CRIER_WEBHOOK_SECRET: SECRET }, ...around });

describe('the headers of a body', { tags: ['HOOK-10'] }, () => {
  test('are of its bytes as they are, and of its own time', { tags: ['U-01', 'W-07'] }, async () => {
    const { json, exitCode, stderr } = await sign('--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(json).toEqual({
      headers: {
        'X-Authorization-Content-SHA256': hmac(BODY),
        'X-Authorization-Timestamp': String(NOW_S),
      },
      timeStamp: NOW_S,
      bytes: Buffer.byteLength(BODY),
      signedWith: 'CRIER_WEBHOOK_SECRET',
    });
  });

  test('-o raw writes them as curl reads them', async () => {
    expect((await sign('-o raw')).stdout).toBe(
      `X-Authorization-Content-SHA256: ${hmac(BODY)}\nX-Authorization-Timestamp: ${NOW_S}\n`,
    );
  });

  test('two secrets make two signatures', async () => {
    await inFolder({ old: SECRET, next: 'the-new-one\n' }, async (folder) => {
      const { json } = await sign('--secret-file old --secret-file next --json', BODY, { folder });
      expect(json).toMatchObject({
        headers: {
          'X-Authorization-Content-SHA256': hmac(BODY),
          'X-Authorization-Content-SHA256-V2': hmac(BODY, 'the-new-one'),
        },
        signedWith: 'the first --secret-file',
      });
    });
  });

  test.each([
    ['bytes that are no text', Buffer.from([0, 0xff, 0xfe, 0x0a, 0x80])],
    ['an empty body', Buffer.alloc(0)],
    ['a line break at its end', Buffer.from('{"a":1}\n')],
    ['a byte order mark', Buffer.from('\uFEFF{"a":1}')],
  ])('%s: nothing is added or taken away', async (_why, body) => {
    const { json, exitCode, stderr } = await sign('--json', body);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({
      headers: { 'X-Authorization-Content-SHA256': hmac(body) },
      bytes: body.length,
      timeStamp: null,
    });
    expect(Object.keys((json as { headers: object }).headers)).toEqual(['X-Authorization-Content-SHA256']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the body has no "timeStamp" in Unix seconds, so receivers will refuse it',
    );
  });

  test('a file of bytes is read as it is, and so is standard input', async () => {
    await inFolder({ 'body.json': BODY }, async (folder) => {
      const { json } = await crier('hooks sign body.json --json', {
        folder,
        env: { CRIER_WEBHOOK_SECRET: SECRET },
      });
      expect(json).toMatchObject({ headers: { 'X-Authorization-Content-SHA256': hmac(BODY) } });
    });
  });
});

describe('--set-time', () => {
  test.each([
    ['now', NOW_S],
    ['1790000005', NOW_S + 5],
    ['2026-09-21T14:13:30Z', NOW_S + 10],
    ['2026-09-21', 1_789_948_800],
  ])('%s', async (text, timeStamp) => {
    const { json, stderr } = await sign(`--set-time ${text} --json`);
    expect(json).toMatchObject({ timeStamp, headers: { 'X-Authorization-Timestamp': String(timeStamp) } });
    const differs = timeStamp !== NOW_S;
    expect(stderr.includes('receivers refuse a')).toBe(differs);
  });

  test('where the body has none, the header has one all the same', async () => {
    const { json, stderr } = await sign('--set-time now --json', '{}');
    expect(json).toMatchObject({ headers: { 'X-Authorization-Timestamp': String(NOW_S) } });
    expect(stderr).toContain('has no "timeStamp"');
  });

  test.each(['tomorrow', '-5', '1e9', ''])('"%s" is no time', async (text) => {
    const { exitCode } = await crier(['hooks', 'sign', '-', '--set-time', text], {
      stdin: BODY,
      env: { CRIER_WEBHOOK_SECRET: SECRET },
    });
    expect(exitCode).toBe(2);
  });
});

describe('what it refuses', () => {
  test('to sign without a secret, and names where one can be set', async () => {
    const { exitCode, error } = await sign('--json', BODY, { env: {} });
    expect(exitCode).toBe(2);
    expect(error).toMatchObject({
      message: 'hooks sign needs the signing secret, but none is set',
      advice: expect.stringMatching(
        /--secret-file, CRIER_WEBHOOK_SECRET or "crier config set webhook-secret"/,
      ),
    });
  });

  test('to read standard input twice', async () => {
    const { exitCode, stderr } = await sign('--secret-file -');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('two settings read standard input'),
    });
  });

  test.each([
    ['no-such-file', 'cannot read no-such-file: there is no such file'],
    ['.', 'cannot read .: it is a folder'],
  ])('%s', async (file, message) => {
    await inFolder({}, async (folder) => {
      const { error } = await crier(['hooks', 'sign', file, '--json'], {
        folder,
        env: { CRIER_WEBHOOK_SECRET: SECRET },
      });
      expect(error).toMatchObject({ exitCode: 2, message });
    });
  });

  test('a secret on the command line', { tags: ['C4'] }, async () => {
    const { exitCode, screen } = await sign(`--secret ${SECRET}`, BODY, { env: {} });
    expect(exitCode).toBe(2);
    expect(screen).not.toContain(SECRET);
  });
});

test('no line is wider than 40 columns', async () => {
  const { stdout } = await sign('', BODY, {
    isTerminal: true,
    columns: 40,
    env: { CRIER_WEBHOOK_SECRET: SECRET, NO_COLOR: '1' },
  });
  expect(stdout.split('\n').filter((line) => line.length > 40)).toEqual([]);
  expect(stdout.replaceAll(/\s+/g, '')).toContain(hmac(BODY));
});
