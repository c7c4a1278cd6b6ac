import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeImages, withEarlyAnswers, withoutSyncs } from '../../support/power-loss/images.ts';
import { canTrace } from '../../support/power-loss/traced-process.ts';
import {
  createSandboxJudge,
  type TracedSandbox,
  traceSandbox,
} from '../../support/power-loss/traced-sandbox.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const IMAGES = scaled(24, 500);
const BROKEN_IMAGES = 16;
const LOAD = { runs: 2, rounds: scaled(8, 40) };

describe.skipIf(!canTrace)('a power failure of the sandbox server', { tags: ['T3'] }, () => {
  const seed = testSeed();
  let home: string;
  let traced: TracedSandbox;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'crier-power-'));
    traced = await traceSandbox(home, { seed, ...LOAD });
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const judge = (events: TracedSandbox['events'], count: number, isAtAnswers = false) =>
    judgeImages(
      events,
      { root: join(home, 'home'), count, seed, isAtAnswers },
      createSandboxJudge({ ...traced, events }),
    );

  test('loses nothing that was answered, and repeats nothing without a mark', async () => {
    const { faults, images } = await judge(traced.events, IMAGES);
    expect({ seed, faults, images }).toEqual({ seed, faults: [], images: IMAGES });
  });

  test('is found where nothing is synced', async () => {
    const { faults } = await judge(withoutSyncs(traced.events), BROKEN_IMAGES);
    expect(faults.length).toBeGreaterThan(0);
  });

  test('is found where requests are answered before the commit', async () => {
    const { faults } = await judge(withEarlyAnswers(traced.events), BROKEN_IMAGES, true);
    expect(faults.join()).toContain('is lost');
  });
});
