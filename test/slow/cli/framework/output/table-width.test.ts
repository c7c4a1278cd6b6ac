import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderTable } from '../../../../../src/cli/framework/output/table.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import { anyCharacters } from '../../../../support/hostile-texts/any-characters.ts';
import { PLAIN_LOOK, sampleComment, sampleList } from '../../../../support/sample-view.ts';

const anyText = anyCharacters({ maxLength: 60 });
const anyComment = fc
  .record({
    platform: anyText,
    handle: fc.option(anyText),
    text: anyText,
    likes: fc.option(fc.integer()),
    createdAt: anyText,
    depth: fc.nat(6),
  })
  .map(({ handle, ...rest }) => sampleComment({ ...rest, author: { name: null, handle } }));

test('no line of any table is wider than the terminal', () => {
  fc.assert(
    fc.property(
      fc.array(anyComment, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 4, max: 200 }),
      (rows, width) => {
        for (const line of renderTable(sampleList(rows), { ...PLAIN_LOOK, width }).split('\n'))
          expect(getDisplayWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
    { numRuns: 500 },
  );
});
