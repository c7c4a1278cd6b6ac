import type { ControlInput } from '../../service/control/control.ts';
import { ENGAGEMENTS, type EngagementKind } from '../../service/engagement.ts';
import { EVENT_TRIGGERS, type EventName } from '../automations/event-names.ts';
import { checkParts, EVENT_PARTS, type EventPart, type EventParts } from '../automations/event-parts.ts';
import { buildWords, type CommandText, crier } from '../shell/shell-command.ts';

/** An engagement as described by the command line. */
export interface EngageFlags extends EventParts {
  readonly kind: EventName;
  /** Handle; undefined for an existing comment. */
  readonly from?: string | undefined;
  /** Alias of the profile of the account. */
  readonly profile: string;
  readonly count: number;
}

/** Required details; an existing comment is reported again with its own text. */
export function listRequiredParts({
  kind,
  commentId,
}: Pick<EngageFlags, 'kind' | 'commentId'>): readonly EventPart[] {
  return kind === 'reaction' || commentId !== undefined ? [] : ['text'];
}

/** An example command. */
export function buildExample(kind: EventName): CommandText {
  const textFlag = kind === 'reaction' ? [] : buildWords`--text "The GUIDE, please"`;
  return crier`sandbox engage ${kind} --from mara ${textFlag}`;
}

/**
 * Builds the input of the sandbox's `engage`.
 *
 * @throws CrierError of kind usage when a flag is missing, or does not apply to this kind
 */
export function buildEngageInput(flags: EngageFlags): ControlInput<'engage'> {
  checkParts(flags, {
    label: flags.kind,
    takes: EVENT_PARTS[flags.kind],
    needs: listRequiredParts(flags),
    example: buildExample(flags.kind),
  });
  const { from, text, emoji, post: postId, story: storyId, commentId, count } = flags;
  const profile = flags.profile === 'none' ? 'primary' : flags.profile;
  const who = from === undefined ? {} : { from: { username: from } };
  return {
    kind: toEngagementKind(flags.kind),
    profile,
    ...who,
    text,
    emoji,
    postId,
    storyId,
    commentId,
    count,
  };
}

/** The kind of engagement that matches the same type of trigger. */
function toEngagementKind(kind: EventName): EngagementKind {
  // Object.keys loses the types of the keys.
  const kinds = Object.keys(ENGAGEMENTS) as EngagementKind[];
  return kinds.find((each) => ENGAGEMENTS[each].trigger === EVENT_TRIGGERS[kind]) ?? 'comment';
}
