import { expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { networkError } from '../../../../support/network/client.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { createSandboxRunner, createSharedRunner } from '../../../../support/sandbox/sandbox-runner.ts';

/** Awaits approval, with notes and a time that is to come. */
const WAITING = 'Su3gHk9WqZr5TcYb7MvN';

const { run } = createSandboxRunner();
const runShared = createSharedRunner();

interface Copied {
  results: readonly { profile: string | null; id: string; status: string; error: { code: number } | null }[];
}
const resultsOf = ({ json }: { readonly json: unknown }) => (json as Copied).results;

test('A copy has the content of the post in each profile, and neither its id, approval nor notes', async () => {
  const words = `posts copy ${WAITING} --profile harbour,none --schedule 2026-12-20T10:00:00Z --yes --json`;
  const ran = await run(words);
  const [first, second] = resultsOf(ran);
  expect([first?.profile, second?.profile]).toEqual(['harbour', null]);
  const { json } = await run(`posts get ${first?.id} --profile harbour --json`);
  expect(json).toMatchObject({
    post: expect.stringContaining('half past six'),
    platforms: ['facebook', 'instagram'],
    status: 'awaiting approval',
    scheduleDate: '2026-12-20T10:00:00Z',
  });
  expect(json).not.toMatchObject({ notes: expect.stringMatching(/./) });
  const waiting = await run('posts list --waiting --all-profiles --json');
  const owners = (waiting.json as { posts: readonly { id: string; profile: string | null }[] }).posts;
  expect(owners.find(({ id }) => id === first?.id)?.profile).toBe('harbour');
  const back = await run(`posts copy ${first?.id} --profile wholesale --yes --json`);
  expect(resultsOf(back)).toMatchObject([{ profile: 'wholesale', scheduleDate: '2026-12-20T10:00:00Z' }]);
});

test('A dry run shows the plan by profile, and without a terminal --yes is needed', async () => {
  const words = `posts copy ${WAITING} --profile harbour,wholesale`;
  const planned = await runShared(`${words} --dry-run`, { isTerminal: true, columns: 80 });
  expect(planned.stdout.replaceAll(/ +/g, ' ')).toMatch(
    /2 new posts, scheduled for 2026-09-27 14:13:20 in UTC, once approved[\s\S]*harbour Facebook, Insta[\s\S]*wholesale /,
  );
  const refused = await runShared(words);
  expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
  const { json } = await runShared('posts list --profile harbour --waiting --json');
  expect(json).toMatchObject({ posts: [] });
});

test.each([
  ['an unknown profile', '--profile harbour,nix', 'there is no saved profile "nix"'],
  ['an extra comma', '--profile harbour,', 'extra comma'],
  ['a network that would refuse it', '--profile harbour --platform reddit', 'redditOptions.title'],
  ['a time in the past', '--profile harbour --schedule 2020-01-01T00:00:00Z', 'in the past'],
])('Nothing is sent with %s', async (_why, flags, message) => {
  const ran = await runShared(`posts copy ${WAITING} ${flags} --yes`);
  expect([ran.exitCode, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)]);
});

test('After a lost response, the flags of a safe retry are printed', async () => {
  const ran = await crier('posts copy ABC --idempotency-key k1 --yes', {
    env: { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
    network: (request) => {
      if (request.method !== 'GET') throw networkError('ECONNRESET');
      const record = { id: 'ABC', post: 'x', platforms: ['bluesky'], status: 'success' };
      return recordingNetwork(record).transport(request);
    },
  });
  expect([ran.exitCode, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
    10,
    expect.stringContaining('--profile none --idempotency-key k1'),
  ]);
});
