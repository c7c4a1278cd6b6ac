import { isRecord } from '../../domain/json/loose-record.ts';
import { POST_NAMES, POST_OPTION_NAMES } from '../../domain/posts/post-names.ts';
import type { BodyFault } from '../../domain/requests/find-body-faults.ts';
import { createNameSuggester } from '../../domain/text/suggest-name.ts';
import { OPTIONS_PLATFORM } from '../../service/post-options.ts';
import { suggestNetwork } from './parse-networks.ts';

/** A wrong name and its correction. */
export interface MisspelledField extends BodyFault {
  readonly typed: string;
  readonly suggestion: string;
}

const findNearName = createNameSuggester(POST_NAMES);

/** Names of the flags, or of the same field elsewhere. */
const SYNONYMS: Readonly<Record<string, string>> = {
  text: 'post',
  content: 'post',
  caption: 'post',
  message: 'post',
  platform: 'platforms',
  network: 'platforms',
  networks: 'platforms',
  media: 'mediaUrls',
  mediaurl: 'mediaUrls',
  schedule: 'scheduleDate',
  scheduledate: 'scheduleDate',
  scheduledat: 'scheduleDate',
  approvefirst: 'requiresApproval',
  note: 'notes',
};

/**
 * Finds misspelled fields of a post. The service would accept and ignore them, so an option would silently have no
 * effect. Names that are not similar to any field are left.
 *
 * @see docs/service/posts.md#body, #options
 */
export function findMisspellings(body: unknown): readonly MisspelledField[] {
  if (!isRecord(body)) return [];
  return Object.keys(body).flatMap((typed) => {
    const suggestion = POST_NAMES.includes(typed) ? null : suggestMember(typed);
    return suggestion === null ? [] : [{ path: [typed], message: 'is misspelled', typed, suggestion }];
  });
}

function suggestMember(typed: string): string | null {
  const bare = typed.toLowerCase().replaceAll(/[^a-z]/g, '');
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
