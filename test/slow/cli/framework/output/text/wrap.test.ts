import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeText } from '../../../../../../src/cli/framework/output/text/sanitize-text.ts';
import { getDisplayWidth } from '../../../../../../src/cli/framework/output/text/width.ts';
import { wrap } from '../../../../../../src/cli/framework/output/text/wrap.ts';
import { anyCharacters } from '../../../../../support/hostile-texts/any-characters.ts';

test('no line is too wide, and no character is lost', () => {
  fc.assert(
    fc.property(
      anyCharacters({ maxLength: 80 }).map(sanitizeText),
      fc.integer({ min: 2, max: 40 }),
      (text, width) => {
        const lines = wrap(text, width);
        const widest = Math.max(
          ...[...new Intl.Segmenter().segment(text)].map(({ segment }) => getDisplayWidth(segment)),
          0,
        );
        for (const line of lines) expect(getDisplayWidth(line)).toBeLessThanOrEqual(Math.max(width, widest));
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      },
    ),
    { numRuns: 2000 },
  );
});
