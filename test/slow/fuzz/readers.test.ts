import { describe, expect, test } from 'vitest';
import { readCorpus, writeCorpus } from '../../support/fuzz/corpus.ts';
import { runFuzzer } from '../../support/fuzz/run-fuzzer.ts';
import { TARGETS } from '../../support/fuzz/targets/targets.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
/** For each reader. `CRIER_FUZZ_SECONDS` sets it. */
const SECONDS = Number(process.env['CRIER_FUZZ_SECONDS'] ?? scaled(0, 10));
const KEEPS = process.env['CRIER_UPDATE_CORPUS'] === '1';
const TIMEOUT_MS = (SECONDS + 120) * 1_000;

test.each(Object.entries(TARGETS))(
  '%s read every input of the corpus',
  { tags: ['T6'] },
  async (name, load) => {
    const { run, seeds } = await load();
    const inputs = [...seeds, ...readCorpus(name)];
    for (const input of inputs) await run(input);
    expect(inputs.length).toBeGreaterThan(seeds.length);
  },
);

test.each(SECONDS > 0 ? Object.keys(TARGETS) : [])(
  `%s fail for no input that is made (seed ${seed})`,
  { tags: ['T6'], timeout: TIMEOUT_MS },
  async (target) => {
    const corpus = readCorpus(target);
    const found = await runFuzzer({ target, seed, seconds: SECONDS, corpus, keeps: KEEPS });
    const [before, after] = found.code;
    report(
      `${target}: ${found.runs} inputs, ${Math.round(found.runs / SECONDS)} a second, ${before} characters of code by the corpus, ${after} in the end, ${found.faults.length} faults (seed ${seed})`,
    );
    if (KEEPS && found.faults.length === 0) writeCorpus(target, found.minimal);
    expect(found.faults).toEqual([]);
  },
);

describe('the fuzzer finds', { tags: ['T6'] }, () => {
  test.each([
    ['exception', 'TypeError: planted'],
    ['rejection', 'Error: planted'],
    ['hang', 'it takes more than 1000 ms'],
    ['memory', 'ERR_WORKER_OUT_OF_MEMORY'],
  ])('a planted %s', async (target, error) => {
    const { faults } = await runFuzzer({
      target,
      seed: 1,
      seconds: 20,
      corpus: [],
      keeps: false,
      stops: true,
      memoryMb: 96,
    });
    expect(faults.map((fault) => fault.error)).toEqual([expect.stringContaining(error)]);
  });
});
