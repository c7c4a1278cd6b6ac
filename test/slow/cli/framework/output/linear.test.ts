import { expect, test } from 'vitest';
import { renderView, type ViewFormat } from '../../../../../src/cli/framework/output/render-view.ts';
import { growth, WIDE_MARGIN } from '../../../../support/growth.ts';
import { hostileList, PLAIN_LOOK, sampleComment, sampleList } from '../../../../support/sample-view.ts';
import { scaled } from '../../../../support/scale.ts';

const FORMATS: readonly ViewFormat[] = ['table', 'tsv', 'csv', 'json', 'ndjson'];
const SHORT = scaled(250, 500);
const TEXTS = [
  'Is the oat one back?? I have been dreaming of it since Christmas 😍',
  'Quero muito! Vocês entregam em Niterói? Já procurei no site e não achei a informação',
  '新しいパッケージ、とても可愛いですね！今週末にお店に行きます。',
  'شكرا جزيلا على هذا الفيديو الرائع، 3 وصفات في 5 دقائق',
  'one\n\ntwo 👨‍👩‍👧‍👦 🇩🇪 1️⃣ क्‍ष \u001b[2J',
];

test.each(FORMATS)('ten times the rows take about ten times as long: %s', { tags: ['P6'] }, (format) => {
  const work = (count: number) => {
    const rows = Array.from({ length: count }, (_, at) =>
      sampleComment({ text: TEXTS[at % TEXTS.length] ?? '', depth: at % 3 }),
    );
    const view = sampleList(rows);
    return () => void renderView(view, { ...PLAIN_LOOK, format, colorLevel: 2 });
  };
  expect(growth(work(500), work(5_000))).toBeLessThan(WIDE_MARGIN);
});

test.each([
  ['backslashes', '\\'],
  ['escapes', '\u001b'],
  ['combining marks', '\u0301'],
  ['joiners', '\u200d'],
  ['joined emoji', '👨\u200d'],
  ['emoji', '😍'],
  ['flags', '🇩'],
  ['Devanagari conjuncts', 'क\u094d'],
  ['number signs', '\u0600'],
  ['Hangul', '한'],
  ['jamo', '\u1100'],
  ['apostrophes', "'"],
  ['quotes', '"'],
  ['spaces', ' '],
  ['words', 'a '],
  ['letters', 'a'],
  ['wide letters', '日'],
])('ten times as long a text of %s takes about ten times as long', (_what, unit) => {
  const work = (count: number) => {
    const view = hostileList(unit.repeat(count));
    return () => {
      for (const format of FORMATS) renderView(view, { ...PLAIN_LOOK, format });
    };
  };
  expect(growth(work(SHORT), work(SHORT * 10))).toBeLessThan(WIDE_MARGIN);
});
