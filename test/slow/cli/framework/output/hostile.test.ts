import { describe, expect, test } from 'vitest';
import { renderError } from '../../../../../src/cli/framework/output/error.ts';
import { projectView } from '../../../../../src/cli/framework/output/fields.ts';
import { renderRaw } from '../../../../../src/cli/framework/output/json.ts';
import { renderView, type ViewFormat } from '../../../../../src/cli/framework/output/render-view.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { View } from '../../../../../src/cli/framework/output/view.ts';
import { CrierError } from '../../../../../src/errors.ts';
import { dangerousIn, withoutColors } from '../../../../support/hostile/dangerous.ts';
import { HOSTILE_FAMILIES, HOSTILE_TEXTS } from '../../../../support/hostile-texts.ts';
import {
  hostileComments,
  hostileList,
  hostilePage,
  hostileRecord,
  PLAIN_LOOK,
  sampleList,
} from '../../../../support/sample-view.ts';
import { scaled } from '../../../../support/scale.ts';

const WIDTHS = [1, 12, 40, 80, 200];
const WAYS = ([0, 3] as const).flatMap((colorLevel) =>
  [false, true].map((accessible) => ({ colorLevel, accessible })),
);
const LOOKS = WIDTHS.map((width) => WAYS.map((way) => ({ ...PLAIN_LOOK, width, ...way })));
const WAYS_EACH = scaled(1, 2);
const WIDTHS_EACH = scaled(2, WIDTHS.length);

/** Some of a list, others from text to text: there are far more texts in a family than widths and ways. */
function someOf<Item>(items: readonly Item[], place: number, count: number): readonly Item[] {
  const first = (place * count) % items.length;
  return [...items, ...items].slice(first, first + count);
}

function looksAt(place: number) {
  return someOf(LOOKS, place, WIDTHS_EACH).flatMap((ways, column) => someOf(ways, place + column, WAYS_EACH));
}

/** On a terminal of one column a line can only hold one character, however wide. */
const WIDEST_CHARACTER = 3;
const DATA_FORMATS: readonly ViewFormat[] = ['tsv', 'csv', 'json', 'ndjson'];

const VIEWS: readonly (readonly [string, (text: string) => View])[] = [
  ['a list', hostileList],
  ['an empty list', (text) => ({ ...hostileList(text), rows: [], empty: text })],
  ['a list of some fields', (text) => projectView(hostileList(text), ['extra.x', 'author', 'text'])],
  ['a record', hostileRecord],
  ['a document', (text) => ({ kind: 'document', document: { [text]: [text] } })],
  ['a page', hostilePage],
];

test('there are enough hostile texts, all different', () => {
  expect(new Set(HOSTILE_TEXTS.map(([, text]) => text)).size).toBe(HOSTILE_TEXTS.length);
  expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(400);
});

describe.each(HOSTILE_FAMILIES)('$name', { tags: ['C1'] }, ({ texts }) => {
  test.each(VIEWS)('cannot leave in %s', (_kind, view) => {
    for (const [place, [what, text]] of texts.entries()) {
      for (const look of looksAt(place)) {
        const printed = renderView(view(text), { ...look, format: 'table' });
        expect(dangerousIn(withoutColors(printed)), what).toEqual([]);
      }
      for (const format of DATA_FORMATS) {
        expect(dangerousIn(renderView(view(text), { ...PLAIN_LOOK, format }), '\n\t'), what).toEqual([]);
      }
    }
  });

  test('cannot make lines of their own, nor longer ones', () => {
    for (const [place, [what, text]] of texts.entries()) {
      for (const look of looksAt(place)) {
        const rows = hostileComments(text);
        const printed = renderView(sampleList(rows), { ...look, format: 'table' });
        const lines = withoutColors(printed).split('\n').slice(0, -1);
        // a narrow table has a second line for each row whose text can be seen
        expect(lines.length, what).toBeGreaterThan(rows.length);
        expect(lines.length, what).toBeLessThanOrEqual(2 * rows.length + 1);
        for (const line of lines)
          expect(getDisplayWidth(line), what).toBeLessThanOrEqual(Math.max(look.width, WIDEST_CHARACTER));
      }
      for (const format of ['tsv', 'ndjson'] as const) {
        const printed = renderView(hostileList(text), { ...PLAIN_LOOK, format });
        expect(printed.split('\n'), what).toHaveLength(format === 'tsv' ? 6 : 5);
      }
    }
  });

  test('cannot leave in an error', () => {
    for (const [place, [what, text]] of texts.entries()) {
      const facts = { code: 161, meaning: text, advice: text, details: { [text]: text }, relink: true };
      const errors = [
        { platform: text, code: text, message: text, [text]: text },
        text,
        null,
        { platform: 'x' },
      ];
      const error = new CrierError('partial', text, { ...facts, errors });
      for (const { width, colorLevel } of looksAt(place)) {
        const recorded = renderError(error, { json: false, colorLevel, width });
        expect(dangerousIn(withoutColors(recorded)), what).toEqual([]);
        const object = renderError(error, { json: true, colorLevel, width });
        expect(dangerousIn(object), what).toEqual([]);
        expect(object.indexOf('\n'), what).toBe(object.length - 1);
      }
    }
  });

  test('cannot leave raw on a terminal', () => {
    for (const [what, text] of texts) {
      const shown = renderRaw(Buffer.from(text), true);
      expect(dangerousIn(String(shown)), what).toEqual([]);
    }
  });
});
