import { describe, expect, test } from 'vitest';
import { renderError } from '../../../src/cli/render/error.ts';
import { projectView } from '../../../src/cli/render/fields.ts';
import { renderRaw } from '../../../src/cli/render/raw.ts';
import { renderView, type ViewFormat } from '../../../src/cli/render/render-view.ts';
import type { View } from '../../../src/cli/render/view.ts';
import { displayWidth } from '../../../src/cli/render/width.ts';
import { CrierError } from '../../../src/errors.ts';
import { dangerousIn, HOSTILE_TEXTS, withoutColors } from '../../support/hostile-texts.ts';
import {
  hostileComments,
  hostileList,
  hostilePage,
  hostileRecord,
  PLAIN_LOOK,
  sampleList,
} from '../../support/sample-view.ts';

const WIDTHS = [1, 12, 40, 80, 200];
const LOOKS = WIDTHS.flatMap((width) =>
  ([0, 3] as const).flatMap((colorLevel) =>
    [false, true].map((accessible) => ({ ...PLAIN_LOOK, width, colorLevel, accessible })),
  ),
);
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
  expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(60);
});

describe.each(HOSTILE_TEXTS)('C1 %s', (_what, text) => {
  test.each(VIEWS)('cannot leave in %s', (_kind, view) => {
    for (const look of LOOKS) {
      const printed = renderView(view(text), { ...look, format: 'table' });
      expect(dangerousIn(withoutColors(printed))).toEqual([]);
    }
    for (const format of DATA_FORMATS) {
      expect(dangerousIn(renderView(view(text), { ...PLAIN_LOOK, format }), '\n\t')).toEqual([]);
    }
  });

  test('cannot make lines of its own, nor longer ones', () => {
    for (const look of LOOKS) {
      const rows = hostileComments(text);
      const printed = renderView(sampleList(rows), { ...look, format: 'table' });
      const lines = withoutColors(printed).split('\n').slice(0, -1);
      expect([rows.length + 1, 2 * rows.length + 1]).toContain(lines.length);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(look.width, 3));
    }
    for (const format of ['tsv', 'ndjson'] as const) {
      const printed = renderView(hostileList(text), { ...PLAIN_LOOK, format });
      expect(printed.split('\n')).toHaveLength(format === 'tsv' ? 6 : 5);
    }
  });

  test('cannot leave in an error', () => {
    const facts = { code: 161, meaning: text, advice: text, details: { [text]: text }, relink: true };
    const errors = [
      { platform: text, code: text, message: text, [text]: text },
      text,
      null,
      { platform: 'x' },
    ];
    const error = new CrierError('partial', text, { ...facts, errors });
    for (const { width, colorLevel } of LOOKS) {
      const told = renderError(error, { json: false, colorLevel, width });
      expect(dangerousIn(withoutColors(told))).toEqual([]);
      const object = renderError(error, { json: true, colorLevel, width });
      expect(dangerousIn(object)).toEqual([]);
      expect(object.indexOf('\n')).toBe(object.length - 1);
    }
  });

  test('cannot leave raw on a terminal', () => {
    const shown = renderRaw(Buffer.from(text), true);
    expect(dangerousIn(String(shown))).toEqual([]);
  });
});
