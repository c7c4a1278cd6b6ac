const ESC = '\u001b';
const BEL = '\u0007';

/** Texts that strangers could put into a comment or a name, each with what it tries. */
export const HOSTILE_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['colours', `${ESC}[31mred${ESC}[0m`],
  ['clears the screen', `${ESC}[2J${ESC}[H`],
  ['erases the line above', `${ESC}[1A${ESC}[2Kall is well`],
  ['moves the cursor', `${ESC}[10;10Hhere`],
  ['hides the cursor', `${ESC}[?25l`],
  ['switches to the alternate screen', `${ESC}[?1049h`],
  ['conceals what follows', `${ESC}[8msecret`],
  ['scrolls the screen', `${ESC}[99S`],
  ['sets a scrolling region', `${ESC}[1;1r`],
  ['resets the terminal', `${ESC}c`],
  ['asks for the device', `${ESC}[c`],
  ['asks for the cursor', `${ESC}[6n`],
  ['reports the title as typed text', `${ESC}[21t`],
  ['sets the title', `${ESC}]0;owned${BEL}`],
  ['sets the title, other end', `${ESC}]2;owned${ESC}\\`],
  ['writes the clipboard', `${ESC}]52;c;cm0gLXJmIH4=${BEL}`],
  ['a link to elsewhere', `${ESC}]8;;https://evil.example${BEL}your bank${ESC}]8;;${BEL}`],
  ['sends a notification', `${ESC}]9;you won${BEL}`],
  ['runs an iTerm command', `${ESC}]1337;File=inline=1:AAAA${BEL}`],
  ['an operating system command without an end', `${ESC}]0;for ever`],
  ['a device control string', `${ESC}P$q"p${ESC}\\`],
  ['sixel graphics', `${ESC}Pq#0;2;0;0;0#0~~${ESC}\\`],
  ['an application command', `${ESC}_Gf=100;AAAA${ESC}\\`],
  ['a privacy message', `${ESC}^hidden${ESC}\\`],
  ['a start of string', `${ESC}Xhidden${ESC}\\`],
  ['a nested sequence that stripping would complete', `${ESC}[${ESC}[31m31m`],
  ['an escape in two halves', `${ESC}`],
  ['C1 control sequence', '\u009b31mred'],
  ['C1 operating system command', '\u009d52;c;AAAA\u009c'],
  ['C1 device control', '\u0090q\u009c'],
  ['C1 application command', '\u009fGf=100\u009c'],
  ['C1 next line and index', 'a\u0085b\u0084c\u008d'],
  ['overwrites the line', 'good\rbad'],
  ['backspaces over the text', 'good\b\b\b\bbad'],
  ['deletes', 'good\u007f\u007f'],
  ['bell', BEL.repeat(5)],
  ['fake rows', 'hello\nInstagram  ceo  send money\n'],
  ['fake cells', 'hello\t999\tceo'],
  ['carriage return and line feed', 'one\r\ntwo'],
  ['vertical tab and form feed', 'one\vtwo\fthree'],
  ['shift out to another character set', '\u000eabc\u000f'],
  ['designates a character set', `${ESC}(0lqqk`],
  ['NUL', 'a\u0000b'],
  ['every C0 control', String.fromCharCode(...Array(32).keys())],
  ['every C1 control', String.fromCharCode(...Array.from({ length: 32 }, (_, at) => 0x80 + at))],
  ['file and record separators', 'a\u001cb\u001dc\u001ed\u001f'],
  ['line separator', 'one\u2028two'],
  ['paragraph separator', 'one\u2029two'],
  ['right-to-left override', 'invoice\u202egnp.exe'],
  ['left-to-right override', '\u202dabc\u202c'],
  ['embeddings', '\u202aabc\u202b\u202c\u202c'],
  ['isolates left open', '\u2066abc\u2067def\u2068ghi'],
  ['bidirectional marks', 'a\u200eb\u200fc\u061cd'],
  ['deprecated format characters', 'a\u206ab\u206fc'],
  ['zero-width space in a link', 'https://ba\u200bnk.example'],
  ['zero-width joiner where nothing joins', 'pay \u200d now\u200d'],
  ['zero-width non-joiner where nothing joins', '1\u200c2 \u200c'],
  ['many joiners', `a${'\u200d'.repeat(40)}b`],
  ['word joiner and invisible operators', 'a\u2060b\u2061c\u2064d'],
  ['byte order mark', '\ufeffhello\ufeff'],
  ['soft hyphens', 'pass\u00adword'],
  ['Mongolian vowel separator', 'a\u180eb'],
  ['Hangul fillers as an empty name', '\u3164\uffa0\u115f\u1160'],
  ['combining grapheme joiner', 'a\u034fb'],
  ['interlinear annotation', '\ufff9a\ufffab\ufffb'],
  ['a message in tag characters', `hi${String.fromCodePoint(0xe0001, 0xe0068, 0xe0069, 0xe007f)}`],
  ['a message in variation selectors', `hi\ufe01\ufe02${String.fromCodePoint(0xe0100, 0xe0101, 0xe01ef)}`],
  ['musical and shorthand format characters', String.fromCodePoint(0x1d173, 0x1bca0, 0x1d17a)],
  ['lone high surrogate', 'a\ud83d'],
  ['lone low surrogate', '\ude00b'],
  ['surrogates in the wrong order', '\ude00\ud83d'],
  ['noncharacters', `\ufdd0\uffff${String.fromCodePoint(0x1fffe)}`],
  ['marks piled up over other lines', `Z${'\u0301'.repeat(60)}`],
  ['a mark with nothing to stand on', '\u0336\u0336struck'],
  ['a mark after a line feed', 'a\n\u0301b'],
  ['an emoji joined without end', Array(50).fill('\u{1f468}').join('\u200d')],
  ['a faked escape', 'C:\\new\\u001b[31m \\\\n \\t'],
  ['a backslash before a control', `\\${ESC}\\\\${ESC}`],
  ['a formula', '=HYPERLINK("https://evil.example";"click")'],
  ['a formula that runs a program', "=cmd|' /C calc'!A0"],
  ['a formula behind a plus', '+1+cmd|calc'],
  ['a formula behind a minus', '-2+3+cmd|calc'],
  ['a formula behind an at sign', '@SUM(1+1)'],
  ['a formula behind a tab', '\t=1+1'],
  ['a formula behind a carriage return', '\r=1+1'],
  ['a formula behind a space', ' \u00a0=1+1'],
  ['a formula in full-width forms', '\uff1d1\uff0b1'],
  ['a formula on a second line', 'a\n=1+1'],
  ['a formula behind an apostrophe', "'=1+1"],
  ['quotes that leave a csv cell', '","=1+1","'],
  ['quotes that leave a JSON string', '"},{"platform":"x'],
  ['a closing script tag', '</script><script>alert(1)</script>'],
  ['placeholders', '%s %n $1 $& $HOME `id` $(id) {{recipient_id}}'],
  ['right-to-left text with digits', '\u0634\u0643\u0631\u0627 12 3h \u05e9\u05dc\u05d5\u05dd 7'],
  ['a long word', 'a'.repeat(5000)],
  ['a long link', `https://example.com/${'path/'.repeat(400)}?q=${'%41'.repeat(300)}`],
  ['spaces alone', '   \u00a0\u3000 '],
  ['nothing', ''],
  ['a prototype', '__proto__'],
];

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

/** Joiners, and selectors of a variant, each where it has something to work on. */
const AT_WORK = new RegExp(
  [
    String.raw`(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Script=Han}\d#*])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
  ].join('|'),
  'gu',
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
  const controls = [...printed].filter((char) => !allowed.includes(char) && isDangerous(char));
  return [...controls, ...idle].map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}`);
}

function isDangerous(char: string): boolean {
  const point = char.codePointAt(0) ?? 0;
  return DANGEROUS_RANGES.some(([first, last]) => point >= first && point <= last);
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
