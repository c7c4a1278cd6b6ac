import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/open-sandbox.ts';
import type { Seed } from '../../../src/sandbox/seed.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { stoppedClock } from '../../support/clock.ts';
import { openHeldSandbox } from '../../support/sandbox/hold-to-document.ts';
import { headersOf, NOW, readAnswer } from '../../support/small-sandbox.ts';
import { POST, SMALL_SEED } from '../../support/small-seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SEED: Seed = {
  ...SMALL_SEED,
  posts: SMALL_SEED.posts.filter(({ id }) => id === POST.everywhere || id === POST.pendingAmongOthers),
};

let count = 0;
const fresh = () => join(folder, `store-${count++}`, 'sandbox.db');
const open = (file: string, options: Partial<SandboxOptions> = {}) =>
  openHeldSandbox({
    file,
    clock: stoppedClock(NOW),
    random: randomBytes,
    seed: async () => SEED,
    ...options,
  });

describe('the first opening', () => {
  test('generates its own keys, different in every store, whose prefixes name their purpose', async () => {
    const [one, other] = [await open(':memory:'), await open(':memory:')];
    const keys = [one, other].flatMap(({ credentials: { apiKey, adminToken, xPair, profiles } }) => [
      apiKey,
      adminToken,
      xPair.key,
      xPair.secret,
      ...profiles.flatMap(({ profileKey, refId }) => [profileKey, refId]),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(one.credentials).toEqual({
      apiKey: expect.stringMatching(/^SBX-API-[0-9A-F]{40}$/),
      adminToken: expect.stringMatching(/^SBX-ADMIN-[0-9A-F]{40}$/),
      xPair: {
        key: expect.stringMatching(/^SBX-X-KEY-[0-9A-F]{40}$/),
        secret: expect.stringMatching(/^SBX-X-SECRET-[0-9A-F]{40}$/),
      },
      profiles: ['acme', 'bare'].map((alias) => ({
        alias,
        title: expect.any(String),
        refId: expect.stringMatching(/^[0-9a-f]{40}$/),
        profileKey: expect.stringMatching(/^SBX-PROFILE-[0-9A-F]{40}$/),
      })),
    });
    one.close();
    other.close();
  });

  test('counts the minutes of the seed back from the whole second', async () => {
    const sandbox = await open(':memory:');
    const url = new URL(`http://x/comments/${POST.pendingAmongOthers}`);
    const { facebook } = readAnswer(
      await sandbox.answer({ method: 'GET', url, headers: headersOf(sandbox), body: null }),
    ) as { facebook: { created: string }[] };
    expect(facebook[0]?.created).toBe('2026-09-21T14:11:20Z');
    sandbox.close();
  });

  test.each<[string, Seed, RegExp]>([
    ['a profile that is not there', { ...SEED, profiles: [] }, /profile.*acme/],
    ['a follower who does not exist', { ...SEED, accounts: [] }, /by us.* bluesky/],
  ])('a seed that names %s is a defect, and leaves nothing behind', async (_what, seed, message) => {
    const file = fresh();
    await expect(open(file, { seed: async () => seed })).rejects.toThrow(message);
    const sandbox = await open(file);
    expect(sandbox.credentials.profiles).toHaveLength(2);
    sandbox.close();
  });
});

describe('a later opening', () => {
  test('finds the same keys, and does not load the seed', async () => {
    const file = fresh();
    const first = await open(file);
    const { credentials } = first;
    first.close();
    const unasked = () => Promise.reject(new Error('asked for the seed'));
    const later = await open(file, { seed: unasked });
    expect(later.credentials).toEqual(credentials);
    later.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('of what a newer crier wrote is refused, and changes nothing', async () => {
    const file = fresh();
    (await open(file)).close();
    const database = openDatabase(file);
    database.script('pragma user_version = 99');
    database.close();
    const before = readFileSync(file);
    await expect(open(file)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('newer'),
    });
    expect(readFileSync(file)).toEqual(before);
  });
});
