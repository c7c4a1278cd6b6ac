import type { NewAutomation } from '../../../service/endpoints/automation.ts';
import { ALL, type Trigger } from '../../../service/triggers.ts';
import type { PostEntry } from '../../posts/post-entry.ts';
import { formatRelativeTime } from '../../render/relative-time.ts';
import { truncate } from '../../render/width.ts';
import type { TargetKind, WizardContext } from './wizard-context.ts';

/** The text of a post in one line. @param cells maximum width */
export function formatPostText({ post }: PostEntry, cells: number): string {
  return truncate((post ?? '').replaceAll(/\s+/g, ' ').trim(), cells) || 'no text';
}

/** The age of a post; empty when it is unknown. */
export function formatPostAge({ created }: PostEntry, now: number): string {
  const ms = created === null ? Number.NaN : Date.parse(created);
  return Number.isNaN(ms) ? '' : formatRelativeTime(ms, now);
}

/** A post or story that a trigger names. */
export interface TriggerPost {
  readonly place: TargetKind;
  readonly id: string;
}

/** The single post or story that a trigger listens to; null when it listens to all, or to none. */
export function findTarget(trigger: Trigger): TriggerPost | null {
  const [place, id] =
    'postId' in trigger
      ? (['post', trigger.postId] as const)
      : (['story', 'storyId' in trigger ? trigger.storyId : undefined] as const);
  return id === undefined || id === ALL ? null : { place, id };
}

/** Descriptions of posts and stories by id: `"Swan or dove?…", 2d ago`. */
export type KnownPosts = ReadonlyMap<string, string>;

const SHOWN_CELLS = 32;

/** Reads the posts and stories that an automation names. */
export async function readKnownPosts(
  { triggers }: NewAutomation,
  { findPosts, now }: Pick<WizardContext, 'findPosts' | 'now'>,
): Promise<KnownPosts> {
  const known = new Map<string, string>();
  for (const target of triggers.map(findTarget)) {
    if (target === null) continue;
    const post = (await findPosts(target.place)).find(({ id }) => id === target.id);
    if (post === undefined) continue;
    const age = formatPostAge(post, now());
    known.set(target.id, `"${formatPostText(post, SHOWN_CELLS)}"${age && `, ${age}`}`);
  }
  return known;
}
