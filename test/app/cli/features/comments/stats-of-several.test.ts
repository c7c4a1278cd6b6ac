import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommentStats } from '../../../../../src/cli/features/comments/compute-comment-stats.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

const [WHOLE, OTHER, PARTIAL, UNKNOWN] = [
  'Sp7kQm2XvLr9TzBd4HnW',
  'Mn5cTy8LrWb2QzHp6KsD',
  'Lt5nWc8RjYq3GvKs6PxA',
  'Nobody5cTy8LrWb2QzHp',
] as const;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const stats = (words: string, around: Parameters<typeof crier>[1] = {}) =>
  crier(`comments stats ${words} --sandbox`, { sandbox: { ...sandbox, close: () => {} }, ...around });

type SeveralStats = Pick<CommentStats, 'totals' | 'stats' | 'by'> & {
  readonly results: readonly (Pick<CommentStats, 'id' | 'status'> & {
    readonly totals: CommentStats['totals'] | null;
    readonly error: { readonly code: number } | null;
  })[];
};
const several = async (words: string) => (await stats(`${words} --json`)).json as SeveralStats;
const one = async (words: string) => (await stats(`${words} --json`)).json as CommentStats;

describe('comments stats of several posts', () => {
  test.each(['network', 'hour'])('--by %s sums up what it counts for each', async (by) => {
    const each = [await one(`${WHOLE} --by ${by}`), await one(`${OTHER} --by ${by}`)];
    const all = await several(`${WHOLE} ${OTHER} --by ${by}`);
    expect(all.results.map(({ totals }) => totals)).toEqual(each.map(({ totals }) => totals));
    for (const member of ['comments', 'replies', 'likes'] as const)
      expect(all.totals[member]).toBe(each.reduce((sum, { totals }) => sum + (totals[member] ?? 0), 0));
    for (const group of all.stats) {
      const parts = each.flatMap(({ stats: groups }) => groups.filter(({ name }) => name === group.name));
      expect(group.comments).toBe(parts.reduce((sum, { comments }) => sum + comments, 0));
    }
  });

  test('the heat map is of the hours of all of them', async () => {
    const hours = ({ stats: groups }: Pick<CommentStats, 'stats'>) =>
      groups.map((group) => group.hours ?? []);
    const each = [await one(`${WHOLE} --by weekday`), await one(`${OTHER} --by weekday`)].map(hours);
    const sums = hours(await several(`${WHOLE} ${OTHER} --by weekday`));
    expect(sums).toHaveLength(7);
    expect(sums).toEqual(
      sums.map((row, day) =>
        row.map((_, hour) => each.reduce((sum, rows) => sum + (rows[day]?.[hour] ?? 0), 0)),
      ),
    );
  });

  test('a failed id does not stop the others, and is not counted', async () => {
    const ran = await stats(`${WHOLE} ${UNKNOWN} ${PARTIAL} --json`);
    const { results, totals } = ran.json as SeveralStats;
    expect(ran.exitCode).toBe(3);
    expect(results.map(({ id, status, error }) => [id, status, error?.code ?? null])).toEqual([
      [WHOLE, 'success', null],
      [UNKNOWN, 'error', 186],
      [PARTIAL, 'partial', null],
    ]);
    expect(results[1]?.totals).toBeNull();
    expect(totals.comments).toBe((results[0]?.totals?.comments ?? 0) + (results[2]?.totals?.comments ?? 0));
    expect(ran.error?.['message']).toBe('1 of 3 could not be read, 1 of 3 incomplete');
  });

  test('--allow-partial makes that exit 0, and says what is missing', async () => {
    const ran = await stats(`${WHOLE} ${UNKNOWN} ${PARTIAL} --allow-partial -o table --color never`, {
      isTerminal: true,
    });
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toMatch(/^2 of 3 posts: \d+ comments/);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(
      `not read: the post ${UNKNOWN} (186), TikTok in 1 post (288); "crier`,
    );
  });

  test('when all fail, the first decides, and only JSON has a document', async () => {
    expect(await stats(`${UNKNOWN} ${UNKNOWN}x`)).toMatchObject({ exitCode: 5, stdout: '' });
    expect((await several(`${UNKNOWN} ${UNKNOWN}x`)).results).toHaveLength(2);
  });

  test('--ids-from has that document also for one id', async () => {
    const ran = await stats('--ids-from - --json', { stdin: `id\tpost\n${WHOLE}\tSoup\n` });
    expect(Object.keys(ran.json as object).toSorted()).toEqual([
      'by',
      'results',
      'stats',
      'timeZone',
      'totals',
    ]);
  });

  test('without an id counts the posts that were published last', async () => {
    const ran = await stats('--json --allow-partial');
    expect(ran.exitCode).toBe(0);
    const { results } = ran.json as { results: readonly { id: string }[] };
    expect(results.map(({ id }) => id)).toContain(WHOLE);
    expect(results).toHaveLength(11);
  });

  test.each([
    ['--platform instagram', '<id> is missing'],
    [`${WHOLE} ${OTHER} -o raw`, '-o raw prints the body of one response'],
    [`${WHOLE} ${OTHER} --comment`, '--comment needs --platform'],
  ])('"%s" exits 2', async (words, message) => {
    const ran = await stats(words);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
  });
});

describe('comments replies of several comments', () => {
  const [ANSWERED, QUIET] = ['18008214909100698', '18107387288286433'] as const;
  const replies = (words: string) =>
    crier(`comments replies ${words} --sandbox`, { sandbox: { ...sandbox, close: () => {} } });

  test('each has the id of the comment that it answers, and a failure does not stop the others', async () => {
    const ran = await replies(`nobody ${ANSWERED} ${QUIET} --platform instagram --json`);
    expect(ran.exitCode).toBe(3);
    expect(ran.json).toMatchObject({
      results: [
        { id: 'nobody', status: 'error', error: { code: 186 } },
        { id: ANSWERED, status: 'success', error: null },
        { id: QUIET, status: 'success', error: null },
      ],
      comments: [{ requestedId: ANSWERED, parentId: ANSWERED }],
    });
  });

  test('one id has the document of one', async () => {
    const { json } = await replies(`${ANSWERED} --platform instagram --json`);
    expect(json).toMatchObject({ status: 'success', comments: [{ parentId: ANSWERED }] });
  });

  test('ids of an unknown network are refused before a request', async () => {
    const ran = await replies(`urn:li:comment:(urn:li:activity:1,2) ${ANSWERED}`);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
