import type { PlaceholderName } from '../../../service/actions.ts';
import type { Engagement } from '../../../service/engagement.ts';
import { isLikelyServicePostId } from '../../../service/ids.ts';
import { ALL } from '../../../service/triggers.ts';
import { getField, type LooseRecord } from '../../json/loose-record.ts';
import { joinWithOr } from '../../text/lists-and-counts.ts';
import type { Warning } from '../keyword-warnings.ts';

/** Details of an event on the command line. */
export type EventPart = 'text' | 'post' | 'story' | 'emoji' | 'commentId';

/** What an engagement is built of; each kind takes what it has. */
export interface EngagementParts {
  readonly eventId: string;
  readonly from: Engagement['from'];
  readonly at: number | null;
  /** Of the comment or message. */
  readonly id: string;
  readonly text: string;
  /** Of the post or story. */
  readonly place: string;
  readonly emoji: string;
}

/** What differs between trigger types, beside their schemas in `TRIGGERS`. */
export interface TriggerRules {
  /** Details that its event can have. */
  readonly parts: readonly EventPart[];
  /** Those without which no event can be tried: keywords cannot be matched without a text. */
  readonly needs: readonly EventPart[];
  /** `a comment with INFO or LINK on any post`. @param flat as stored, also by a newer service */
  readonly describe: (flat: LooseRecord) => string;
  /** Finds what is valid but has no effect, or is deprecated. @param trigger also an invalid one */
  readonly findWarnings: (trigger: unknown) => readonly Warning[];
  /**
   * Whether a placeholder has no value.
   *
   * @see docs/service/automations.md#placeholders
   * @see docs/service/engine.md#M-09, #M-13
   */
  readonly leavesEmpty: (placeholder: PlaceholderName, trigger: unknown) => boolean;
  /** The engagement that it listens to. */
  readonly buildEngagement: (parts: EngagementParts) => Engagement;
}

/** `with INFO or LINK`, after the words before it. */
export function describeKeywords(words: string, { keywords }: LooseRecord): string {
  const listed = Array.isArray(keywords) ? keywords.map(String) : [];
  return listed.length === 0 ? words : `${words} with ${joinWithOr(listed)}`;
}

export function describeTarget(id: unknown, kind: 'post' | 'story'): string {
  return id === ALL ? `any ${kind}` : `the ${kind} ${id}`;
}

export function findStoryWarnings(trigger: unknown): readonly Warning[] {
  if (getField(trigger, 'storyId') !== undefined) return findTargetWarnings(trigger, 'storyId');
  const message = `storyId is missing, which means every story but is deprecated: write storyId: ${ALL}`;
  return [{ path: [], message }];
}

/**
 * Warns about targets that never match: users often have the URL of a post, or its Service Post ID, but the network
 * uses neither.
 *
 * @see docs/service/general.md#identifier-formats
 * @see docs/service/automations.md#get
 */
export function findTargetWarnings(trigger: unknown, name: 'postId' | 'storyId'): readonly Warning[] {
  const target = getField(trigger, name);
  const what = typeof target === 'string' ? describeMistakenTarget(target) : null;
  return what === null ? [] : [{ path: [name], message: `${what}: ${HOW_TO_FIND_ID}` }];
}

const HOW_TO_FIND_ID = 'triggers require the network\'s own id, which "crier posts get <id>" shows';

function describeMistakenTarget(target: string): string | null {
  if (target.includes('://')) return 'is a URL';
  return isLikelyServicePostId(target) ? 'looks like a Service Post ID' : null;
}
