import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareWords } from '../../../../../../src/domain/posts/repeated-words.ts';
import type { Around, Ran } from '../../../../../support/crier.ts';
import { inFolder } from '../../../../../support/in-folder.ts';
import { createSandboxRunner } from '../../../../../support/sandbox/sandbox-runner.ts';

const { run, getStateFolder } = createSandboxRunner();

const create = (text: string, around: Around = {}) =>
  inFolder({ 'week.yaml': text }, (folder) =>
    run('posts create -f week.yaml --yes --json', { folder, ...around }),
  );
const resultsOf = ({ json }: Ran) =>
  (
    json as {
      results: readonly { status: string; scheduleDate: string; idempotencyKey: string; error: unknown }[];
    }
  ).results; // held against its schema
const statusesOf = (ran: Ran) => [ran.exitCode, ...resultsOf(ran).map(({ status }) => status)];
const scheduledFor = async () =>
  (await run('posts list --status scheduled --fields scheduleDate')).stdout.trim().split('\n').slice(1);

// the clock of the sandbox says Monday 21 September 2026
const WEEK = `- {post: Doors at seven, platforms: [bluesky], scheduleDate: fri 18:30}
- {post: The winner is drawn, platforms: [linkedin], scheduleDate: fri 18:30}
`;

describe('week.yaml with two posts for "fri 18:30"', () => {
  test('is sent again a week later, for the Friday of that week, with another key', async () => {
    const first = await create(WEEK);
    expect(statusesOf(first)).toEqual([0, 'scheduled', 'scheduled']);
    // as earlier versions gave it
    expect(resultsOf(first)[0]?.idempotencyKey).toMatch(/^crier-[\da-f]{32}$/);
    await run('sandbox clock advance 2d');
    expect(statusesOf(await create(WEEK))).toEqual([0, 'sent before', 'sent before']);
    await run('sandbox clock advance 5d');
    const second = await create(WEEK);
    expect(statusesOf(second)).toEqual([0, 'scheduled', 'scheduled']);
    expect(resultsOf(second)[0]).toMatchObject({
      scheduleDate: '2026-10-02T18:30:00Z',
      idempotencyKey: `${resultsOf(first)[0]?.idempotencyKey}-2026-10-02`,
    });
    expect(statusesOf(await create(WEEK))).toEqual([0, 'sent before', 'sent before']);
    await run('sandbox clock advance 7d');
    expect(statusesOf(await create(WEEK))).toEqual([0, 'scheduled', 'scheduled']);
    expect(await scheduledFor()).toEqual(['2026-10-09T18:30:00Z', '2026-10-09T18:30:00Z']);
  });

  test('is sent a week later from a machine that remembers nothing, and once there, too', async () => {
    await create(WEEK, { env: {} });
    await run('sandbox clock advance 7d');
    expect(statusesOf(await create(WEEK, { env: {} }))).toEqual([0, 'scheduled', 'scheduled']);
    expect(statusesOf(await create(WEEK, { env: {} }))).toEqual([0, 'sent before', 'sent before']);
  });

  test('is not sent twice on a day when the words mean another week in the evening, and that is exit 3', async () => {
    await run('sandbox clock advance 4d');
    expect(statusesOf(await create(WEEK))).toEqual([0, 'scheduled', 'scheduled']);
    await run('sandbox clock advance 5h');
    const again = await create(WEEK);
    expect(statusesOf(again)).toEqual([3, 'sent before', 'sent before']);
    expect(JSON.stringify(resultsOf(again)[0]?.error)).toContain(
      'was sent before for 2026-09-25 18:30, and is now for 2026-10-02 18:30',
    );
    const elsewhere = await create(WEEK, { env: {} });
    expect(statusesOf(elsewhere)).toEqual([3, 'sent before', 'sent before']);
  });

  test('that an earlier version sent is sent once on that day, and again a week later', async () => {
    await create(WEEK);
    const file = join(getStateFolder(), 'sent-posts.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/,"(?:at|sentAt)":\d+/g, ''));
    expect(statusesOf(await create(WEEK))).toEqual([0, 'sent before', 'sent before']);
    await run('sandbox clock advance 7d');
    expect(statusesOf(await create(WEEK))).toEqual([0, 'scheduled', 'scheduled']);
  });
});

const HOUR = 3_600_000;
test.each([
  ['the same words on one day', { at: 30, sentAt: 0 }, { at: 30, sentAt: 3 }, 'same'],
  [
    '"in 2h" some minutes later, over midnight',
    { at: 23.9, sentAt: 21.9 },
    { at: 24.1, sentAt: 22.1 },
    'same',
  ],
  ['"tomorrow 9:00" a day later', { at: 33, sentAt: 10 }, { at: 57, sentAt: 34 }, 'other'],
  ['a weekday a week later', { at: 18, sentAt: 2 }, { at: 186, sentAt: 170 }, 'other'],
  ['a weekday in the evening of that day', { at: 18, sentAt: 2 }, { at: 186, sentAt: 20 }, 'unclear'],
] as const)('%s: %s and %s are %s', (_what, before, now, expected) => {
  const toMs = ({ at, sentAt }: { at: number; sentAt: number }) => ({ at: at * HOUR, sentAt: sentAt * HOUR });
  const dayOf = (ms: number) => String(Math.floor(ms / (24 * HOUR)));
  expect(compareWords(toMs(before), toMs(now), dayOf)).toBe(expected);
});
