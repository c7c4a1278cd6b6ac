import { describe, expect, test } from 'vitest';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import { crier, type Ran } from '../../../../support/crier.ts';

const SANDBOX = { CRIER_CONTEXT: 'sandbox', NO_COLOR: '1' };
const POST = 'Sp7kQm2XvLr9TzBd4HnW';

const head = ({ stdout }: Ran) => stdout.split('\n', 1)[0];

describe('--no-header', () => {
  test.each(['posts list', `posts get ${POST}`, `comments get ${POST} Lt5nWc8RjYq3GvKs6PxA`])(
    'prints the lines of %s without the names of their columns, in tsv and csv',
    async (line) => {
      for (const format of ['tsv', 'csv']) {
        const whole = await crier(`${line} -o ${format}`, { env: SANDBOX });
        const without = await crier(`${line} -o ${format} --no-header`, { env: SANDBOX });
        expect(without.stdout).toBe(whole.stdout.slice(whole.stdout.indexOf('\n') + 1));
        expect(without.exitCode).toBe(whole.exitCode);
      }
    },
  );

  test('is for the tsv of a pipe, too', async () => {
    expect((await crier('posts list -n 1 --no-header', { env: SANDBOX })).stdout).toMatch(
      /^Tk6xBn4VgSj8QcLp2RyF\t/,
    );
  });

  test.each([
    ['--json', 'json'],
    ['-o ndjson', 'ndjson'],
    ['-o table', 'table'],
    ['-o md', 'md'],
    ['-o raw', 'raw'],
    ['--jq .posts', 'json'],
  ])('is refused with %s', async (flag, format) => {
    const ran = await crier(`posts list --no-header ${flag}`, { env: SANDBOX });
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(`--no-header is only for tsv and csv, and the output is ${format}`);
  });

  test('is refused on a terminal, where the output is a table', async () => {
    const { exitCode, stderr } = await crier('posts list --no-header', { env: SANDBOX, isTerminal: true });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('the output is table')]);
  });
});

describe('--wide', () => {
  const shown = (line: string, columns: number) => crier(line, { env: SANDBOX, isTerminal: true, columns });

  test('drops no column on a narrow terminal, and shows more of them', async () => {
    expect(head(await shown('posts list --wide', 90))).toMatch(/^REF +ID +STATUS +NETWORKS +WHEN +14 DAYS$/);
    expect(head(await shown(`comments get 18119826100716099 --platform instagram --wide`, 90))).toMatch(
      /^REF +NETWORK +ID +AUTHOR +LIKES +WHEN +REPLIES$/,
    );
  });

  test.each([20, 80])('makes no line longer than a terminal of %d columns', async (columns) => {
    const { stdout } = await shown('posts list --wide', columns);
    expect(stdout.split('\n').filter((line) => getDisplayWidth(line) > columns)).toEqual([]);
  });

  test('changes neither tsv nor csv', async () => {
    for (const format of ['tsv', 'csv'])
      expect((await crier(`posts list -n 3 --wide -o ${format}`, { env: SANDBOX })).stdout).toBe(
        (await crier(`posts list -n 3 -o ${format}`, { env: SANDBOX })).stdout,
      );
  });

  test('shows the same columns in Markdown', async () => {
    expect(head(await crier('posts list --wide -o md', { env: SANDBOX }))).toBe(
      '| id | status | networks | post | when | 14 days |',
    );
  });
});

describe('the networks of a post in a table', () => {
  test.each([
    [80, ['TikTok ', 'Facebook +3 ', 'Facebook +1 ', 'Bluesky +8 ']],
    [120, ['TikTok ', 'Facebook, Instagram +2 ', 'Facebook, Instagram ', 'Bluesky, Facebook +7 ']],
  ])('have a short form on a terminal of %d columns', async (columns, expected) => {
    const { stdout } = await crier('posts list -n 4', { env: SANDBOX, isTerminal: true, columns });
    const rows = stdout.split('\n').filter((line) => /^#\d/.test(line));
    expect(rows.map((line) => / (?:success|to approve) +(\S.*? )(?= )/.exec(line)?.[1])).toEqual(expected);
  });
});
