import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_VALUES } from '../../support/hostile/hostile-values.ts';
import { commandsIn, PRINTING_PLACES } from '../../support/hostile/printing-places.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import {
  installedShells,
  type PrintedRunner,
  powershellWords,
  printedRunner,
  SHELL_NAMES,
} from '../../support/terminal/printed-in-shells.ts';

let runner: PrintedRunner;
beforeAll(() => {
  runner = printedRunner();
});
let runs = 0;
afterAll(() => {
  runner.close();
  report(`${runs} printed commands were run in ${SHELLS.join(', ')}`);
});

/** only bash, and all that are there in the chaos run. */
const SHELLS = installedShells(SHELL_NAMES.slice(0, scaled(1, SHELL_NAMES.length)));

/** In `npm test`, those that some places take as an id: they hold no white space. */
const VALUES = HOSTILE_VALUES.filter(
  (value) => scaled(0, 1) === 1 || (/touch.*ran/.test(value) && !/\s/.test(value)),
);

/** Far more than a shell takes. */
const HANG_MS = 300_000;

/** What is not the value as a whole, though it holds a piece of it. */
function piecesOf(value: string, words: readonly string[]): readonly string[] {
  const marks = ['ran', 'touch', '%self', '@touch', 'root', 'HOME'].filter((mark) => value.includes(mark));
  return words.filter(
    (word) =>
      marks.some((mark) => word.includes(mark)) &&
      word !== value &&
      word !== value.replaceAll('/', '_') &&
      // handles are written without `@`; a text that begins with one has it twice
      word !== value.replace(/^@/, '') &&
      word !== `@${value}` &&
      !word.endsWith(`=${value}`),
  );
}

/** A command and the value that it was printed for. */
interface PrintedCommand {
  readonly value: string;
  readonly command: string;
}

async function commandsOf(print: (value: string) => Promise<string>): Promise<readonly PrintedCommand[]> {
  const all: PrintedCommand[] = [];
  for (const value of VALUES) {
    for (const command of commandsIn(await print(value))) {
      // a user completes it: there is no value in it
      if (/ <[a-z-]+>/.test(command)) expect(command).not.toContain(value);
      else all.push({ value, command });
    }
  }
  return all;
}

describe.each(Object.entries(PRINTING_PLACES))('%s', { tags: ['T18'] }, (_name, print) => {
  test(
    'run as printed, nothing but the intended words arrives',
    async () => {
      const printed = await commandsOf(print);
      for (const { value, command } of printed) {
        const line = command.replace(/ > [\w-]+\.yaml(?= |$)/, '');
        expect(piecesOf(value, powershellWords(line)), line).toEqual([]);
      }
      for (const shell of SHELLS) {
        const results = await runner.run(
          shell,
          printed.map(({ command }) => command),
        );
        let whole = 0;
        for (const [at, { value, command }] of printed.entries()) {
          const { calls = [], left = [] } = results[at] ?? {};
          const where = `${shell}: ${command}`;
          // what the command itself writes
          expect(
            left.filter((file) => !file.endsWith('.yaml')),
            where,
          ).toEqual([]);
          expect(calls, where).toHaveLength(1);
          const [words = []] = calls;
          expect(piecesOf(value, words), where).toEqual([]);
          whole += words.filter((word) => word === value || word.endsWith(`=${value}`)).length;
        }
        expect(whole, shell).toBeGreaterThan(0);
        runs += printed.length;
      }
    },
    HANG_MS,
  );
});
