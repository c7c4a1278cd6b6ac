import { expect, test } from 'vitest';
import { DEFAULT_TOOLS } from '../../../src/agents/default-tools.ts';
import { ANSWER_CHARACTERS, runTool } from '../../../src/agents/run-tool.ts';

const [POSTS, COMMENTS] = ['posts_list', 'comments_get'].map((name) =>
  DEFAULT_TOOLS.find((each) => each.name === name),
);

/** Runs a tool whose command lists rows with texts of this length. */
async function runWithRows(
  tool: typeof POSTS,
  input: { limit: number },
  { rows, characters }: { rows: number; characters: number },
) {
  if (tool === undefined) throw new Error('there is no such tool');
  const limits: unknown[] = [];
  const answer = await runTool(tool, input, {
    async callCommand({ input: { limit } }) {
      limits.push(limit);
      const shown = Math.min(rows, Number(limit));
      const list = Array.from({ length: shown }, (_, at) => ({
        id: `row${at}`,
        text: 'x'.repeat(characters),
      }));
      const meta = {
        pagination: { next: shown < rows ? `after row${shown - 1}` : null, hasMore: shown < rows },
      };
      return { exitCode: 0, document: { posts: list, meta }, text: '', notes: [], failure: null };
    },
    permissions: { writes: [], publish: false },
    timeZone: 'UTC',
    signal: new AbortController().signal,
    agreed: [],
  });
  const text = answer.kind === 'answer' ? answer.text : '';
  return { text, document: JSON.parse(text), limits };
}

test('a list with a cursor that is too long is read again, so that it continues after its last row', async () => {
  const { text, document, limits } = await runWithRows(POSTS, { limit: 100 }, { rows: 100, characters: 500 });
  expect(limits).toEqual([100, document.posts.length]);
  expect(document.meta.next).toBe(`after ${document.posts.at(-1).id}`);
  expect(text.length).toBeLessThan(ANSWER_CHARACTERS);
});

test('a list without a cursor is cut, and says how many are missing', async () => {
  const { document, limits } = await runWithRows(COMMENTS, { limit: 100 }, { rows: 100, characters: 500 });
  expect(limits).toEqual([100]);
  expect(document.posts.length + document.left.posts).toBe(100);
});

test.each([100, 10_000, 1_000_000])('a row of %i characters fits into an answer', async (characters) => {
  const { text, document } = await runWithRows(POSTS, { limit: 3 }, { rows: 3, characters });
  expect(document.posts[0].id).toBe('row0');
  expect(text.length).toBeLessThan(ANSWER_CHARACTERS);
});
