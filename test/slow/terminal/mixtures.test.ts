import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderView } from '../../../src/cli/framework/output/render-view.ts';
import { wrongIn } from '../../support/hostile/print-checks.ts';
import { anyCharacters } from '../../support/hostile-texts/any-characters.ts';
import { SHORT_TEXTS } from '../../support/network/hostile-answers.ts';
import { hostileComments, hostileRecord, PLAIN_LOOK, sampleList } from '../../support/sample-view.ts';
import { scaled } from '../../support/scale.ts';
import { showOn } from '../../support/terminal/terminal.ts';

const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
/** Pieces of the corpus, cut anywhere, between any code points. */
const piece = fc
  .tuple(fc.constantFrom(...SHORT_TEXTS), fc.nat(40), fc.nat(40))
  .map(([text, from, length]) => text.slice(from, from + length));
const mixture = fc
  .array(fc.oneof(piece, anyCodePoint, anyCharacters()), { maxLength: 8 })
  .map((all) => all.join(''));

/** Counts, times and what else is ours may be carried over the edge. */
const SHORT_REST = /^[\w.: ]*$/;

test('mixtures of hostile texts and random characters: what is printed is safe, whatever the screen', {
  tags: ['C1', 'T8'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(mixture, fc.constantFrom(40, 60, 80, 120, 200), async (text, width) => {
      const look = { ...PLAIN_LOOK, width, colorLevel: 2 } as const;
      for (const view of [sampleList(hostileComments(text)), hostileRecord(text)]) {
        for (const format of ['table', 'tsv', 'json', 'ndjson', 'csv'] as const) {
          expect(wrongIn(renderView(view, { ...look, format }), format === 'tsv' ? '\n\t' : '\n')).toEqual(
            [],
          );
        }
        const drawn = renderView(view, { ...look, format: 'table' });
        const { harm, overflow } = await showOn(drawn, width, 'by code point');
        expect(harm).toEqual([]);
        expect(overflow.filter((rest) => !SHORT_REST.test(rest))).toEqual([]);
      }
      const json = renderView(sampleList(hostileComments(text)), { ...look, format: 'json' });
      expect(JSON.parse(json).comments).toEqual(hostileComments(text));
    }),
    { numRuns: scaled(150, 3_000) },
  );
});
