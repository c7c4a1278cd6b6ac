import { describe, expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import {
  BODY,
  digestOf,
  headOf,
  hex,
  NOW_S,
  SECRET,
  type VerifyResult,
  verify,
} from '../../../../support/receiver/verify-run.ts';

const OTHER = 'another-secret-from-before-567';
const json = async (checked: VerifyResult) =>
  (await verify({ ...checked, words: [...(checked.words ?? []), '--json'] })).json;

describe('a signature that holds', { tags: ['HOOK-10', 'HOOK-14'] }, () => {
  test('reports what it is of', { tags: ['W-07'] }, async () => {
    const { exitCode, stderr, json: document } = await verify({ words: ['--json'] });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(document).toEqual({
      valid: true,
      reason: null,
      explanation: null,
      advice: null,
      header: 'X-Authorization-Content-SHA256',
      encoding: 'hex',
      secret: 'CRIER_WEBHOOK_SECRET',
      timeStamp: NOW_S,
      timeHeader: true,
      bytes: Buffer.byteLength(BODY),
      action: 'automations',
      type: 'automation.completed',
      hookId: 'Ws3eDc6RfV0tGb8YhN2u',
      attempt: 2,
      deliveryId: 'dlv-1',
    });
  });

  test('in base64, which is named', { tags: ['U-01'] }, async () => {
    const head = headOf(digestOf(BODY).toString('base64'));
    expect(await json({ head })).toMatchObject({ valid: true, encoding: 'base64' });
  });

  test('by flags, from standard input', async () => {
    const around = { stdin: BODY, env: { CRIER_WEBHOOK_SECRET: SECRET } };
    const given = ['hooks', 'verify', '-', '--signature', hex(BODY), '--timestamp', String(NOW_S), '--json'];
    expect((await crier(given, around)).json).toMatchObject({ valid: true, timeHeader: true, attempt: null });
    const without = await crier(['hooks', 'verify', '-', '--signature', hex(BODY), '--json'], around);
    expect(without).toMatchObject({ exitCode: 0, json: { valid: true, timeHeader: false } });
    expect(without.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'was not given and could not be compared with the signed time',
    );
  });

  test('what `hooks sign` prints is read in each of its forms', async () => {
    const around = { stdin: BODY, env: { CRIER_WEBHOOK_SECRET: SECRET } };
    for (const format of ['raw', 'tsv', 'json']) {
      const { stdout } = await crier(`hooks sign - -o ${format}`, around);
      expect(await json({ head: stdout })).toMatchObject({ valid: true, timeHeader: true });
    }
  });

  test('one of two secrets is enough, and the output names which', async () => {
    await inFolder({ old: OTHER, next: SECRET, head: headOf(hex(BODY)), body: BODY }, async (folder) => {
      const run = (files: readonly string[]) =>
        crier(
          [
            'hooks',
            'verify',
            'body',
            '--headers',
            'head',
            ...files.flatMap((file) => ['--secret-file', file]),
            '--json',
          ],
          { folder },
        );
      expect((await run(['old', 'next'])).json).toMatchObject({
        valid: true,
        secret: 'the second --secret-file',
      });
      expect((await run(['old'])).json).toMatchObject({ valid: false });
    });
  });

  test('the second header, while the secret is changed', async () => {
    const head = headOf(hex(BODY, OTHER)).replace(
      'X-Authorization-Timestamp',
      `X-Authorization-Content-SHA256-V2: ${hex(BODY)}\r\nX-Authorization-Timestamp`,
    );
    expect(await json({ head })).toMatchObject({ valid: true, header: 'X-Authorization-Content-SHA256-V2' });
  });
});

describe('one that is wrong ends with 11, and the reason', () => {
  const pretty = JSON.stringify(JSON.parse(BODY), null, 2);
  test.each([
    ['JSON that was written again', { body: pretty }, 're-serialised', 'written without whitespace'],
    [
      'another secret',
      { head: headOf(hex(BODY, OTHER)) },
      'wrong secret or body changed',
      'the secret is wrong',
    ],
    ['a scheme', { head: headOf(`HMAC-SHA256 ${hex(BODY)}`) }, 'wrong encoding', 'the prefix "HMAC-SHA256="'],
    [
      'the headers of another attempt',
      { head: headOf(hex('{}'), NOW_S - 5) },
      'other attempt',
      'each attempt has its own body',
    ],
    ['no signature', { head: 'Host: x' }, 'unsigned', 'a secret is set'],
    [
      'another time in the header',
      { head: headOf(hex(BODY), NOW_S + 1) },
      'other time',
      'the signed "timeStamp"',
    ],
  ] as const)('%s', { tags: ['W-07', 'U-01', 'W-06', 'W-14'] }, async (_why, checked, reason, words) => {
    const { exitCode, json: document, error } = await verify({ ...checked, words: ['--json'] });
    expect(exitCode).toBe(11);
    expect(document).toMatchObject({
      valid: false,
      reason,
      explanation: expect.stringContaining(words),
      advice: expect.any(String),
    });
    expect(error).toMatchObject({
      kind: 'differs',
      http: null,
      message: expect.stringContaining(words),
      advice: (document as { advice: string }).advice,
    });
    // nothing of an unsigned body is reported
    expect(document).toMatchObject({ hookId: null, action: null, type: null, secret: null });
  });

  const dated = (timeStamp: number) => {
    const body = JSON.stringify({ timeStamp });
    return { body, head: headOf(hex(body), timeStamp) };
  };
  test.each([
    [
      'older than claims are kept',
      dated(NOW_S - 8 * 86_400),
      [],
      'stale',
      '8 days ago, and 7 days are allowed',
    ],
    [
      'older than a second',
      dated(NOW_S - 900),
      ['--tolerance', '1s'],
      'stale',
      '15 minutes ago, and 1 second is allowed',
    ],
  ] as const)('%s', { tags: ['L2'] }, async (_why, checked, words, reason, said) => {
    const { exitCode, json: document, error } = await verify({ ...checked, words: [...words, '--json'] });
    expect(exitCode).toBe(11);
    expect(document).toMatchObject({ valid: false, reason, explanation: expect.stringContaining(said) });
    expect(error?.['message']).toMatch(/^the delivery is not valid: the signature is valid, but/);
  });

  test('a longer tolerance takes what is older', async () => {
    expect(await json({ ...dated(NOW_S - 8 * 86_400), words: ['--tolerance', '9d'] })).toMatchObject({
      valid: true,
    });
  });

  test.each([
    ['an empty file', ''],
    ['bytes', Buffer.from([0xff, 0xfe, 0, 1])],
    ['a large one', `"${'x'.repeat(1024 * 1024)}"`],
    ['JSON that is very deep', '['.repeat(20_000)],
  ])('%s', async (_why, body) => {
    expect((await verify({ body })).exitCode).toBe(11);
  });
});

describe('what it needs', () => {
  const run = (words: string, around: Around = {}) =>
    crier(`hooks verify - ${words} --json`, {
      stdin: BODY,
      env: { CRIER_WEBHOOK_SECRET: SECRET },
      ...around,
    });
  test.each([
    ['a secret', '--signature x', { env: {} }, 'hooks verify needs the signing secret, but none is set'],
    ['headers', '', {}, 'hooks verify needs the headers of the delivery'],
    [
      'headers from one place',
      '--headers h --signature x',
      {},
      '--headers cannot be used together with --signature or --timestamp',
    ],
    [
      'standard input once',
      '--headers -',
      {},
      'two settings read standard input, which can be read only once',
    ],
  ])('%s', async (_why, words, around, message) => {
    expect(await run(words, around)).toMatchObject({ exitCode: 2, error: { message } });
  });

  test('a file with headers in it', async () => {
    const { error } = await verify({ head: 'no headers here', words: ['--json'] });
    expect(error).toMatchObject({ exitCode: 2, message: 'head contains no headers' });
  });

  test('an empty signature is a wrong one', async () => {
    const { exitCode, json: document } = await crier(['hooks', 'verify', '-', '--signature', '', '--json'], {
      stdin: BODY,
      env: { CRIER_WEBHOOK_SECRET: SECRET },
    });
    expect(exitCode).toBe(11);
    expect(document).toMatchObject({ reason: 'wrong encoding' });
  });

  test('-o raw is of nothing here', async () => {
    expect((await run('--signature x -o raw')).exitCode).toBe(2);
  });
});

describe('how it looks', () => {
  test('no line is wider than 40 columns', async () => {
    for (const body of [BODY, `${BODY}\n`]) {
      const { screen } = await verify({
        body,
        around: { isTerminal: true, columns: 40, env: { CRIER_WEBHOOK_SECRET: SECRET, NO_COLOR: '1' } },
      });
      expect(screen.split('\n').filter((line) => line.length > 40)).toEqual([]);
    }
  });

  test('for a wrong signature, text output has no empty lines', async () => {
    const around = { isTerminal: true, env: { CRIER_WEBHOOK_SECRET: SECRET, NO_COLOR: '1' } };
    const { stdout, stderr } = await verify({ body: `${BODY}\n`, around });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.replaceAll(/\s+/g, ' ')),
    ).toEqual(['delivery not valid', 'why body changed', `bytes ${Buffer.byteLength(BODY) + 1}`]);
    expect(stderr).toContain('next');
  });

  test('tab-separated, the columns are the same whether it holds or not', async () => {
    const [good = '', bad = ''] = [await verify(), await verify({ body: 'x' })].map(
      ({ stdout }) => stdout.split('\n')[0],
    );
    expect(good).toBe(bad);
    expect(good.split('\t')).toContain('reason');
  });

  test('neither the secret nor a good signature is ever shown for a wrong one', {
    tags: ['C8'],
  }, async () => {
    for (const checked of [
      { body: `${BODY}\n` },
      { head: headOf(hex(BODY, OTHER)) },
      { head: headOf('x') },
    ]) {
      const { screen } = await verify({ ...checked, words: ['--verbose'] });
      for (const hidden of [SECRET, hex(BODY), hex(`${BODY}\n`)]) expect(screen).not.toContain(hidden);
    }
  });
});
