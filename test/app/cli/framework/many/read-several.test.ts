import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { createSharedRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const here = createSharedRunner();

interface ReadResults {
  readonly results: readonly {
    readonly id: string;
    readonly status: string;
    readonly error: object | null;
  }[];
}

/** Commands that show a record by its id: the key of their records, and two ids of the demo data. */
const READS = [
  ['posts get', 'posts', 'Sp7kQm2XvLr9TzBd4HnW', 'Bx6hPf2QyLs8TnCv5RkG'],
  ['automations get', 'automations', 'auto_K7pW2mXq9L', 'auto_T4nV8cRz3H'],
  ['audio get', 'audio', '880000000000321', '880004175920368'],
] as const;

const read = async (line: string, around: Around = {}) => {
  const ran = await here(`${line} --json`, around);
  return { ...ran, document: ran.json as ReadResults & Record<string, readonly object[]> };
};

describe.each(READS)('%s of several ids', (command, key, one, other) => {
  test('has its records in the order of the ids; a failed id does not stop the others, and exits 3', async () => {
    const { document, exitCode, error } = await read(`${command} ${other} nobody ${one}`);
    expect(exitCode).toBe(3);
    expect(document.results).toEqual([
      { id: other, status: 'found', error: null },
      { id: 'nobody', status: 'error', error: expect.any(Object) },
      { id: one, status: 'found', error: null },
    ]);
    expect(document[key]).toHaveLength(2);
    expect(JSON.stringify(document[key]?.[0])).toContain(other);
    expect(error?.['message']).toBe('1 of 3 could not be read');
  });

  test('a table has a row for each; when all fail, it stays empty', async () => {
    const { stdout } = await here(`${command} ${one} ${other} --color never`, {
      isTerminal: true,
      columns: 80,
    });
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const failed = await here(`${command} nobody noone -o table`);
    expect(failed.stdout).toBe('');
    expect([5, 6, 9]).toContain(failed.exitCode);
  });
});

describe('a command that reads several ids', () => {
  const [[command, , one, other]] = READS;

  test('has that document also for one id of --ids-from, and for one argument its own', async () => {
    const { document } = await read(`${command} --ids-from -`, { stdin: `id\tname\n${one}\tx\n` });
    expect(document.results).toHaveLength(1);
    expect((await read(`${command} ${one}`)).document.results).toBeUndefined();
    expect((await read(`${command} nobody noone`)).document.results).toHaveLength(2);
  });

  test.each([
    ['', '<id> is missing'],
    [`${one} ${other} -o raw`, '-o raw prints the body of one response'],
    [`${one} a,b`, 'separate ids with spaces'],
  ])('exits 2 for "%s"', async (words, message) => {
    const ran = await here(`${command} ${words}`);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  });
});

test('automations get --as is of one automation', async () => {
  const ran = await here('automations get auto_K7pW2mXq9L auto_T4nV8cRz3H --as yaml');
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).toContain('--as prints one automation');
});

describe('a command that prints one document for one id and another for several', () => {
  test('says so in its help', async () => {
    const commands = await Promise.all(
      COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), command: await load() })),
    );
    const several = commands.filter(({ command }) => 'idsFrom' in command.input.shape);
    expect(several.length).toBeGreaterThan(10);
    const silent: string[] = [];
    for (const { name, command } of several) {
      const { json } = await crier(`schema ${name}`);
      const shapes = (json as { anyOf?: readonly { properties?: object }[] }).anyOf ?? [];
      const isRecorded = /ids or\s+--ids-from/.test(command.description ?? '');
      const hasResults = shapes.map(({ properties = {} }) => 'results' in properties);
      const hasTwo = new Set(hasResults).size === 2;
      if (hasTwo && !isRecorded) silent.push(name);
    }
    expect(silent).toEqual([]);
  });
});
