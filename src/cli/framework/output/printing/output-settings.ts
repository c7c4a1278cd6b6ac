import type { PagerChoice, World } from '../../../../world.ts';
import type { OutputFormat } from '../formats.ts';
import type { ColorLevel } from '../text/style.ts';
import { detectColorLevel } from './color-level.ts';

/** Like git: colors pass through, the text stays on the screen, and what fits on it is not paged. */
const LESS_OPTIONS = 'FRX';

const DEFAULT_PAGER = 'less';

/**
 * Chooses the pager for long output on a terminal: CRIER_PAGER, else PAGER, else less. An empty variable or `cat` is
 * none. The default does not suit a run that must not wait for a key, nor a terminal that cannot redraw.
 *
 * @returns null for none
 */
export function choosePager(
  flags: { noPager: boolean; noInput: boolean; accessible: boolean },
  { env, stdout }: { env: World['env']; stdout: { isTerminal: boolean } },
): PagerChoice | null {
  if (flags.noPager || flags.noInput || !stdout.isTerminal) return null;
  const own = env.CRIER_PAGER?.trim();
  const canRedraw = env.TERM !== 'dumb' && !flags.accessible;
  if (own === undefined && !canRedraw) return null;
  const command = own ?? env.PAGER?.trim() ?? DEFAULT_PAGER;
  if (command === '' || command === 'cat') return null;
  return { command, env: env.LESS === undefined ? { LESS: LESS_OPTIONS } : {} };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding exactly these is the point
const COLOR = /\u001B\[[\d;]*m/g;

/**
 * Whether a text does not fit on the screen together with the prompt that follows it; false for an unknown height.
 *
 * @param text a wide character counts as one cell
 */
export function isLongerThanScreen(
  text: string,
  { rows, columns }: { rows?: number; columns: number | undefined },
): boolean {
  if (rows === undefined) return false;
  let left = rows;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? undefined : end).replaceAll(COLOR, '');
    left -= columns === undefined ? 1 : Math.max(1, Math.ceil(line.length / columns));
    if (left <= 0) return true;
    at = end < 0 ? text.length : end + 1;
  }
  return false;
}

/** Output settings of a run, fixed once its flags are known. */
export interface OutputSettings {
  readonly format: OutputFormat;
  /** Whether errors are also printed as JSON, because the output is JSON. */
  readonly hasJsonErrors: boolean;
  readonly quiet: boolean;
  readonly accessible: boolean;
  /** Whether the terminal's locale names a character set other than UTF-8. */
  readonly isAscii: boolean;
  /** Whether tsv and csv begin with the names of the columns. */
  readonly hasHeader: boolean;
  /** Whether tables show all columns. */
  readonly isWide: boolean;
  /** For long output on a terminal; null for none. */
  readonly pager: PagerChoice | null;
  /** The IANA name of the chosen time zone; null for the machine's. */
  readonly timeZone: string | null;
  readonly stdoutColor: ColorLevel;
  readonly stderrColor: ColorLevel;
}

/** How a run prints, for commands that must refuse some formats before they change anything. */
export interface Printing {
  format: OutputFormat;
  /** Whether the user chose the format. */
  isChosen: boolean;
  hasFields: boolean;
  /** Whether `--fields` names a field. */
  names(field: string): boolean;
  isTerminal: boolean;
  /** Without drawings, for screen readers. */
  isAccessible: boolean;
  /** Whether tables show all columns. */
  isWide: boolean;
  filter: string | null;
  /**
   * Refuses a format that needs the complete output of a run that never ends, before the run begins.
   *
   * @throws CrierError of kind usage
   */
  requireRecords(isEndless: boolean): void;
}

/** The flags that every command has for its output. */
export interface OutputFlags {
  readonly output?: OutputFormat | undefined;
  readonly json: boolean;
  readonly fields?: string | undefined;
  readonly jq?: string | undefined;
  readonly template?: string | undefined;
  readonly color: 'auto' | 'always' | 'never';
  readonly tz?: string | undefined;
  readonly noHeader: boolean;
  readonly wide: boolean;
  readonly noPager: boolean;
  readonly noInput: boolean;
  readonly accessible: boolean;
  readonly quiet: boolean;
}

/** Chooses format and colors from the flags, the environment and the streams. */
export function createOutputSettings(flags: OutputFlags, world: World): OutputSettings {
  const asked = flags.json ? 'json' : flags.output;
  return {
    format:
      flags.jq === undefined && flags.template === undefined
        ? (asked ?? (world.stdout.isTerminal ? 'table' : 'tsv'))
        : chooseFilterFormat(asked),
    hasJsonErrors: asked === 'json' || asked === 'ndjson',
    quiet: flags.quiet,
    accessible: flags.accessible,
    isAscii: world.stdout.isTerminal && isAsciiLocale(world.env),
    hasHeader: !flags.noHeader,
    isWide: flags.wide,
    pager: choosePager(flags, world),
    timeZone: flags.tz ?? null,
    stdoutColor: detectColorLevel(flags.color, world.env, world.stdout),
    stderrColor: detectColorLevel(flags.color, world.env, world.stderr),
  };
}

/** By the precedence of POSIX. Where nothing is set, as on Windows and in containers, terminals show UTF-8. */
function isAsciiLocale({ LC_ALL, LC_CTYPE, LANG }: World['env']): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || '';
  return locale !== '' && !/utf-?8/i.test(locale);
}

/** The JSON format that a filter is applied to. */
function chooseFilterFormat(asked: OutputFormat | undefined): OutputFormat {
  return asked === 'ndjson' ? 'ndjson' : 'json';
}

/**
 * Settings for a failure before the flags were parsed, so that `--json` also applies to its error.
 *
 * @param words the command line as typed
 */
export function guessOutputSettings(words: readonly string[], world: World): OutputSettings {
  const text = ` ${words.join(' ')} `;
  const named = [...text.matchAll(/\s(?:--output[ =]|-[a-z]*o[ =]?)(?<format>\w+)(?=\s)/g)].at(-1)?.groups
    ?.format;
  const wanted = /\s--json\s/.test(text) ? 'json' : (named ?? world.env.CRIER_OUTPUT);
  const color = /\s--color[ =]never\s/.test(text) || world.env.CRIER_COLOR === 'never' ? 'never' : 'auto';
  const printsJson = wanted === 'json' || wanted === 'ndjson';
  return {
    format: printsJson ? wanted : 'table',
    hasJsonErrors: printsJson,
    quiet: false,
    accessible: false,
    isAscii: false,
    hasHeader: true,
    isWide: false,
    pager: null,
    timeZone: null,
    stdoutColor: detectColorLevel(color, world.env, world.stdout),
    stderrColor: detectColorLevel(color, world.env, world.stderr),
  };
}
