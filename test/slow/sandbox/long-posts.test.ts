import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/client/read-body.ts';
import { insertHashtags } from '../../../src/sandbox/publish/additions.ts';
import { createNearTest, readComparedText } from '../../../src/sandbox/publish/compare-texts.ts';
import type { Seed } from '../../../src/sandbox/seed.ts';
import { crier } from '../../support/crier.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';
import { smallSandbox } from '../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../support/small-seed.ts';

describe('posts with long texts', () => {
  const LONG = 900_000;
  const MANY = 80;
  const seed: Seed = {
    ...SLIGHT_SEED,
    posts: Array.from({ length: MANY }, (_, index) => ({
      id: `Long${index}`,
      profile: 'primary',
      text: `${index} ${'x'.repeat(LONG)}`,
      minutesAgo: index,
      copies: [{ platform: 'facebook', socialPostId: `long-${index}`, comments: [] }],
    })),
  };

  test('come in pages that the client can read, and in all of them', async () => {
    expect(LONG * MANY).toBeGreaterThan(MAX_BODY_BYTES);
    const small = await smallSandbox(seed);
    const page = (await small.ask('/history/facebook?limit=500')).body;
    expect(JSON.stringify(page).length).toBeLessThan(MAX_BODY_BYTES / 2);
    expect(page.meta.pagination.hasMore).toBe(true);
    const sandbox = { ...small.sandbox, close: () => {} };
    const words = 'posts list --platform facebook --all --sandbox --json --jq .posts[].id';
    const { stdout } = await crier(words, { sandbox });
    expect(stdout.trimEnd().split('\n')).toEqual(Array.from({ length: MANY }, (_, index) => `long-${index}`));
    small.sandbox.close();
  });

  test('GET /history gives what fits, and says that there is more', async () => {
    const small = await smallSandbox(seed);
    const { body } = await small.ask('/history?limit=1000');
    expect(JSON.stringify(body).length).toBeLessThan(MAX_BODY_BYTES / 2);
    expect([body.hasMore, body.count]).toEqual([true, body.history.length]);
    const sandbox = { ...small.sandbox, close: () => {} };
    const { json, stderr } = await crier('posts list --all --sandbox --json --fields id', { sandbox });
    expect(json).toMatchObject({ meta: { pagination: { hasMore: true } } });
    expect(stderr).toContain(`showing the first ${body.count}`);
    small.sandbox.close();
  });
});

const of = (piece: string) => (length: number) => piece.repeat(length / piece.length);

test.each([
  ['one letter', of('a')],
  ['words', of('lorem ipsum dolor ')],
  ['marks', of('\u0301\u0316')],
  ['marks that are hidden in signs', of('\uff9e\u0316')],
  ['signs that become eighteen', of('\ufdfa')],
  ['hashtags', of(' #a')],
  ['links', of('https://a.b ')],
  ['beginnings of links', of('https://.')],
  ['emoji', of('🎉')],
  ['blanks', of('\n ')],
])('two long texts are compared in time with their length: %s', { tags: ['POST-06'] }, (_what, ofLength) => {
  const compare = (length: number) => {
    const text = ofLength(length);
    const read = (each: string) => readComparedText(each).core;
    return () => createNearTest(read(text))(read(`${text}x`));
  };
  expect(growth(compare(6_552), compare(65_520))).toBeLessThan(WIDE_MARGIN);
});

test('takes time proportional to the length of the text only', () => {
  for (const text of ['a'.repeat(1_000_000), 'a '.repeat(500_000), ' ('.repeat(500_000)]) {
    const begun = performance.now();
    insertHashtags(text, { max: 2, position: 'auto' });
    expect(performance.now() - begun).toBeLessThan(60_000);
  }
});
