import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findUnfittingPiece, splitThread } from '../../../src/domain/posts/thread-posts.ts';
import { replaceLinks } from '../../../src/domain/text/links.ts';
import { getCountingRule, measureTextLength } from '../../../src/domain/text/measure-text.ts';
import { splitPieces } from '../../../src/domain/text/text-pieces.ts';
import { PLATFORMS } from '../../../src/service/platforms.ts';
import { anyPostText } from '../../support/post-texts/any-post-text.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
const TEXTS = scaled(10_000, 100_000);
const THREADS = scaled(400, 10_000);
/** In no text: what each link is replaced by. */
const MARK = '\uE000';

test(`of ${TEXTS} texts with shortened links, all else is as written (seed ${seed})`, {
  tags: ['T21'],
}, () => {
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

/** Without blanks, which are lost where a thread is cut. */
const countCharacters = (part: string) => part.replaceAll(/\s/g, '').length;

/** Where each part ends in the whole text. */
function listEnds(parts: readonly string[]): readonly number[] {
  let end = 0;
  return parts.map((part) => {
    end += countCharacters(part);
    return end;
  });
}

const anyLongText = fc.array(anyPostText, { minLength: 5, maxLength: 60 });

test(`${THREADS} threads are the text, cut nothing, and each post fits (seed ${seed})`, {
  tags: ['T21'],
}, () => {
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
        const { max } = PLATFORMS[platform].post.text;
        for (const post of posts.slice(0, 30))
          expect(measureTextLength(post, rule, max)).toBeLessThanOrEqual(max);
        // no post ends inside a link, hashtag, mention or character of the text
        const ends = new Set(listEnds(texts));
        const pieces = splitPieces(text);
        const cut = listEnds(pieces).flatMap((end, at) => {
          const length = countCharacters(pieces[at] ?? '');
          const isCut = Array.from({ length }, (_, step) => end - step)
            .slice(1)
            .some((place) => ends.has(place));
          return isCut ? [pieces[at]] : [];
        });
        expect(cut).toEqual([]);
      },
    ),
    { seed, numRuns: THREADS },
  );
});
