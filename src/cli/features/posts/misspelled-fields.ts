import { isRecord } from '../../../domain/json/loose-record.ts';
import { POST_NAMES, POST_OPTION_NAMES } from '../../../domain/posts/name-warnings.ts';
import { createNameSuggester } from '../../../domain/text/names.ts';
import { OPTIONS_PLATFORM, PostBody } from '../../../service/post-body.ts';
import { toLetters } from '../../framework/input/flags/flags.ts';
import type { SettableBody } from '../../framework/input/flags/set-fields.ts';
import { suggestNetwork } from './post-flags.ts';

const findNearName = createNameSuggester(POST_NAMES);

/** The names of flags, and the fields that they set; a file may have them as well, in any spelling. */
export const FLAG_NAMES: Readonly<Record<string, string>> = {
  text: 'post',
  platform: 'platforms',
  network: 'platforms',
  networks: 'platforms',
  media: 'mediaUrls',
  mediaurl: 'mediaUrls',
  schedule: 'scheduleDate',
  approvefirst: 'requiresApproval',
  firstcomment: 'firstComment',
  autohashtag: 'autoHashtag',
  shortenlinks: 'shortenLinks',
  disablecomments: 'disableComments',
  idempotencykey: 'idempotencyKey',
};

/** The same, and names of the same fields elsewhere. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...FLAG_NAMES,
  content: 'post',
  caption: 'post',
  message: 'post',
  scheduledate: 'scheduleDate',
  scheduledat: 'scheduleDate',
  note: 'notes',
};

/**
 * Finds misspelled fields of a post. The service would accept and ignore them, so an option would silently have no
 * effect. Names that are not similar to any field are left.
 *
 * @see docs/service/posts.md#body, #options
 */
export function findMisspellings(body: unknown): readonly { typed: string; suggestion: string }[] {
  if (!isRecord(body)) return [];
  return Object.keys(body).flatMap((typed) => {
    const suggestion = POST_NAMES.includes(typed) ? null : suggestPostField(typed);
    return suggestion === null ? [] : [{ typed, suggestion }];
  });
}

/** Suggests the field of a post that was most likely meant; null if none is similar. */
function suggestPostField(typed: string): string | null {
  const bare = toLetters(typed);
  const same = POST_NAMES.find((name) => name.toLowerCase() === bare);
  if (same !== undefined) return same;
  if (Object.hasOwn(SYNONYMS, bare)) return SYNONYMS[bare] ?? null;
  return findOptionsName(bare) ?? findNearName(typed);
}

/** Names of options contain the network, in several spellings. */
function findOptionsName(bare: string): string | null {
  const network = /^(.+?)options?$/.exec(bare)?.[1];
  const platform = network === undefined ? null : suggestNetwork(network);
  return POST_OPTION_NAMES.find((name) => OPTIONS_PLATFORM[name] === platform) ?? null;
}

/** The fields that `--set` and the columns of a table can set. */
export const SETTABLE_POST: SettableBody = {
  schema: PostBody,
  plain: 'tikTokOptions.visibility=private',
  deep: 'instagramOptions.altText.0=text',
  code: 101,
  others: 'a field that crier does not know can be given in a file, and is passed on unchanged',
  suggestName: suggestPostField,
};
