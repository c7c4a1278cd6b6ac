import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildEvent,
  postEvent,
  type RunningExample,
  startExample,
} from '../../support/library/running-example.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const RECEIVER = join(import.meta.dirname, '..', '..', 'support', 'library', 'run-killed-receiver.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-library-kills-'));
  writeFileSync(join(folder, 'events.ndjson'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const seed = testSeed();
const KILLS = scaled(6, 100);
/** Deliveries between two kills, each with its copies. */
const DELIVERIES = 15;
const COPIES = 3;
const LONGEST_LIFE_MS = 120;

test(`kills at any moment lose no delivery, and repeat few (seed ${seed})`, {
  tags: ['L4', 'HOOK-12', 'T11'],
}, async () => {
  const [lives = []] = fc.sample(fc.array(fc.nat(LONGEST_LIFE_MS), { minLength: KILLS, maxLength: KILLS }), {
    seed,
    numRuns: 1,
  });
  let running: RunningExample = await startExample(folder, RECEIVER);
  const sent: string[] = [];

  /** As the service does: until it gets 200. */
  async function deliver(hookId: string): Promise<void> {
    for (;;) {
      const status = await postEvent(running.url, buildEvent({ hookId, activityId: hookId })).catch(
        () => null,
      );
      if (status === 200) return;
      expect([null, 503]).toContain(status);
      await wait(20);
    }
  }

  for (const life of lives) {
    const hookIds = Array.from({ length: DELIVERIES }, (_, at) => `${sent.length + at}.`);
    sent.push(...hookIds);
    const deliveries = hookIds.flatMap((hookId) => Array.from({ length: COPIES }, () => deliver(hookId)));
    await wait(life);
    await running.kill();
    running = await startExample(folder, RECEIVER);
    await Promise.all(deliveries);
  }
  await running.kill();
  const saved = readFileSync(join(folder, 'events.ndjson'), 'utf8').trim().split('\n');
  expect(new Set(saved)).toEqual(new Set(sent));
  // a delivery is repeated if the kill came after it was saved, and before its claim was completed
  const repeated = saved.length - sent.length;
  expect(repeated).toBeLessThanOrEqual(KILLS * DELIVERIES);
  report(
    `library: ${KILLS} kills, ${sent.length} deliveries with ${COPIES} copies, 0 lost, ${repeated} repeated`,
  );
});
