import { findCutLinks } from './cut-links.ts';
import { findTypedPath } from './rewritten-path.ts';

/**
 * Finds signs that a text is not what was meant: a shell, a chat or a spreadsheet changed it in transit, or left
 * something in it that was to be replaced. The text may be right, so these are warnings.
 *
 * @returns one sentence each, which follows the name of the text: `contains a backslash and "n" …`
 * @see docs/command-line.md#texts
 */
export function findTextSuspicions(text: string): readonly string[] {
  const typed = findTypedEscape(text);
  const what = typed?.endsWith('t') === true ? '"t", which is no tab' : '"n", which is no line break';
  return [
    ...(typed === null ? [] : [`contains a backslash and ${what}: ${BREAK}`]),
    ...CHECKS.flatMap(([isSuspect, message]) => (isSuspect(text) ? [message] : [])),
    ...findCutLinks(text),
  ];
}

const BREAK =
  "use a file (--text-file, or @file for --dm), or $'…' in bash and zsh; in a file, type the break itself";

const CHECKS: readonly (readonly [(text: string) => boolean, string])[] = [
  [
    (text) => findTypedPath(text) !== null,
    'probably began with a slash, which Git Bash replaces by its own folder: use --text-file, or set MSYS_NO_PATHCONV=1',
  ],
  [isFileName, 'is the name of a file, which is not read here: use --text-file, or --dm @file, for its text'],
  [(text) => /^@@\w/.test(text), 'begins with "@@": one @ is enough where @ does not name a file'],
  [
    (text) => LOST_LETTER.test(text),
    'has "?" within a word: Windows PowerShell 5.1 replaces what is not ASCII in a pipe, so name a file, or set $OutputEncoding to UTF-8',
  ],
  [
    (text) => MOJIBAKE.test(text),
    'contains characters of UTF-8 that were read in another encoding, such as "Ã¼" for "ü": save or send it as UTF-8',
  ],
  [
    (text) => text.includes('\uFFFD') || !text.isWellFormed(),
    'contains U+FFFD, or half of a character, which is published as U+FFFD: a program lost what was there, so type it again',
  ],
];

/** Endings of text files; `md` is also a country's domain, so `@mara.md` may be a person. */
const FILE_NAME =
  /^@[^@{}\r\n:,;!?]{1,120}\.(?:txt|text|markdown|ya?ml|json|csv|html?|rst|docx|rtf|log)\s{0,3}$/i;

/** Whether a text is `@` and the name of a text file, as its ending shows. */
export function isFileName(text: string): boolean {
  return FILE_NAME.test(text);
}

/** In a word of letters only: addresses have others before their query. */
const LOST_LETTER = /(?:^|[\s(“"'])\p{L}{0,40}\p{Ll}\?{1,3}\p{Ll}(?!\S{0,100}[=&])/u;

/**
 * The bytes of é, ü, ’ and other common characters, as windows-1252 or Latin-1 shows them. A Portuguese word in capitals
 * can end with Ã before a dash, a quotation mark or a space.
 */
const MOJIBAKE =
  /Ã(?:[\u0080-\u009F¡-ª¬-º¼-¿€‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ]|(?<!\p{Lu}Ã)[\u00A0«»‘’“”•–—…])|â€[\u0080-\u009F™œ˜“”¦¢]|ðŸ/u;

/**
 * Finds a line break or tab that was typed as an escape: `\n`, `\r\n` or `\t`. Paths of Windows, formulas and escapes
 * in quotes have the same characters.
 *
 * @returns the escape as written; null for none
 */
function findTypedEscape(text: string): string | null {
  if (!text.includes('\\') || FORMULA.test(text)) return null;
  for (const { 0: typed, index } of text.matchAll(ESCAPE)) {
    const end = index + typed.length;
    if (isQuoted(text, index, end) || COMMAND.test(text.slice(index, end + 12))) continue;
    const word = getWordAround(text, index, end);
    if (!WINDOWS_PATH.test(word)) return typed;
  }
  return null;
}

const ESCAPE = /(?<!\\)\\{1,2}(?:r\\{1,2}n|[nrt])/g;

/** Commands of TeX with an argument, and its brackets for formulas. */
const FORMULA = /\\[a-z]{1,30}[{_^]|\\[([]/i;
/** Commands of TeX that begin like an escape. */
const COMMAND =
  /^\\(?:n(?:abla|eq|otin|u|ewline)|r(?:ho|ight|ightarrow)|t(?:au|heta|imes|o|ext\w*))(?![a-z])/;

function isQuoted(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? '';
  return /["'`“‘(]/.test(before) && /["'`”’)]/.test(text[end] ?? '');
}

/** Beyond this, a word is not a path. */
const LONGEST_WORD = 300;

function getWordAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - LONGEST_WORD), start)
      .split(/\s/)
      .at(-1) ?? '';
  const [after = ''] = text.slice(end, end + LONGEST_WORD).split(/\s/, 1);
  return before + text.slice(start, end) + after;
}

/** With a drive, a server, a variable or a dot at its beginning, or with a backslash before another letter. */
const WINDOWS_PATH =
  /^["'(“]?(?:[a-z]:|\\\\\w|\.{1,2}\\|~\\|%\w+%\\|\$\w+(?::\w+)?\\|HK[A-Z_]+\\)|(?<!\\)\\(?![nrt\\])[\w.$-]/i;
