import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildWords,
  crier as command,
  formatFlags,
  isPortable,
} from '../../../../../../src/cli/framework/output/text/shell-command.ts';
import { crier } from '../../../../../support/crier.ts';
import { HOSTILE_VALUES } from '../../../../../support/hostile/hostile-values.ts';
import { scaled } from '../../../../../support/scale.ts';
import {
  installedShells,
  type PrintedRunner,
  powershellWords,
  printedRunner,
  SHELL_NAMES,
} from '../../../../../support/terminal/printed-in-shells.ts';
import { testSeed } from '../../../../../support/test-seed.ts';

let runner: PrintedRunner;
beforeAll(() => {
  runner = printedRunner();
});
afterAll(() => runner.close());

const SEED = testSeed();

/** Two places: a positional value, and the value of a flag. */
const printed = (value: string) => command`automations pause ${value} --profile ${value}`;
/** Those that are there; zsh and fish in the chaos run only. */
const SHELLS = installedShells(SHELL_NAMES.slice(0, scaled(2, SHELL_NAMES.length)));

/** What the program is to get. */
function intended(value: string): readonly string[] {
  return value.startsWith('-')
    ? ['automations', 'pause', `--profile=${value}`, '--', value]
    : ['automations', 'pause', value, '--profile', value];
}

test.each(SHELLS)('%s runs what was printed', { tags: ['T18'] }, async (shell) => {
  const results = await runner.run(shell, HOSTILE_VALUES.map(printed));
  for (const [at, value] of HOSTILE_VALUES.entries()) {
    const { calls = [], left = [] } = results[at] ?? {};
    const line = printed(value);
    expect(left, line).toEqual([]);
    if (isPortable(buildWords`automations pause ${value}`)) expect(calls, line).toEqual([intended(value)]);
    else {
      expect(line).toContain(' # VALUE is ');
      expect(calls[0]?.slice(0, 3), line).toEqual(['automations', 'pause', 'VALUE']);
    }
  }
});

test.each(HOSTILE_VALUES)(
  'PowerShell, by its documented rules, reads %j as it is meant',
  { tags: ['T18'] },
  (value) => {
    const read = powershellWords(printed(value)).slice(1);
    if (isPortable(buildWords`automations pause ${value}`)) expect(read).toEqual(intended(value));
    else expect(read.slice(0, 3)).toEqual(['automations', 'pause', 'VALUE']);
  },
);

test(`any text: one word in PowerShell and in a POSIX shell, or apart (seed ${SEED})`, {
  tags: ['T18'],
}, async () => {
  const unit = fc.constantFrom(...'ab1 -=~#^!%@,{}[]()<>|&;*?$`"\'\\\n\t/.:_', '’', '“', 'é', '\u202E', '😀');
  const values = fc.sample(fc.string({ unit, minLength: 1, maxLength: 8 }), {
    numRuns: scaled(200, 1_000),
    seed: SEED,
  });
  const lines = values.map((value) => ({ value, line: command`x ${value} --y ${value}` }));
  for (const { value, line } of lines) {
    const given = value.startsWith('-') ? ['x', `--y=${value}`, '--', value] : ['x', value, '--y', value];
    const read = powershellWords(line).slice(1);
    expect(isPortable(buildWords`x ${value}`) ? read : read.slice(0, 2), line).toEqual(
      isPortable(buildWords`x ${value}`) ? given : value.startsWith('-') ? read.slice(0, 2) : ['x', 'VALUE'],
    );
  }
  const sayable = lines.filter(({ value }) => isPortable(buildWords`x ${value}`) && !value.startsWith('-'));
  for (const shell of SHELLS) {
    const results = await runner.run(
      shell,
      sayable.map(({ line }) => line),
    );
    expect(results).toEqual(sayable.map(({ value }) => ({ calls: [['x', value, '--y', value]], left: [] })));
  }
});

test.each([
  ['auto_1', 'crier x auto_1 --y auto_1'],
  ['a b', "crier x 'a b' --y 'a b'"],
  ["it's", 'crier x "it\'s" --y "it\'s"'],
  ["It's here!", `crier x I't'"'"'s here!' --y I't'"'"'s here!'`],
  ['you@example.com', 'crier x you@example.com --y you@example.com'],
  ['a,b', "crier x 'a,b' --y 'a,b'"],
  ['=ls', "crier x '=ls' --y '=ls'"],
  ['-x', "crier x --y='-x' '--' '-x'"],
  ['', 'crier x VALUE --y= # VALUE is empty'],
  ['say "hi"', 'crier x VALUE --y VALUE # VALUE is say \\u0022hi\\u0022'],
])('%j is written so that it can be read', { tags: ['T18'] }, (value, line) => {
  expect(command`x ${value} --y ${value}`).toBe(line);
});

test('a list in our own words is one word in PowerShell too', { tags: ['T18'] }, () => {
  expect(command`x ${'y'} --fields a,b --text "c, d"`).toBe(`crier x y --fields 'a,b' --text "c, d"`);
});

test('what a person fills in redirects nothing', { tags: ['T18'] }, () => {
  expect(command`config set ${'x-api-key'} --file <file> --context ${'shop'}`).toBe(
    "crier config set x-api-key --file '<file>' --context shop",
  );
});

test('several separate values have names of their own', { tags: ['T18'] }, () => {
  expect(command`x ${'a\\'} ${'b\\'} ${'a\\'}`).toBe(
    'crier x VALUE VALUE1 VALUE # VALUE is a\\u005c, VALUE1 is b\\u005c',
  );
  expect(formatFlags`--cursor ${'a b'}`).toBe("--cursor 'a b'");
});

test('the program takes what follows -- as it is, and --flag=-value', { tags: ['T18'] }, async () => {
  const { json } = await crier(['automations', 'pause', '--dry-run', '--json', '--', '-x'], {
    env: { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
  });
  expect(JSON.stringify(json)).toContain('/automations/-x');
  const { error } = await crier(['posts', 'list', '--context=-x', '--json']);
  expect(error).toMatchObject({ message: 'there is no context "-x" on this machine' });
});
