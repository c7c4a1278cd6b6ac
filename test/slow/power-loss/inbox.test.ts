import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { DAY_MS } from '../../../src/service/durations.ts';
import { eventually } from '../../support/eventually.ts';
import { startNotingTarget } from '../../support/postgres/machines.ts';
import {
  judgeImages,
  type LostImage,
  readColumn,
  withEarlyAnswers,
  withoutSyncs,
} from '../../support/power-loss/images.ts';
import {
  createNotedClient,
  findAnswers,
  findRequests,
  type NotedAnswer,
} from '../../support/power-loss/noted-client.ts';
import { readTrace, type TraceEvent } from '../../support/power-loss/read-trace.ts';
import { canTrace, runInImage, startTraced } from '../../support/power-loss/traced-process.ts';
import { scaled } from '../../support/scale.ts';
import { chooser } from '../../support/terminal/scripted-prompts.ts';
import { testSeed } from '../../support/test-seed.ts';

const IMAGES = scaled(24, 500);
const BROKEN_IMAGES = 16;
const MOST_JOBS = 100_000;
const RUNS = 2;
const CONNECTIONS = 6;
const DELIVERIES = scaled(15, 60);

/** Runs a receiver twice under load, each ended by Ctrl-C. */
async function traceReceiver(home: string, seed: number): Promise<TracedReceiver> {
  const target = await startNotingTarget();
  const events: TraceEvent[] = [];
  const answers: NotedAnswer<string>[] = [];
  let sent = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const trace = join(home, `trace-${run}`);
    const words = ['hooks', 'listen', '--unsigned', '--no-catch-up', '--port', '0', '--forward', target.url];
    const traced = startTraced(words, { home: join(home, 'home'), trace });
    const url = await eventually(() => {
      expect(traced.getStderr()).toContain('press Ctrl-C');
      return /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(traced.getStderr())?.[0] ?? '';
    });
    const client = createNotedClient<string>(url, CONNECTIONS);
    const choose = chooser(`${seed} deliveries ${run}`);
    await client.each(async (ask) => {
      for (let count = 0; count < DELIVERIES; count += 1) {
        const isRepetition = sent > 0 && choose(4) === 0;
        const hookId = `h${isRepetition ? choose(sent) : sent++}`;
        const body = JSON.stringify({ action: 'feed', hookId, text: 'x'.repeat(choose(9_000)) });
        await ask({ path: url, body }, hookId);
      }
    });
    client.close();
    traced.child.kill('SIGINT');
    expect(await traced.ended).toMatchObject({ signal: 'SIGINT' });
    answers.push(...client.answers);
    events.push(...readTrace(trace));
  }
  await target.close();
  return { events, answers };
}

interface TracedReceiver {
  readonly events: readonly TraceEvent[];
  readonly answers: readonly NotedAnswer<string>[];
}

/** What is missing, broken or would be repeated without a mark in an image of the inbox. */
function createInboxJudge({ events, answers }: TracedReceiver) {
  const taken = findAnswers(events, answers);
  const forwarded = findRequests(events);
  return async ({ folder, place, isStarted }: LostImage): Promise<readonly string[]> => {
    const file = join(folder, 'state', 'receiver', 'inbox.db');
    const acknowledged = [...taken].filter(([at, { status }]) => at < place && status === 200);
    if (acknowledged.length === 0 && !existsSync(file)) return [];
    const unusable = isStarted ? runInImage(folder, ['hooks', 'store', 'status', '--json']) : [];
    const made = new Set(
      [...forwarded]
        .filter(([at, { headers }]) => at < place && 'crier-attempt' in headers)
        .map(([, { headers, body }]) => `attempt ${headers['crier-attempt']} of ${JSON.parse(body).hookId}`),
    );
    const inbox = openSqliteInbox(file);
    try {
      const [target = ''] = await inbox.listWaitingTargets();
      const jobs = await inbox.claim({ target, most: MOST_JOBS, now: Date.now() + DAY_MS });
      const stored = new Set(readColumn(file, 'select hook_id from deliveries where repeats is null'));
      return [
        ...unusable,
        ...readColumn(file, 'pragma integrity_check').filter((text) => text !== 'ok'),
        ...readColumn(file, 'pragma foreign_key_check').map((table) => `half: a row of ${table}`),
        ...acknowledged.flatMap(([, { note }]) =>
          stored.has(note) ? [] : [`${note} was answered and is lost`],
        ),
        ...jobs
          .map(({ facts, attempt }) => `attempt ${attempt} of ${facts.hookId}`)
          .flatMap((next) => (made.has(next) ? [`${next} would be repeated without a mark`] : [])),
      ];
    } finally {
      await inbox.close();
    }
  };
}

describe.skipIf(!canTrace)('a power failure of the receiver', { tags: ['T3', 'L4'] }, () => {
  const seed = testSeed();
  let home: string;
  let traced: TracedReceiver;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'crier-power-'));
    traced = await traceReceiver(home, seed);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const judge = (events: TracedReceiver['events'], count: number, isAtAnswers = false) =>
    judgeImages(
      events,
      { root: join(home, 'home'), count, seed, isAtAnswers },
      createInboxJudge({ ...traced, events }),
    );

  test('loses no delivery that was answered, and forwards none again without a mark', async () => {
    const { faults, images } = await judge(traced.events, IMAGES);
    expect({ seed, faults, images }).toEqual({ seed, faults: [], images: IMAGES });
  });

  test('is found where nothing is synced', async () => {
    const { faults } = await judge(withoutSyncs(traced.events), BROKEN_IMAGES);
    expect(faults.join()).toContain('is lost');
  });

  test('is found where deliveries are answered before the commit', async () => {
    const { faults } = await judge(withEarlyAnswers(traced.events), BROKEN_IMAGES, true);
    expect(faults.join()).toContain('is lost');
  });
});
