import { BEL, C1_ST, ESC, type Family, ST } from './family.ts';

/** How each kind of control sequence begins: with ESC and a letter, or with one character of C1. */
const INTRODUCERS = {
  CSI: [`${ESC}[`, '\u009b'],
  OSC: [`${ESC}]`, '\u009d'],
  DCS: [`${ESC}P`, '\u0090'],
  SOS: [`${ESC}X`, '\u0098'],
  PM: [`${ESC}^`, '\u009e'],
  APC: [`${ESC}_`, '\u009f'],
} as const;

type SequenceKind = keyof typeof INTRODUCERS;

/** A kind, what it tries, and what is between its introducer and its terminator. */
type Sequence = readonly [kind: SequenceKind, what: string, body: string];

/** Every sequence in both ways of writing it; a string ends as it began. */
function both(sequences: readonly Sequence[]): Family['texts'] {
  return sequences.flatMap(([kind, what, body]) => {
    const [seven, eight] = INTRODUCERS[kind];
    const [sevenEnd, eightEnd] = kind === 'CSI' ? ['', ''] : [ST, C1_ST];
    return [
      [what, `${seven}${body}${sevenEnd}`],
      [`${what}, 8-bit`, `${eight}${body}${eightEnd}`],
    ] as const;
  });
}

const COLOURS: readonly Sequence[] = [
  ['CSI', 'red text', '31mred'],
  ['CSI', 'a colour of 256', '38;5;196mred'],
  ['CSI', 'a true colour with colons', '38:2::255:0:0mred'],
  ['CSI', 'black on black', '30;40mhidden'],
  ['CSI', 'conceals what follows', '8msecret'],
  ['CSI', 'blinks', '5mlook'],
  ['CSI', 'resets all colours', '0mplain'],
];

const CURSOR: readonly Sequence[] = [
  ['CSI', 'moves the cursor up and erases', '1A\u001b[2Kall is well'],
  ['CSI', 'moves the cursor home', 'Hhere'],
  ['CSI', 'moves the cursor to a place', '10;10Hhere'],
  ['CSI', 'moves the cursor back', '99Dhere'],
  ['CSI', 'moves the cursor forward', '99Chere'],
  ['CSI', 'moves the cursor to a column', '1Ghere'],
  ['CSI', 'moves the cursor to a line', '1dhere'],
  ['CSI', 'saves the cursor', 's'],
  ['CSI', 'restores the cursor', 'uhere'],
  ['CSI', 'hides the cursor', '?25l'],
  ['CSI', 'changes the shape of the cursor', '5 q'],
  ['CSI', 'erases the screen', '2J'],
  ['CSI', 'erases what was scrolled away', '3J'],
  ['CSI', 'erases the line', '2K'],
  ['CSI', 'erases characters', '40X'],
  ['CSI', 'deletes lines', '5M'],
  ['CSI', 'inserts lines', '5L'],
  ['CSI', 'deletes characters', '10P'],
  ['CSI', 'inserts characters', '10@'],
  ['CSI', 'scrolls the screen up', '99S'],
  ['CSI', 'scrolls the screen down', '99T'],
  ['CSI', 'sets a scrolling region', '1;2r'],
  ['CSI', 'repeats the last character', '500b'],
  ['CSI', 'clears all tab stops', '3g'],
];

const MODES: readonly Sequence[] = [
  ['CSI', 'switches to the alternate screen', '?1049h'],
  ['CSI', 'switches to the alternate screen, old way', '?47h'],
  ['CSI', 'reports every move of the mouse', '?1003h'],
  ['CSI', 'reports clicks in full', '?1000;1006h'],
  ['CSI', 'reports the focus', '?1004h'],
  ['CSI', 'brackets what is pasted', '?2004h'],
  ['CSI', 'ends bracketed paste', '?2004l'],
  ['CSI', 'sends application keys', '?1h'],
  ['CSI', 'turns wrapping off', '?7l'],
  ['CSI', 'puts the origin into the region', '?6h'],
  ['CSI', 'inserts instead of overwriting', '4h'],
  ['CSI', 'turns the screen black on white', '?5h'],
  ['CSI', 'changes to 132 columns', '?40h\u001b[?3h'],
  ['CSI', 'holds back drawing for ever', '?2026h'],
  ['CSI', 'speaks the keyboard protocol of kitty', '>31u'],
  ['CSI', 'makes other keys send sequences', '>4;2m'],
  ['CSI', 'soft reset', '!p'],
];

const QUERIES: readonly Sequence[] = [
  ['CSI', 'asks what the device is', 'c'],
  ['CSI', 'asks what the device is, secondary', '>c'],
  ['CSI', 'asks what the device is, tertiary', '=c'],
  ['CSI', 'asks for the name and version', '>q'],
  ['CSI', 'asks whether all is well', '5n'],
  ['CSI', 'asks for the cursor', '6n'],
  ['CSI', 'asks for the cursor and page', '?6n'],
  ['CSI', 'asks for a mode', '?2004$p'],
  ['CSI', 'asks for the parameters', '0x'],
  ['CSI', 'asks for the title as typed text', '21t'],
  ['CSI', 'asks for the icon name as typed text', '20t'],
  ['CSI', 'asks for the size of the text', '18t'],
  ['CSI', 'asks for the size in pixels', '14t'],
  ['CSI', 'asks for a checksum of the screen', '1;1;1;1;10;10*y'],
  ['CSI', 'asks for the keyboard protocol', '?u'],
  ['DCS', 'asks for a setting (DECRQSS)', '$qm'],
  ['DCS', 'asks for the level (DECRQSS)', '$q"p'],
  ['DCS', 'asks for a capability (XTGETTCAP)', '+q544e'],
  ['OSC', 'asks for a colour of the palette', '4;1;?'],
  ['OSC', 'asks for the foreground', '10;?'],
  ['OSC', 'asks for the background', '11;?'],
  ['OSC', 'asks for the colour of the cursor', '12;?'],
  ['OSC', 'asks for the clipboard', '52;c;?'],
  ['OSC', 'asks for the font', '50;?'],
];

const WINDOW: readonly Sequence[] = [
  ['CSI', 'makes the window small', '2t'],
  ['CSI', 'moves the window', '3;0;0t'],
  ['CSI', 'resizes the window', '8;1;1t'],
  ['CSI', 'raises the window', '5t'],
  ['CSI', 'fills the screen with the window', '10;1t'],
  ['CSI', 'keeps the title', '22;0t'],
  ['CSI', 'puts the title back', '23;0t'],
  ['OSC', 'sets title and icon name', '0;owned'],
  ['OSC', 'sets the icon name', '1;owned'],
  ['OSC', 'sets the title', '2;owned'],
  ['OSC', 'sets a property of the window', '3;WM_CLASS=owned'],
  ['OSC', 'changes a colour of the palette', '4;1;#000000'],
  ['OSC', 'changes the background', '11;#ff0000'],
  ['OSC', 'puts the colours back', '104'],
  ['OSC', 'tells the current folder', '7;file://host/etc'],
  ['OSC', 'a link to elsewhere', '8;;https://evil.example\u0007your bank\u001b]8;;'],
  ['OSC', 'a link to a file', '8;id=1;file:///etc/passwd\u0007here\u001b]8;;'],
  ['OSC', 'a link without an end', '8;;https://evil.example'],
  ['OSC', 'writes the clipboard', '52;c;cm0gLXJmIH4='],
  ['OSC', 'writes the selection', '52;p;cm0gLXJmIH4='],
  ['OSC', 'clears the clipboard', '52;c;!'],
  ['OSC', 'sends a notification', '9;you won'],
  ['OSC', 'sends a notification, urxvt', '777;notify;bank;call us'],
  ['OSC', 'sends a notification, kitty', '99;i=1:d=0;call us'],
  ['OSC', 'shows progress', '9;4;3;0'],
  ['OSC', 'marks a prompt', '133;A'],
  ['OSC', 'marks a command, VS Code', '633;E;rm -rf ~'],
  ['OSC', 'an image, iTerm2', '1337;File=inline=1:R0lGODlhAQABAAAAACw='],
  ['OSC', 'a download, iTerm2', '1337;File=name=Li9iYXNocmM=:AAAA'],
  ['OSC', 'steals the focus, iTerm2', '1337;StealFocus'],
  ['OSC', 'copies to the clipboard, iTerm2', '1337;CopyToClipboard=\u0007rm -rf ~\u001b]1337;EndCopy'],
  ['OSC', 'sets a variable, iTerm2', '1337;SetUserVar=a=YQ=='],
];

const STRINGS: readonly Sequence[] = [
  ['DCS', 'sixel graphics', 'q#0;2;0;0;0#0~~@@vv@@~~$-'],
  ['DCS', 'defines keys (DECUDK)', '0;1|17/6c730d'],
  ['DCS', 'loads a soft font', '1;1;1{ @????'],
  ['DCS', 'passes through tmux', 'tmux;\u001b\u001b]52;c;AAAA\u0007'],
  ['DCS', 'passes through screen', '\u001b]0;owned\u0007'],
  ['DCS', 'starts the control mode of tmux', '1000p%begin'],
  ['DCS', 'ends what is drawn at once', '=1s'],
  ['APC', 'an image, kitty', 'Gf=100,a=T;AAAA'],
  ['APC', 'reads a file, kitty', 'Gt=f,a=T;L2V0Yy9wYXNzd2Q='],
  ['APC', 'an application command', 'hidden'],
  ['PM', 'a privacy message', 'hidden'],
  ['SOS', 'a start of string', 'hidden'],
];

const CHARSETS: Family['texts'] = [
  ['shift out', '\u000eabc\u000f'],
  ['draws lines instead of letters', `${ESC}(0lqqk`],
  ['draws lines, second set', `${ESC})0\u000elqqk`],
  ['designates the British set', `${ESC}(A#`],
  ['single shift two', `${ESC}Na`],
  ['single shift three', `${ESC}Oa`],
  ['locking shift', `${ESC}nabc${ESC}oabc`],
  ['leaves UTF-8', `${ESC}%@\u00e4`],
  ['selects UTF-8 for good', `${ESC}%/I`],
  ['8-bit controls on', `${ESC} G`],
  ['resets the terminal (RIS)', `${ESC}c`],
  ['fills the screen with E (DECALN)', `${ESC}#8`],
  ['letters of double height', `${ESC}#3big`],
  ['letters of double width', `${ESC}#6wide`],
  ['saves the cursor (DECSC)', `${ESC}7`],
  ['restores the cursor (DECRC)', `${ESC}8`],
  ['application keypad', `${ESC}=`],
  ['numeric keypad', `${ESC}>`],
  ['locks memory', `${ESC}l`],
  ['a media copy to the printer', `${ESC}[5i all of it ${ESC}[4i`],
  ['sets a title as screen does', `${ESC}kowned${ST}`],
  ['a visual bell', `${ESC}g`],
];

const BROKEN: Family['texts'] = [
  ['OSC ended by a bell', `${ESC}]0;owned${BEL}`],
  ['clipboard ended by a bell', `${ESC}]52;c;cm0gLXJmIH4=${BEL}`],
  ['OSC without an end', `${ESC}]0;for ever`],
  ['OSC without an end, 8-bit', '\u009d0;for ever'],
  ['DCS without an end', `${ESC}Pqfor ever`],
  ['APC without an end', `${ESC}_Gfor ever`],
  ['CSI without an end', `${ESC}[1;2;3`],
  ['CSI that the next letters end', `${ESC}[`],
  ['CSI with a flood of parameters', `${ESC}[${'1;'.repeat(400)}m`],
  ['CSI with a number beyond all bounds', `${ESC}[99999999999999999999C`],
  ['CSI with a control inside', `${ESC}[3\r1m`],
  ['CSI cancelled', `${ESC}[31\u0018m`],
  ['CSI substituted', `${ESC}[31\u001am`],
  ['7-bit start, 8-bit end', `${ESC}]0;owned${C1_ST}`],
  ['8-bit start, 7-bit end', `\u009d0;owned${ST}`],
  ['8-bit start, bell', `\u009d0;owned${BEL}`],
  ['completed by stripping the inner one', `${ESC}[${ESC}[31m31m`],
  ['completed by stripping an OSC', `${ESC}${ESC}]0;a${BEL}]0;owned${BEL}`],
  ['completed by stripping a tag', `${ESC}\u{e0041}[31mred`],
  ['completed by stripping a zero-width space', `${ESC}\u200b]0;owned${BEL}`],
  ['completed by stripping NUL', `${ESC}\u0000[2J`],
  ['completed by stripping a bell', `${ESC}${BEL}[2J`],
  ['nested three deep', `${ESC}[${ESC}[${ESC}[1mm1mm`],
  ['cut within a cell of a table', `${'a'.repeat(22)}${ESC}]0;owned${BEL}`],
  ['cut in a narrow table', `${'a'.repeat(9)}${ESC}[2J`],
  ['every beginning at once', `${ESC}[${ESC}]${ESC}P${ESC}_${ESC}^${ESC}X`],
  ['UTF-8 of C1 read as Latin-1', '\u00c2\u009b31m'],
  ['a faked escape', 'C:\\new\\u001b[31m \\\\n \\t'],
  ['escapes in words of shells and languages', "\\033[31m \\e[31m \\x1b[31m ^[[31m $'\\e[31m'"],
  ['a backslash before a control', `\\${ESC}\\\\${ESC}`],
  ['entities of the web', '&#27;[31m &#x1b;[31m %1B[31m'],
  ['symbols for controls', '\u241b[31m \u2400\u2421\u240d\u240a'],
];

/** Sequences of characters that a terminal obeys. */
export const SEQUENCES: readonly Family[] = [
  { name: 'colours', texts: both(COLOURS) },
  { name: 'cursor, erasing, scrolling', texts: both(CURSOR) },
  { name: 'modes', texts: both(MODES) },
  { name: 'questions to the terminal', texts: both(QUERIES) },
  { name: 'window, title, clipboard, links', texts: both(WINDOW) },
  { name: 'graphics and other strings', texts: both(STRINGS) },
  { name: 'character sets and resets', texts: CHARSETS },
  { name: 'cut, nested and faked sequences', texts: BROKEN },
];
