import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommentsDocument } from '../../../../../src/cli/features/comments/comment.ts';
import type { CommentStats } from '../../../../../src/cli/features/comments/compute-comment-stats.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';

const LAUNCH = 'Sp7kQm2XvLr9TzBd4HnW';
const PARTIAL = 'Lt5nWc8RjYq3GvKs6PxA';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const here = (line: string, around: Around = {}) =>
  crier(`${line} --sandbox`, { sandbox: { ...sandbox, close: () => {} }, ...around });
const stats = async (line: string) => (await here(`comments stats ${line} --json`)).json as CommentStats;

describe('what is counted', () => {
  test('is what "comments get" prints, replies included', async () => {
    const { json } = await here(`comments get ${LAUNCH} --flat --json`);
    const { comments } = json as CommentsDocument;
    const { totals, stats: groups, by } = await stats(LAUNCH);
    expect(by).toBe('network');
    expect(totals.comments + totals.replies).toBe(comments.length);
    expect(totals.likes).toBe(comments.reduce((sum, { likes }) => sum + (likes ?? 0), 0));
    expect(groups.map(({ platform }) => platform).sort()).toEqual(
      [...new Set(comments.map(({ platform }) => platform))].sort(),
    );
  });

  test.each(['network', 'day', 'hour', 'author --top 999'])('adds up to the totals by %s', async (by) => {
    const { totals, stats: groups } = await stats(`${LAUNCH} --by ${by}`);
    const sum = (name: 'comments' | 'replies') => groups.reduce((all, group) => all + group[name], 0);
    expect([sum('comments'), sum('replies')]).toEqual([totals.comments, totals.replies]);
  });

  test('authors are cut, and that is reported', async () => {
    const { json, stderr } = await here(`comments stats ${LAUNCH} --by author --top 3 --json`);
    expect((json as CommentStats).stats).toHaveLength(3);
    expect(stderr).toMatch(/the first 3 of \d{2} authors: raise --top to see more/);
  });

  test('a network that failed is not counted, and the exit code has it', async () => {
    const { exitCode, error, json } = await here(`comments stats ${PARTIAL} --json`);
    expect(exitCode).toBe(3);
    expect(error).toMatchObject({ kind: 'partial' });
    expect((json as CommentStats).errors).toMatchObject([{ platform: 'tiktok' }]);
    expect((await here(`comments stats ${PARTIAL} --allow-partial`)).exitCode).toBe(0);
  });

  test('--by takes what there is', async () => {
    const { exitCode, stderr } = await here(`comments stats ${LAUNCH} --by dya`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('day');
  });
});

describe('by weekday', () => {
  test('every comment and reply is in one hour of one weekday', async () => {
    const { totals, stats: groups } = await stats(`${LAUNCH} --by weekday`);
    expect(groups.map(({ name }) => name)[0]).toBe('Monday');
    expect(groups).toHaveLength(7);
    for (const { comments, replies, hours = [] } of groups) {
      expect(hours).toHaveLength(24);
      expect(hours.reduce((sum, each) => sum + each, 0)).toBe(comments + replies);
    }
    const all = groups.reduce((sum, { comments, replies }) => sum + comments + replies, 0);
    expect(all).toBe(totals.comments + totals.replies);
  });

  test('other groups have no hours', async () => {
    const { stats: groups } = await stats(LAUNCH);
    expect(groups.some((group) => 'hours' in group)).toBe(false);
  });
});

describe('a table', () => {
  const table = (line: string, columns: number) =>
    here(`comments stats ${line} -o table --color never`, { isTerminal: true, columns });

  test.each(['network', 'day', 'weekday', 'hour', 'author'])(
    'by %s stays inside 20 and 80 columns',
    async (by) => {
      for (const columns of [20, 80]) {
        const { stdout } = await table(`${LAUNCH} --by ${by}`, columns);
        const tooWide = stdout.split('\n').filter((line) => getDisplayWidth(line) > columns);
        expect({ by, columns, tooWide }).toEqual({ by, columns, tooWide: [] });
      }
    },
  );

  test.each([40, 80])('of %i columns has a bar in every row', async (columns) => {
    const { stdout } = await table(LAUNCH, columns);
    const rows = stdout.split('\n').filter((line) => line.includes('%'));
    expect(rows).toHaveLength(9);
    expect(rows.filter((line) => !/% [█▏▎▍▌▋▊▉]+$/.test(line))).toEqual([]);
  });

  test('read aloud, it has numbers and nothing drawn', async () => {
    const { stdout } = await table(`${LAUNCH} --accessible`, 80);
    expect(stdout).toContain('%');
    expect(stdout).not.toMatch(/[\u2580-\u259F\u2500-\u257F]/);
  });
});
