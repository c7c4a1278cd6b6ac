import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findUnfittingPiece, splitThread } from '../../../src/domain/posts/thread-posts.ts';
import { replaceLinks } from '../../../src/domain/text/links.ts';
import { getCountingRule, measureTextLength } from '../../../src/domain/text/measure-text.ts';
import { splitPieces } from '../../../src/domain/text/text-pieces.ts';
import { POST_LIMITS } from '../../../src/service/post-limits.ts';
import { anyPostText } from '../../support/post-texts/any-post-text.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
const TEXTS = scaled(10_000, 100_000);
const THREADS = scaled(1_000, 10_000);
/** In no text: what each link is replaced by. */
const MARK = '\uE000';

test(`T21 of ${TEXTS} texts with shortened links, all else is as written (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyPostText, (text) => {
      fc.pre(!text.includes(MARK));
      const links: string[] = [];
      const replaced = replaceLinks(text, (link) => {
        links.push(link);
        return MARK;
      });
      const restored = replaced.split(MARK).map((part, at) => part + (links[at] ?? ''));
      expect(restored.join('')).toBe(text);
    }),
    { seed, numRuns: TEXTS },
  );
});

const anyLongText = fc.array(anyPostText, { minLength: 5, maxLength: 60 });

test(`T21 ${THREADS} threads are the text, cut nothing, and each post fits (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.tuple(anyLongText, fc.constantFrom('', ' ')).map(([texts, between]) => texts.join(between)),
      fc.constantFrom('twitter', 'threads'),
      fc.boolean(),
      (text, platform, isNumbered) => {
        const wanted = { platform, isNumbered } as const;
        // X refuses it; at the start of a post it goes as a blank, and what follows may be a link then
        fc.pre(!text.includes('\uFEFF'));
        fc.pre(findUnfittingPiece(text, wanted) === null);
        const posts = splitThread(text, wanted);
        const isThread = isNumbered && posts.length > 1;
        const texts = isThread ? posts.map((post) => post.replace(/ \(\d+\/\d+\)$/, '')) : posts;
        // nothing is lost or added but blanks
        expect(texts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        const rule = getCountingRule(platform, { shortenLinks: false });
        const { max } = POST_LIMITS[platform].text;
        for (const post of posts.slice(0, 30))
          expect(measureTextLength(post, rule, max)).toBeLessThanOrEqual(max);
        // links, hashtags, mentions and characters are whole in one of the posts
        const pieces = new Set(texts.flatMap(splitPieces));
        const cut = splitPieces(text).filter((piece) => piece.trim() !== '' && !pieces.has(piece));
        expect(cut).toEqual([]);
      },
    ),
    { seed, numRuns: THREADS },
  );
});
