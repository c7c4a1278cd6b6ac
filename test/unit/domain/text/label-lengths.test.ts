import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { hasValidLabels } from '../../../../src/domain/text/label-lengths.ts';

/** Of a host name, as DNS sees it. */
const MOST = 63;
const DECIDED = Array.from({ length: MOST + 2 }, (_, at) => at + 1);

test.each([
  ['letters', 'kestrel'],
  ['one letter with an accent', 'é'],
  ['a few of them between others', 'kestrelöbcafé'],
  ['a sign that is no letter', '¡'],
  ['Cyrillic', 'кофейня'],
  ['Japanese', '日本語ドメイン例え'],
  ['Japanese beside letters', 'a日bほcん'],
  ['Korean', '한국커피'],
  ['letters far from each other', 'zя日한é'],
  ['letters beyond the first plane', '𐐨𠀋a𠮷'],
  ['letters in falling order', '語日яéa'],
])('a label of %s is as long as its punycode', (_what, letters) => {
  const points = Array.from(letters.repeat(MOST + 2));
  for (const count of DECIDED) {
    const label = points.slice(0, count).join('');
    expect([label, hasValidLabels(`a.${label}.com`)]).toEqual([label, domainToASCII(label).length <= MOST]);
  }
});

test('labels that a full stop of another script separates are one for X', () => {
  expect(hasValidLabels(`${'a'.repeat(31)}。${'b'.repeat(31)}`)).toBe(true);
  expect(hasValidLabels(`${'a'.repeat(32)}。${'b'.repeat(31)}`)).toBe(false);
});

/** First letters of scripts, and how many there are. */
const SCRIPTS = [
  [0x61, 26],
  [0x430, 32],
  [0x10d0, 33],
  [0x4e00, 0x5000],
  [0xac00, 0x2b00],
  [0x10428, 40],
  [0x20000, 0xa000],
] as const;

test('labels of letters of several scripts are as long as their punycode', () => {
  let seed = 1;
  const next = (below: number) => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed % below;
  };
  for (let run = 0; run < 200; run += 1) {
    const scripts = SCRIPTS.filter(() => next(3) === 0);
    let label = '';
    while (domainToASCII(label || 'a').length <= MOST) {
      expect([label, hasValidLabels(label)]).toEqual([label, true]);
      const [first, count] = scripts[next(scripts.length || 1)] ?? SCRIPTS[3];
      label += String.fromCodePoint(first + next(count));
    }
    expect([label, hasValidLabels(label)]).toEqual([label, false]);
  }
});
