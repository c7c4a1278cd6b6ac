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
