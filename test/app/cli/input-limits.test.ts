import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INPUT_LIMITS } from '../../../src/storage/input-limits.ts';
import { crier } from '../../support/crier.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-limits-'));
  for (const [name, bytes] of [
    ['text', INPUT_LIMITS.text],
    ['secret', INPUT_LIMITS.secret],
    ['bytes', INPUT_LIMITS.bytes],
  ] as const) {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, '');
    truncateSync(file, bytes + 1); // without data: it takes no space
  }
  mkdirSync(join(folder, 'settings'), { mode: 0o700 });
  writeFileSync(join(folder, 'settings', 'config.json'), '', { mode: 0o600 });
  truncateSync(join(folder, 'settings', 'config.json'), INPUT_LIMITS.settings + 1);
});
afterAll(() => rmSync(folder, { recursive: true }));

const WEB = {
  CRIER_BASE_URL: 'https://api.example.com',
  CRIER_WEBHOOK_SECRET: 'a secret of twenty-four letters',
};
const KEY = { ...WEB, CRIER_API_KEY: 'KEY-00000000000000001' };

test.each([
  ['automations check text.yaml', '8 MiB'],
  ['automations create --sandbox -f text.yaml', '8 MiB'],
  ['posts check text.yaml', '8 MiB'],
  ['posts create --text hello --platform twitter --sandbox --options /dev/zero', '8 MiB'],
  ['posts create --text-file /dev/zero --platform twitter --sandbox', '8 MiB'],
  ['comments get --sandbox --ids-from text.yaml', '8 MiB'],
  ['api POST /post --sandbox --input /dev/zero', '8 MiB'],
  ['api POST /post --sandbox -F post=@/dev/zero', '8 MiB'],
  ['comments get x --api-key-file /dev/zero', '64 KiB'],
  ['hooks sign text.yaml --secret-file /dev/zero', '64 KiB'],
  ['hooks sign bytes.yaml', '64 MiB'],
  ['hooks verify bytes.yaml --signature a --timestamp 1', '64 MiB'],
])('an input without end is refused, with its limit: %s', { tags: ['T19'] }, async (line, limit) => {
  const { exitCode, stdout, stderr } = await crier(line, { folder, env: WEB });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(`is larger than ${limit}`);
});

test.each(['CRIER_API_KEY_FILE', 'CRIER_PROFILE_KEY_FILE', 'CRIER_X_API_KEY_FILE'])(
  'a file that %s names has a limit',
  { tags: ['T19'] },
  async (variable) => {
    const env = { ...(variable.startsWith('CRIER_API') ? WEB : KEY), [variable]: '/dev/zero' };
    const { exitCode, stderr } = await crier('comments get x', { folder, env });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('64 KiB') });
  },
);

test.each([
  ['automations check -', INPUT_LIMITS.text, '8 MiB'],
  ['comments get x --api-key-file -', INPUT_LIMITS.secret, '64 KiB'],
])('standard input has a limit: %s', { tags: ['T19'] }, async (line, limit, text) => {
  const around = { folder, env: WEB, stdin: Buffer.alloc(limit + 1, 'a') };
  const { exitCode, stderr } = await crier(line, around);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`standard input is larger than ${text}`);
});

test('settings have a limit', { tags: ['T19'] }, async () => {
  const env = { CRIER_CONFIG_DIR: join(folder, 'settings') };
  const { exitCode, stderr } = await crier('context list', { env });
  expect(exitCode).toBe(2);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('config.json is larger than 1 MiB');
});

test('an input of exactly its limit is read', async () => {
  const file = join(folder, 'whole.txt');
  writeFileSync(file, Buffer.alloc(INPUT_LIMITS.secret, 'a'));
  const { stderr } = await crier('comments get x --api-key-file whole.txt', { folder, env: WEB });
  expect(stderr).not.toContain('is larger than');
});

test.each([
  ['a folder', '.', 'it is a folder'],
  ['a socket', 'socket', 'it is a socket or a device without data'],
  ['a file under a file', 'text.yaml/x', 'a part of its path is not a folder'],
  ['nothing', 'none', 'there is no such file'],
])('what is no file is named: %s', async (_what, path, reason) => {
  const server = createServer().listen(join(folder, 'socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { exitCode, stderr } = await crier(
      ['posts', 'create', '--text-file', path, '--platform', 'twitter', '--sandbox'],
      { folder },
    );
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`cannot read ${path}: ${reason}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
