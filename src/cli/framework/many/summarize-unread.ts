import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { getLegName, readFailedLeg } from '../output/failures.ts';
import { formatErrorsShow } from './combine-failures.ts';

/** A network of an id that was not read, or an id of which nothing was. */
export interface UnreadPart {
  readonly id: string;
  readonly error: unknown;
}

/**
 * The note about entries of a failure, which name their ids where there are several.
 *
 * @param noun what the ids are of; null for a single one
 */
export function listUnreadNotes(
  errors: readonly unknown[] | undefined,
  noun: string | null,
): readonly string[] {
  const parts = (errors ?? []).map((error) => ({ id: readFailedLeg(error).requestedId, error }));
  const sentence = summarizeUnread(parts, { noun });
  return sentence === null ? [] : [sentence];
}

/**
 * What was not read, in one sentence however much it is: `TikTok in 3 posts (288), Facebook in 1 post (485)`, and the
 * command that explains the codes. A single part has its words beside the code.
 *
 * @param noun what the ids are of; null where there is only one, which is not counted
 * @returns null for no parts
 */
export function summarizeUnread(
  parts: readonly UnreadPart[],
  { noun = 'post', start = 'not read: ' }: { noun?: string | null; start?: string } = {},
): string | null {
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1) return start + describeOnly(first, noun);
  const groups = Map.groupBy(parts, ({ error }) => readFailedLeg(error).platform).values();
  const reported = [...groups.map((group) => describeGroup(group, noun))].join(', ');
  const help = formatErrorsShow(parts.map(({ error }) => error));
  return `${start}${reported}${help === '' ? '' : `; ${help}`}`;
}

/** `TikTok in 3 posts (288)`; a single id that failed as a whole is named. */
function describeGroup(parts: readonly UnreadPart[], noun: string | null): string {
  const legs = parts.map(({ error }) => readFailedLeg(error));
  const ids = [...new Set(parts.map(({ id }) => id))];
  const count = noun === null ? '' : formatCount(ids.length, noun);
  const whole = ids.length === 1 ? `the ${noun} ${ids[0]}` : count;
  const platform = legs[0]?.platform ?? '';
  const name =
    platform === '' && noun !== null ? whole : [getLegName(platform), count].filter(Boolean).join(' in ');
  const reasons = [...new Set(legs.map(({ code, words }) => code || words))].filter(Boolean).join(', ');
  return reasons === '' ? name : `${name} (${reasons})`;
}

/** `TikTok (288: The TikTok post is still being processed.)` */
function describeOnly({ id, error }: UnreadPart, noun: string | null): string {
  const { platform, code, words } = readFailedLeg(error);
  const name = platform === '' && noun !== null && id !== '' ? `the ${noun} ${id}` : getLegName(platform);
  return `${name} (${[code, words].filter(Boolean).join(': ')})`;
}
