import { createUsageError } from '../../../errors.ts';
import type { IoPort } from '../command/io.ts';
import { formatRoundedWarning, isScientific, mayBeRounded, ROUNDED } from '../input/files/rounded-numbers.ts';
import { defineTextFlag } from '../input/flags/flags.ts';
import { refuseRawOfSeveral } from '../output/printing/show-result.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import type { FoundId } from './parse-ids.ts';

/** Where ids come from: the command line, a file, or both. */
interface IdSources {
  ids: readonly string[];
  /** A file with one id per line, `-` for standard input. */
  idsFrom: string | undefined;
  /** Whether what the ids are of may also be named by its address (default: no). */
  acceptsUrls?: boolean;
}

/**
 * Reads the ids, without duplicates, in order. A file is lines of ids, a table with a column `id`, such as the
 * output of `-o tsv` and `-o csv`, or what a spreadsheet saved of it, or the JSON of a list.
 *
 * @throws CrierError of kind usage when there are none, one is not an id, or the file cannot be read
 */
export async function readIds(
  { ids, idsFrom, acceptsUrls = false }: IdSources,
  io: IoPort,
): Promise<readonly string[]> {
  const check = acceptsUrls ? checkIdOrUrl : checkId;
  for (const id of ids) check(id);
  const all = ids.map((id): FoundId => ({ id, place: '', isOfJson: false, row: null }));
  if (idsFrom !== undefined) {
    const { parseIds } = await import('./parse-ids.ts'); // loaded on demand: few commands read files of ids
    const found = parseIds(await io.readFile(idsFrom), getInputName(idsFrom));
    for (const { id, place } of found) check(id, place);
    for (const each of found) all.push(each);
  }
  await warnOfRounded(all, io);
  if (all.length > 0) return [...new Set(all.map(({ id }) => id))];
  if (idsFrom === undefined)
    throw createUsageError('<id> is missing', 'give one or more ids, or use --ids-from <file>');
  throw createUsageError(`there are no ids in ${getInputName(idsFrom)}`, 'write one id per line');
}

/** Warns of the first id that a spreadsheet has probably rounded. */
export async function warnOfRounded(ids: readonly FoundId[], io: IoPort): Promise<void> {
  const doubtful = ids.find(({ id, isOfJson }) => !isOfJson && mayBeRounded(id));
  if (doubtful === undefined) return;
  const { id, place } = doubtful;
  await io.note(`warning: ${place}${place === '' ? '' : ': '}${formatRoundedWarning(id)}`);
}

/** Reads the ids of a command that prints a response unchanged (`-o raw`), which needs a single id. */
export async function readIdsOrRaw(sources: IdSources, io: IoPort): Promise<readonly string[]> {
  const ids = await readIds(sources, io);
  refuseRawOfSeveral(ids.length, io.printing);
  return ids;
}

/** The id whose own document is printed; null for the document of several, which `--ids-from` always has. */
export function getOnlyId(ids: readonly string[], idsFrom: string | undefined): string | null {
  return ids.length === 1 && idsFrom === undefined ? (ids[0] ?? null) : null;
}

/** The flag for a file of ids, beside ids as arguments. */
export const IDS_FROM = defineTextFlag(
  'read more ids from this file: one per line, csv or JSON (`-` for stdin)',
  { placeholder: 'file' },
);

/** Maximum number of items listed before a question about several. */
export const MOST_NAMED = 10;

/** Adds how many more there are: `and 3 more`. */
export function addRest(lines: readonly string[], count: number): readonly string[] {
  return count > lines.length ? [...lines, `and ${count - lines.length} more`] : lines;
}

function getInputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

const JQ = 'pass a jq program with --jq';
const LINES = 'print only the ids with --jq, such as "posts list --jq \'.posts[].id\'"';

/**
 * Common mistakes in place of an id, the most certain first. Anything else may be an id: networks have many
 * kinds.
 */
const SLIPS: readonly (readonly [RegExp, { why: string; hint: string }])[] = [
  [
    /[\u00A0\u00AD\u2000-\u200F\u2028-\u202F\u205F\u2060\u3000\uFEFF]/,
    {
      why: 'it contains an invisible character',
      hint: 'a web page or a chat has put it there: type the id again',
    },
  ],
  [
    /[^\t\n\r -~\u00A0-\uFFFC\uFFFE\uFFFF]/,
    {
      why: 'it contains a control character or U+FFFD',
      hint: 'save the file as plain text in UTF-8',
    },
  ],
  [
    /^['“”„‘’‚«»].*['“”‘’«»]$/,
    {
      why: 'it is in quotes that the shell kept',
      hint: 'cmd.exe takes only "…" for quotes, and no shell takes “…”',
    },
  ],
  [/^https?:\/\/|^www\./i, { why: 'it is a URL', hint: 'use the id in the URL' }],
  [/^\.\.?$/, { why: 'it is a folder', hint: 'list commands such as "posts list" print ids' }],
  [/^\.(?!\.)/, { why: 'it starts with a dot', hint: JQ }],
  [/[{}[\]"]/, { why: 'it looks like JSON', hint: LINES }],
  [/['`|]/, { why: 'it contains a quote or a pipe', hint: JQ }],
  [/\s/, { why: 'it contains a space', hint: 'separate ids with spaces, outside of quotes' }],
  [/,/, { why: 'it contains a comma', hint: 'separate ids with spaces; use --fields for field names' }],
];

const ROUNDED_ADVICE = 'its last digits are lost: take the id from where it came, with the column as text';

/** The longest id of the service; every key is longer. */
const LONGEST_ID = 20;

/**
 * Text made only of ids and separators is printed; anything else may contain a misplaced key, and is masked.
 */
function maskId(text: string): string {
  return text.split(/[\s,]/).every((part) => /^\w*$/.test(part) && part.length <= LONGEST_ID)
    ? text
    : maskLikelySecret(text);
}

/**
 * Refuses text that cannot be an id of any network, before a request is sent. Ids of LinkedIn have commas in
 * parentheses.
 *
 * @param place where it was read, when not on the command line: `line 3 of ids.txt`
 * @throws CrierError of kind usage
 */
export function checkId(id: string, place?: string): void {
  if (isScientific(id)) throw createUsageError(`${place ?? `"${id}"`} ${ROUNDED}`, ROUNDED_ADVICE);
  const bare = id.replaceAll(/\([^()\s]*\)/g, '');
  const slip = SLIPS.find(([pattern]) => pattern.test(bare))?.[1];
  if (slip === undefined) return;
  throw createUsageError(`${place ?? `"${maskId(id)}"`} is not an id: ${slip.why}`, slip.hint);
}

function checkIdOrUrl(id: string, place?: string): void {
  if (!/^https?:/i.test(id) || !URL.canParse(id)) checkId(id, place);
}

/**
 * Reads aliases as ids are read. Text of the command line that is no id is not refused here: it is looked up among the
 * aliases, and never sent.
 */
export async function readAliases(
  { aliases, idsFrom }: { aliases: readonly string[]; idsFrom: string | undefined },
  io: IoPort,
): Promise<readonly string[]> {
  const all = new Set(aliases);
  if (idsFrom !== undefined || all.size === 0)
    for (const id of await readIds({ ids: [], idsFrom }, io)) all.add(id);
  refuseRawOfSeveral(all.size, io.printing);
  return [...all];
}
