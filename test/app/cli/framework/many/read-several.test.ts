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

describe.each(READS)('%s of several ids', (command, key, one, other) => {
  const read = async (ids: string, around: Around = {}) => {
    const ran = await here(`${command} ${ids} --json`, around);
    return { ...ran, document: ran.json as ReadResults & Record<string, readonly object[]> };
  };

  test('its records, in the order of the ids', async () => {
    const { document, exitCode } = await read(`${other} ${one}`);
    expect(exitCode).toBe(0);
    expect(document.results).toEqual([
      { id: other, status: 'found', error: null },
      { id: one, status: 'found', error: null },
    ]);
    expect(JSON.stringify(document[key]?.[0])).toContain(other);
    expect(document[key]).toHaveLength(2);
  });

  test('a failed id does not stop the others, and exits 3', async () => {
    const { document, exitCode, error } = await read(`nobody ${one}`);
    expect(exitCode).toBe(3);
    expect(document.results.map(({ status }) => status)).toEqual(['error', 'found']);
    expect(document[key]).toHaveLength(1);
    expect(error?.['message']).toBe('1 of 2 could not be read');
  });

  test('when all fail, the first decides, and a table stays empty', async () => {
    const ran = await here(`${command} nobody noone -o table`);
    expect(ran.stdout).toBe('');
    expect([5, 6, 9]).toContain(ran.exitCode);
    expect((await read('nobody noone')).document.results).toHaveLength(2);
  });

  test('--ids-from has that document also for one id, and one id its own', async () => {
    const { document } = await read('--ids-from -', { stdin: `id\tname\n${one}\tx\n` });
    expect(document.results).toHaveLength(1);
    expect((await read(one)).document.results).toBeUndefined();
  });

  test('a table has a row for each', async () => {
    const { stdout } = await here(`${command} ${one} ${other} --color never`, {
      isTerminal: true,
      columns: 80,
    });
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test.each([
    ['', '<id> is missing'],
    [`${one} ${other} -o raw`, '-o raw prints the body of one response'],
    [`${one} a,b`, 'separate ids with spaces'],
  ])('"%s" exits 2', async (words, message) => {
    const ran = await here(`${command} ${words}`);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  });
});

test('automations get --as is of one automation', async () => {
  const ran = await here('automations get auto_K7pW2mXq9L auto_T4nV8cRz3H --as yaml');
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).toContain('--as prints one file');
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
      const hasTwo = shapes.some(({ properties = {} }) => 'results' in properties);
      if (hasTwo && !isRecorded) silent.push(name);
    }
    expect(silent).toEqual([]);
  });
});
