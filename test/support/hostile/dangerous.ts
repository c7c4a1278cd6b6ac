import { ESC, pointName } from '../hostile-texts/family.ts';

/** Characters that may never leave as they are, by number: written down apart from the code that stops them. */
const DANGEROUS_RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfdd0, 0xfdef],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe00ff],
  [0xe01f0, 0xe0fff],
];

const DANGEROUS = new RegExp(
  `[${DANGEROUS_RANGES.map((range) => range.map((point) => `\\u{${point.toString(16)}}`).join('-')).join('')}]`,
  'gu',
);

/** Joiners, and selectors of a variant, each where it has something to work on. */
const AT_WORK = new RegExp(
  [
    String.raw`(?<=[\p{L}\p{M}])(?<![a-z])[\u200c\u200d](?=[\p{L}\p{M}])(?![a-z])`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Script=Han}\d#*])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
  ].join('|'),
  'giu',
);

/** Joiners and selectors: dangerous where they have nothing to work on. */
const IDLE = /\u200c|\u200d|[\ufe00-\ufe0f\u180b-\u180d\u180f]|[\u{e0100}-\u{e01ef}]/gu;

/**
 * The dangerous characters in what the program printed, as `U+001B`.
 *
 * @param allowed what the format itself is made of, such as line feeds
 */
export function dangerousIn(printed: string, allowed = '\n'): readonly string[] {
  const idle = printed.replace(AT_WORK, '').match(IDLE) ?? [];
  const controls = (printed.match(DANGEROUS) ?? []).filter((char) => !allowed.includes(char));
  return [...controls, ...idle].map((char) => pointName(char.codePointAt(0) ?? 0));
}

/** Takes the colours out that the program itself put in. */
export function withoutColors(printed: string): string {
  return printed
    .split(`${ESC}[`)
    .map((part, at) => (at === 0 ? part : colorless(part)))
    .join('');
}

function colorless(part: string): string {
  const color = /^(?:[12]|22|3[1-79]|9[0-7]|38;[25](?:;\d+)+)m/.exec(part);
  return color === null ? `${ESC}[${part}` : part.slice(color[0].length);
}
