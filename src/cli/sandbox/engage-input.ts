import { createUsageError } from '../../errors.ts';
import type { ControlInput } from '../../service/control/control.ts';
import { ENGAGEMENTS, type EngagementKind } from '../../service/engagement.ts';
import {
  checkParts,
  EVENT_NAMES,
  EVENT_PARTS,
  EVENT_TRIGGERS,
  type EventName,
  type EventPart,
  type EventParts,
} from '../automations/event-flags.ts';
import { EndOfAnswers, type Prompts } from '../prompts/prompts.ts';
import { buildWords, type CommandText, crier } from '../shell/shell-command.ts';

/** An engagement as described by the command line. */
interface EngageFlags extends EventParts {
  readonly kind: EventName;
  /** Handle; undefined for an existing comment. */
  readonly from?: string | undefined;
  /** Alias of the profile of the account. */
  readonly profile: string;
  readonly count: number;
}

/** Required details; an existing comment is reported again with its own text. */
function listRequiredParts({
  kind,
  commentId,
}: Pick<EngageFlags, 'kind' | 'commentId'>): readonly EventPart[] {
  return kind === 'reaction' || commentId !== undefined ? [] : ['text'];
}

/** An example command. */
function buildExample(kind: EventName): CommandText {
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

/** Input from the command line; the rest is asked for. */
type EngageDraft = Omit<EngageFlags, 'kind'> & { readonly kind?: EventName | undefined };

const KIND_LABELS: Readonly<Record<EventName, string>> = {
  comment: 'comments on a post',
  'story-reply': 'replies to a story',
  'story-comment': 'comments on a story',
  reaction: 'reacts to a DM',
  dm: 'sends a DM',
};

/**
 * Asks for the input that the command line lacks.
 *
 * @param open opens the prompts; null without a terminal
 * @throws CrierError of kind usage when something is missing and cannot be asked for
 */
export async function askEngage(
  draft: EngageDraft,
  open: () => Promise<Prompts | null>,
): Promise<EngageFlags> {
  const kind = draft.kind ?? (await askKind(open));
  const from = draft.from ?? (await askFrom({ ...draft, kind }, open));
  const asksText = draft.text === undefined && listRequiredParts({ ...draft, kind }).includes('text');
  const text = asksText ? await askText(open) : draft.text;
  return { ...draft, kind, from, text };
}

async function askKind(open: () => Promise<Prompts | null>): Promise<EventName> {
  const choices = EVENT_NAMES.map((value) => ({ value, label: KIND_LABELS[value] }));
  const kind = await askOrNull(open, (prompts) =>
    prompts.choose({ message: 'What does the follower do?', choices }),
  );
  if (kind !== null) return kind;
  throw createUsageError(
    'the event is missing',
    `use one of ${EVENT_NAMES.join(', ')}, for example: ${buildExample('comment')}`,
  );
}

/** The author of an existing comment is known. */
async function askFrom(
  { kind, commentId }: Pick<EngageFlags, 'kind' | 'commentId'>,
  open: () => Promise<Prompts | null>,
): Promise<string | undefined> {
  if (commentId !== undefined) return undefined;
  const from = await askOrNull(open, (prompts) =>
    prompts.text({ message: 'Who is the follower?', example: 'mara', check: checkNotBlank('a handle') }),
  );
  if (from !== null) return from.trim().replace(/^@/, '');
  throw createUsageError('--from is missing', buildExample(kind));
}

/** A missing text is refused later, together with other faults. */
async function askText(open: () => Promise<Prompts | null>): Promise<string | undefined> {
  const text = await askOrNull(open, (prompts) =>
    prompts.text({
      message: 'What do they write?',
      example: 'The GUIDE, please',
      check: checkNotBlank('a text'),
    }),
  );
  return text ?? undefined;
}

function checkNotBlank(what: string): (answer: string) => string | null {
  return (answer) => (answer.trim() === '' ? `enter ${what}` : null);
}

/** Null without a terminal or an answer. */
async function askOrNull<Answer>(
  open: () => Promise<Prompts | null>,
  ask: (prompts: Prompts) => Promise<Answer>,
): Promise<Answer | null> {
  const prompts = await open();
  if (prompts === null) return null;
  try {
    return await ask(prompts);
  } catch (error) {
    if (error instanceof EndOfAnswers) return null;
    throw error;
  }
}
