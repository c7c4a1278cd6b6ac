import { BEL, ESC, eachPoint, type Family } from './family.ts';

const C0 = [0x00, 0x1f] as const;
const C1 = [0x80, 0x9f] as const;

/** Single characters that a terminal obeys. */
export const CONTROLS: readonly Family[] = [
  {
    name: 'C0 controls',
    texts: [
      ...eachPoint(C0, (char) => `a${char}b`),
      ['every C0 control', String.fromCharCode(...Array(0x20).keys())],
      ['DEL', 'good\u007f\u007f'],
      ['bells', BEL.repeat(5)],
      ['an escape alone', ESC],
      ['an escape at the end', `well${ESC}`],
    ],
  },
  {
    name: 'C1 controls',
    texts: [
      ...eachPoint(C1, (char) => `a${char}b`),
      ['every C1 control', String.fromCharCode(...Array.from({ length: 0x20 }, (_, at) => C1[0] + at))],
    ],
  },
  {
    name: 'overwriting',
    texts: [
      ['carriage return', 'good\rbad'],
      ['carriage return before the line feed', 'one\r\ntwo'],
      ['carriage return and spaces over the line', `good\r${' '.repeat(80)}\rbad`],
      ['backspaces', 'good\b\b\b\bbad'],
      ['backspaces to the left of the cell', `${'\b'.repeat(40)}ceo@bank`],
      ['backspace bold, as man pages do', 'b\bbo\bol\bld\bd'],
      ['vertical tab', 'one\vtwo'],
      ['form feed', 'one\ftwo'],
      ['line feed and carriage return', 'one\n\rtwo'],
      ['next line', 'one\u0085two'],
      ['line separator', 'one\u2028two'],
      ['paragraph separator', 'one\u2029two'],
      ['index and reverse index', 'a\u0084b\u008dc'],
      ['reverse index, 7-bit', `a${ESC}Mb${ESC}Dc${ESC}Ed`],
      ['tabs that widen a cell', 'a\tb\t\tc'],
      ['tabs alone', '\t\t\t'],
      ['back tab', `wide${ESC}[Zb`],
    ],
  },
];

const points = (...all: readonly number[]) => String.fromCodePoint(...all);

/** Invisible characters, or what changes the order of what is seen. */
export const INVISIBLE: readonly Family[] = [
  {
    name: 'bidirectional controls',
    texts: [
      ['right-to-left override', 'invoice\u202egnp.exe'],
      ['left-to-right override', '\u202dabc\u202c'],
      ['right-to-left embedding', '\u202babc'],
      ['left-to-right embedding', '\u202aabc'],
      ['a pop with nothing to pop', 'abc\u202c\u202c\u202c'],
      ['left-to-right isolate', '\u2066abc'],
      ['right-to-left isolate', '\u2067abc'],
      ['first strong isolate', '\u2068abc'],
      ['a pop of isolates', 'abc\u2069def'],
      ['isolates left open', '\u2066abc\u2067def\u2068ghi'],
      ['125 embeddings', '\u202b'.repeat(125)],
      ['marks of direction', 'a\u200eb\u200fc\u061cd'],
      ['an override over columns', '\u202e\u2066\u2069 777  ceo'],
      ['code that reads otherwise', 'if (a\u202e\u2066 // admin\u2069 \u2066) {'],
      ['an amount that reads otherwise', '\u202e0001\u202c $'],
      ['a link that reads otherwise', 'https://\u202emoc.knab\u202c.example'],
      ['deprecated format characters', 'a\u206ab\u206bc\u206cd\u206de\u206ef\u206fg'],
    ],
  },
  {
    name: 'zero-width and fillers',
    texts: [
      ['zero-width space in a link', 'https://ba\u200bnk.example'],
      ['zero-width joiner where nothing joins', 'pay \u200d now\u200d'],
      ['zero-width non-joiner where nothing joins', '1\u200c2 \u200c'],
      ['many joiners', `a${'\u200d'.repeat(40)}b`],
      ['joiners between letters as a hidden message', 'n\u200co\u200dt\u200ch\u200di\u200cn\u200dg'],
      ['word joiner and invisible operators', 'a\u2060b\u2061c\u2062d\u2063e\u2064f'],
      ['byte order mark', '\ufeffhello\ufeff'],
      ['soft hyphens', 'pass\u00adword'],
      ['Mongolian vowel separator', 'a\u180eb'],
      ['Hangul fillers as an empty name', '\u3164\uffa0\u115f\u1160'],
      ['a Hangul filler alone', '\u3164'],
      ['combining grapheme joiner', 'a\u034fb'],
      ['Khmer inherent vowels', 'a\u17b4b\u17b5'],
      ['interlinear annotation', '\ufff9a\ufffab\ufffb'],
      ['an object replacement', 'a\ufffcb'],
      ['musical and shorthand format characters', points(0x1d173, 0x1bca0, 0x1d17a)],
      ['Egyptian format characters', points(0x13000, 0x13430, 0x13431, 0x1343f)],
      ['a Braille cell without dots', '\u2800\u2800 name \u2800'],
      [
        'every width of space',
        'a\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000b',
      ],
      ['spaces alone', '   \u00a0\u3000 '],
      ['nothing', ''],
    ],
  },
  {
    name: 'tags and selectors',
    texts: [
      ['a message in tag characters', `hi${points(0xe0001, 0xe0068, 0xe0069, 0xe007f)}`],
      [
        'an order in tag characters',
        `ok${points(...[...'rm -rf ~'].map((char) => 0xe0000 + char.charCodeAt(0)))}`,
      ],
      ['the flag of Scotland', points(0x1f3f4, 0xe0067, 0xe0062, 0xe0073, 0xe0063, 0xe0074, 0xe007f)],
      ['a flag whose tags never end', points(0x1f3f4, 0xe0067, 0xe0062)],
      ['a message in variation selectors', `hi\ufe01\ufe02${points(0xe0100, 0xe0101, 0xe01ef)}`],
      ['a message behind an emoji', `\u{1f600}${points(0xe0158, 0xe0155, 0xe015c, 0xe015c, 0xe015f)}`],
      ['every variation selector', `a${points(...Array.from({ length: 16 }, (_, at) => 0xfe00 + at))}`],
      ['selectors on selectors', '\u2764\ufe0f\ufe0f\ufe0e\ufe0f'],
      ['text style for an emoji', '\u231a\ufe0e \u{1f600}\ufe0e'],
      ['emoji style for text', '\u2764\ufe0f \u00a9\ufe0f \u2194\ufe0f 1\ufe0f'],
      ['a variant of a Han character', '\u845b\u{e0100} \u845b\u{e0101}'],
      ['Mongolian selectors', '\u1820\u180b\u1821\u180c a\u180d'],
    ],
  },
  {
    name: 'surrogates and noncharacters',
    texts: [
      ['lone high surrogate', 'a\ud83d'],
      ['lone low surrogate', '\ude00b'],
      ['surrogates in the wrong order', '\ude00\ud83d'],
      ['a surrogate between letters', 'a\ud800b'],
      ['half an emoji beside a whole one', `${'\ud83d'}\u{1f600}\ude00`],
      ['noncharacters', `\ufdd0\ufdef\ufffe\uffff${points(0x1fffe, 0x1ffff)}`],
      ['noncharacters of the last plane', points(0x10fffe, 0x10ffff)],
      ['private use', `\ue000\uf8ff${points(0xf0000, 0x10fffd)}`],
      ['not assigned', `\u0378${points(0x1fbff, 0x3fffd, 0xe0fff)}`],
      ['replacement characters', '\ufffd\ufffd\ufffd'],
    ],
  },
];
