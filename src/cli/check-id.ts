import { createUsageError } from '../errors.ts';
import { maskLikelySecret } from './mask-likely-secret.ts';

interface IdSlip {
  /** What is wrong with the text, behind "is no id: ". */
  readonly why: string;
  readonly hint: string;
}

const JQ = 'a program of jq goes with --jq';
const LINES = 'ids alone are printed by --jq, such as "posts list --jq \'.posts[].id\'"';

/** What people write where ids stand, the surest first. Everything else may be an id: networks have many kinds. */
const SLIPS: readonly (readonly [RegExp, IdSlip])[] = [
  [/^https?:\/\/|^www\./i, { why: 'it is a URL', hint: 'give the id that is in it' }],
  [/^\.\.?$/, { why: 'it is a folder', hint: 'ids are printed by the lists, such as "posts list"' }],
  [/^\.(?!\.)/, { why: 'it begins with a dot', hint: JQ }],
  [/[{}[\]"]/, { why: 'it looks like JSON', hint: LINES }],
  [/['`|]/, { why: 'it holds a sign that no id has', hint: JQ }],
  [/\s/, { why: 'it holds white space', hint: 'give each id as a word of its own' }],
  [/,/, { why: 'it holds a comma', hint: 'ids are parted by spaces; fields go with --fields' }],
];

/** No id of the service is longer, and every key is. */
const LONGEST_ID = 20;

/** What are ids but for the signs that part them is no secret; of anything else, a part may be a key that went astray. */
function maskId(text: string): string {
  return text.split(/[\s,]/).every((part) => /^\w*$/.test(part) && part.length <= LONGEST_ID)
    ? text
    : maskLikelySecret(text);
}

/**
 * Refuses what no network and no service would call an id, before anything is asked with it. A comma inside of
 * parentheses is linkedin's.
 *
 * @param place where it was read, when it does not stand on the command line: `line 3 of ids.txt`
 * @throws CrierError of kind usage
 */
export function checkId(id: string, place?: string): void {
  const bare = id.replaceAll(/\([^()\s]*\)/g, '');
  const slip = SLIPS.find(([pattern]) => pattern.test(bare))?.[1];
  if (slip === undefined) return;
  throw createUsageError(`${place ?? `"${maskId(id)}"`} is no id: ${slip.why}`, slip.hint);
}
