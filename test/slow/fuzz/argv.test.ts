import { expect, test } from 'vitest';
import { buildCompletionTree } from '../../../src/cli/framework/argv/completion/build-completion-tree.ts';
import type { Command } from '../../../src/cli/framework/command/command.ts';
import { COMMANDS } from '../../../src/cli/framework/command/command-list.ts';
import { judgeLine } from '../../support/fuzz/argv/judge-line.ts';
import { createLineMaker } from '../../support/fuzz/argv/make-lines.ts';
import { createFuzzRandom } from '../../support/fuzz/random.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
/** `CRIER_FUZZ_SECONDS` sets it. */
const SECONDS = Number(process.env['CRIER_FUZZ_SECONDS'] ?? scaled(3, 60));
const MOST_FAULTS = 20;

/** The command that words begin with. */
function findCommand(words: readonly string[], commands: ReadonlyMap<string, Command>): Command | null {
  for (let length = words.length; length > 0; length -= 1) {
    const found = commands.get(words.slice(0, length).join(' '));
    if (found !== undefined) return found;
  }
  return null;
}

test(`no command line ends in an undocumented way (seed ${seed})`, {
  tags: ['T6'],
  timeout: (SECONDS + 120) * 1_000,
}, async () => {
  const commands = new Map(
    await Promise.all(COMMANDS.map(async ({ path, load }) => [path.join(' '), await load()] as const)),
  );
  const examples = new Map([...commands].map(([name, { examples }]) => [name, examples] as const));
  const makeLine = createLineMaker(await buildCompletionTree(), examples, createFuzzRandom(seed));
  const faults: string[] = [];
  const until = performance.now() + SECONDS * 1_000;
  let lines = 0;
  for (; performance.now() < until && faults.length < MOST_FAULTS; lines += 1) {
    const line = makeLine();
    const found = await judgeLine(line, findCommand(line.words, commands));
    if (found.length > 0) faults.push(JSON.stringify({ ...line, found }));
  }
  report(
    `${lines} command lines, ${Math.round(lines / SECONDS)} a second, ${faults.length} faults (seed ${seed})`,
  );
  expect(faults).toEqual([]);
});
