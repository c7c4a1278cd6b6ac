import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOST_SENT_POSTS } from '../../../../../../src/cli/features/posts/post-flags.ts';
import {
  openSentPosts,
  type RememberedPost,
} from '../../../../../../src/cli/features/posts/several/sent-posts.ts';
import type { Chosen } from '../../../../../../src/cli/framework/settings/choose-service.ts';
import { fakeContext } from '../../../../../support/fake-context.ts';
import { scripted, testClient } from '../../../../../support/network/client.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'crier-sent-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const POST: RememberedPost = { status: 'sent', id: null, attempt: 0, failed: [] };

/** Opens what is remembered for a service, of which nothing is asked. */
function open(...keys: readonly string[]) {
  const target = { baseUrl: new URL('https://api.example/base'), apiKey: 'K', profileKey: null };
  const choice = { kind: 'service', context: 'work', profile: null, target };
  const machine = { env: { CRIER_STATE_DIR: state }, homeFolder: state, platform: 'linux' } as never; // the same
  const context = fakeContext({
    service: { choose: async () => ({ choice }) as unknown as Chosen }, // the part that is read
    io: { machine },
  });
  return openSentPosts(keys, testClient({ transport: scripted() }), context);
}

test.each(['1001', '__proto__', 'constructor', 'a key'])('the key %s is remembered', async (key) => {
  expect((await open(key)).find(key)).toBeNull();
  await (await open(key)).remember(key, POST);
  expect((await open(key)).find(key)).toEqual(POST);
});

test('the oldest is forgotten first, also before keys that are numbers', async () => {
  await (await open()).remember('oldest', POST);
  const file = join(state, 'sent-posts.json');
  const [[place, posts]] = Object.entries(JSON.parse(readFileSync(file, 'utf8'))) as [[string, unknown[]]];
  const numbers = Array.from({ length: MOST_SENT_POSTS - 1 }, (_, at) => [String(at), POST]);
  writeFileSync(file, JSON.stringify({ [place]: [...posts, ...numbers] }));
  const before = await open('oldest', '0', '1');
  expect(['oldest', '0', '1'].map((key) => before.find(key))).toEqual([POST, POST, POST]);
  await before.remember('newest', POST);
  await before.remember('0', POST);
  await before.remember('another', POST);
  const after = await open('oldest', '0', '1', 'newest', 'another');
  expect(['oldest', '0', '1', 'newest', 'another'].map((key) => after.find(key) !== null)).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
});
