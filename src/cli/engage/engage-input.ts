import type { ControlInput } from '../../facts/control.ts';
import { ENGAGEMENTS, type EngagementKind } from '../../facts/engagement.ts';
import { EVENT_TRIGGERS, type EventName } from '../automations/event-names.ts';
import { checkParts, EVENT_PARTS, type EventPart, type EventParts } from '../automations/event-parts.ts';
import { buildWords, type CommandText, crier } from '../shell-command.ts';

/** What somebody does, in the words of a command line. */
export interface EngageFlags extends EventParts {
  readonly kind: EventName;
  /** A handle; left out of what the network tells once more. */
  readonly from?: string | undefined;
  /** Alias of the profile whose account it is. */
  readonly profile: string;
  readonly count: number;
}

/** What each kind is nothing without; a comment that is there is told of once more, with its own text. */
export function listRequiredParts({
  kind,
  commentId,
}: Pick<EngageFlags, 'kind' | 'commentId'>): readonly EventPart[] {
  return kind === 'reaction' || commentId !== undefined ? [] : ['text'];
}

/** A command line that lets somebody do this. */
export function buildExample(kind: EventName): CommandText {
  const textFlag = kind === 'reaction' ? [] : buildWords`--text "The GUIDE, please"`;
  return crier`sandbox engage ${kind} --from mara ${textFlag}`;
}

/**
 * What the flags say, as an order to the sandbox.
 *
 * @throws CrierError of kind usage when a flag is missing, or means nothing for this kind
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

/** The kind of engagement that the same type of trigger listens to. */
function toEngagementKind(kind: EventName): EngagementKind {
  // Object.keys forgets the names of a constant's members.
  const kinds = Object.keys(ENGAGEMENTS) as EngagementKind[];
  return kinds.find((each) => ENGAGEMENTS[each].trigger === EVENT_TRIGGERS[kind]) ?? 'comment';
}
