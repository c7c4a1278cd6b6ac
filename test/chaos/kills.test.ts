import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { checkHistory, type Verdict } from '../support/history/check-history.ts';
import { killRounds } from '../support/history/kill-rounds.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { countsIn, report } from '../support/report.ts';
import { scaled } from '../support/scale.ts';
import { testSeed } from '../support/test-seed.ts';

const KILLS = scaled(30, 1_000);
const LIFE_MS = 100;
const AT_ONCE = scaled(15, 150);
/** So many as to mean something. @see safety, T1 */
const FEWEST_EVENTS = scaled(100, 100_000);
/** After so many another sandbox begins: each kill is followed by a look at the whole file. */
const KILLS_A_FILE = 60;

const seed = testSeed();
const verdicts: Verdict[] = [];
afterAll(() => {
  const faults = verdicts.flatMap((each) => each.faults);
  report(`${countsIn(sumOf(verdicts))}; ${faults.length} faults (seed ${seed})`);
});

const title = `T1 T2 nothing is lost and nothing is done twice while ${KILLS} processes are killed (seed ${seed})`;
test(title, { timeout: 3_600_000 }, async () => {
  for (let before = 0; before < KILLS; before += KILLS_A_FILE) {
    const folder = quickFolder('kills');
    const kills = Math.min(KILLS_A_FILE, KILLS - before);
    try {
      const rounds = { kills, lifeMs: LIFE_MS, atOnce: AT_ONCE, seed: `${seed} ${before}` };
      const verdict = checkHistory(await killRounds(folder, rounds));
      verdicts.push(verdict);
      expect(verdict.faults, rounds.seed).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  const counts = sumOf(verdicts);
  expect(counts['kills']).toBe(KILLS);
  expect(counts['accepted']).toBeGreaterThanOrEqual(FEWEST_EVENTS);
  expect(counts['dms']).toBeGreaterThan(0);
});

function sumOf(all: readonly Verdict[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [name, count] of all.flatMap(({ counts }) => Object.entries(counts))) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}
