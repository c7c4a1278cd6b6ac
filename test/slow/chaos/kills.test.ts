import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { SECOND_MS } from '../../../src/service/durations.ts';
import { checkHistory, type Verdict } from '../../support/history/check-history.ts';
import { killRounds } from '../../support/history/kill-rounds.ts';
import { workerProgram } from '../../support/history/workers.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { countsIn, report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const KILLS = scaled(30, 1_000);
const LIFE = { mostDone: scaled(2, 4), mostMs: 100 };
const AT_ONCE = scaled(15, 135);
/** Enough to be meaningful. @see docs/safety.md#T1 */
const FEWEST = {
  accepted: scaled(60, 100_000),
  delivered: scaled(6, 3_000),
  callbackTexts: scaled(3, 1_000),
  dms: 1,
  copies: scaled(1, 1_000),
};
/** After that number another sandbox begins: each kill is followed by a look at the whole file. */
const KILLS_A_FILE = 21;

const seed = testSeed();
const verdicts: Verdict[] = [];
const programFolder = quickFolder('program');
const startedAt = performance.now();
afterAll(() => {
  rmSync(programFolder, { recursive: true });
  const faults = verdicts.flatMap((each) => each.faults);
  const seconds = Math.round((performance.now() - startedAt) / SECOND_MS);
  report(`${countsIn(sumOf(verdicts))}; ${faults.length} faults in ${seconds} s (seed ${seed})`);
});

const title = `nothing is lost and nothing is done twice while ${KILLS} processes are killed (seed ${seed})`;
test(title, { tags: ['T1', 'T2'] }, async () => {
  const program = await workerProgram(programFolder);
  for (let before = 0; before < KILLS; before += KILLS_A_FILE) {
    const folder = quickFolder('kills');
    const kills = Math.min(KILLS_A_FILE, KILLS - before);
    try {
      const rounds = { kills, life: LIFE, atOnce: AT_ONCE, program, seed: `${seed} ${before}` };
      const verdict = checkHistory(await killRounds(folder, rounds));
      verdicts.push(verdict);
      expect(verdict.faults, rounds.seed).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const counts = sumOf(verdicts);
  expect(counts['kills']).toBe(KILLS);
  // a DM is committed with its result: a kill leaves none in between
  expect(counts['unknownOutcomes']).toBe(0);
  for (const [what, fewest] of Object.entries(FEWEST)) {
    expect(counts[what], what).toBeGreaterThanOrEqual(fewest);
  }
});

function sumOf(all: readonly Verdict[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [name, count] of all.flatMap(({ counts }) => Object.entries(counts))) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}
