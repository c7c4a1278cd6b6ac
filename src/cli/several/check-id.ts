import { createUsageError } from '../../errors.ts';
import { maskLikelySecret } from '../shell/mask-likely-secret.ts';

interface IdSlip {
  /** What is wrong with the text, after "not an id: ". */
  readonly why: string;
  readonly hint: string;
}

const JQ = 'pass a jq program with --jq';
const LINES = 'print only the ids with --jq, such as "posts list --jq \'.posts[].id\'"';

/**
 * Common mistakes in place of an id, the most certain first. Anything else may be an id: networks have many
 * kinds.
 */
const SLIPS: readonly (readonly [RegExp, IdSlip])[] = [
  [/^https?:\/\/|^www\./i, { why: 'it is a URL', hint: 'use the id in the URL' }],
  [/^\.\.?$/, { why: 'it is a folder', hint: 'list commands such as "posts list" print ids' }],
  [/^\.(?!\.)/, { why: 'it starts with a dot', hint: JQ }],
  [/[{}[\]"]/, { why: 'it looks like JSON', hint: LINES }],
  [/['`|]/, { why: 'it contains a quote or a pipe', hint: JQ }],
  [/\s/, { why: 'it contains a space', hint: 'separate ids with spaces, outside of quotes' }],
  [/,/, { why: 'it contains a comma', hint: 'separate ids with spaces; use --fields for field names' }],
];

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
  const bare = id.replaceAll(/\([^()\s]*\)/g, '');
  const slip = SLIPS.find(([pattern]) => pattern.test(bare))?.[1];
  if (slip === undefined) return;
  throw createUsageError(`${place ?? `"${maskId(id)}"`} is not an id: ${slip.why}`, slip.hint);
}
