import type { EventName } from '../../../domain/automations/event-triggers.ts';
import { EVENT_TRIGGERS } from '../../../domain/automations/event-triggers.ts';
import type { EventPart } from '../../../domain/automations/triggers/trigger-rules.ts';
import { createUsageError } from '../../../errors.ts';
import type { ControlInput } from '../../../service/control/control.ts';
import { ENGAGEMENTS, type EngagementKind } from '../../../service/engagement.ts';
import { AUTOMATION_PLATFORM, type MessagePlatform } from '../../../service/platforms.ts';
import type { Prompts } from '../../../world.ts';
import { buildWords, type CommandText, crier } from '../../framework/output/text/shell-command.ts';
import { EndOfAnswers } from '../../framework/terminal/prompts.ts';
import { askSteps, type WizardSteps } from '../../framework/terminal/wizard/wizard.ts';
import { checkParts, EVENT_NAMES, type EventParts, getEventRules } from '../automations/event-names.ts';
import { resolveProfile } from './account-input.ts';

/** What a follower can do: what automations listen to, and reading. */
export const ENGAGE_KINDS = [...EVENT_NAMES, 'read'] as const;
type EngageVerb = (typeof ENGAGE_KINDS)[number];

/** An engagement as described by the command line; missing values are asked for. */
export interface EngageDraft extends EventParts {
  kind?: EngageVerb | undefined;
  /** Handle; undefined for an existing comment. */
  from?: string | undefined;
  /** Alias of the profile of the account. */
  profile: string;
  count: number;
  /** Network of a DM. */
  platform: MessagePlatform;
}

/** Required details; an existing comment is reported again with its own text. */
function listRequiredParts({ kind, commentId }: EngageDraft): readonly EventPart[] {
  return kind === 'reaction' || kind === 'read' || commentId !== undefined ? [] : ['text'];
}

/** An example command. */
function buildExample(kind: EngageVerb): CommandText {
  const textFlag = kind === 'reaction' || kind === 'read' ? [] : buildWords`--text "The GUIDE, please"`;
  return crier`sandbox engage ${kind} --from mara ${textFlag}`;
}

/**
 * Builds the input of the sandbox's `engage`.
 *
 * @throws CrierError of kind usage when a flag is missing, or does not apply to this kind
 */
export function buildEngageInput(draft: EngageDraft): ControlInput<'engage'> {
  const { kind } = draft;
  if (kind === undefined || kind === 'read') {
    throw createUsageError(
      'the event is missing',
      `use one of ${ENGAGE_KINDS.join(', ')}, for example: ${buildExample('comment')}`,
    );
  }
  const example = buildExample(kind);
  if (isAuthorMissing(draft)) throw createUsageError('--from is missing', example);
  checkParts(draft, {
    label: kind,
    takes: getEventRules(kind).parts,
    needs: listRequiredParts(draft),
    example,
  });
  const { from, text, emoji, post: postId, story: storyId, commentId, count } = draft;
  if (draft.platform !== AUTOMATION_PLATFORM && kind !== 'dm')
    throw createUsageError(
      '--platform is for a dm only',
      `${kind} is always on Instagram: remove --platform`,
    );
  return {
    kind: toEngagementKind(kind),
    platform: draft.platform,
    profile: resolveProfile(draft.profile),
    from: from === undefined ? undefined : { username: from },
    text,
    emoji,
    postId,
    storyId,
    commentId,
    count,
  };
}

/**
 * Builds the input of the sandbox's `readMessages`.
 *
 * @throws CrierError of kind usage when a flag is missing, or does not apply to reading
 */
export function buildReadInput(draft: EngageDraft): ControlInput<'readMessages'> {
  const { from, platform, count } = draft;
  if (from === undefined) throw createUsageError('--from is missing', buildExample('read'));
  checkParts(draft, { label: 'read', takes: [], needs: [] });
  if (count > 1) throw createUsageError('--count cannot be used with read', 'remove it');
  return { platform, profile: resolveProfile(draft.profile), from: { username: from } };
}

/** The kind of engagement that matches the same type of trigger. */
function toEngagementKind(kind: EventName): EngagementKind {
  // Object.keys loses the types of the keys.
  const kinds = Object.keys(ENGAGEMENTS) as EngagementKind[];
  return kinds.find((each) => ENGAGEMENTS[each].trigger === EVENT_TRIGGERS[kind]) ?? 'comment';
}

const KIND_LABELS: Readonly<Record<EngageVerb, string>> = {
  comment: 'comments on a post',
  'story-reply': 'replies to a story',
  'story-comment': 'comments on a story',
  reaction: 'reacts to a DM',
  dm: 'sends a DM',
  read: 'reads the DMs of the account',
};

/** The author of an existing comment is known. */
function isAuthorMissing({ from, commentId }: EngageDraft): boolean {
  return (from ?? commentId) === undefined;
}

/** Opens the prompts; null without a terminal. */
type OpenPrompts = () => Promise<Prompts | null>;

/** What is asked for if it is missing; all of it is checked later. */
const ENGAGE_STEPS: WizardSteps<EngageDraft, OpenPrompts> = {
  kind: {
    extent: ({ kind }) => (kind === undefined ? 'all' : 'none'),
    ask: createQuestion(async (draft, prompts) => {
      const choices = ENGAGE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));
      return { ...draft, kind: await prompts.choose({ message: 'What does the person do?', choices }) };
    }),
  },
  from: {
    extent: (draft) => (isAuthorMissing(draft) ? 'all' : 'none'),
    ask: createQuestion(async (draft, prompts) => {
      const check = checkNotBlank('a handle');
      const from = await prompts.text({ message: 'Who is the person?', example: 'mara', check });
      return { ...draft, from: from.trim().replace(/^@/, '') };
    }),
  },
  text: {
    extent: (draft) =>
      draft.text === undefined && listRequiredParts(draft).includes('text') ? 'all' : 'none',
    ask: createQuestion(async (draft, prompts) => {
      const [example, check] = ['The GUIDE, please', checkNotBlank('a text')];
      return { ...draft, text: await prompts.text({ message: 'What do they write?', example, check }) };
    }),
  },
};

/** Asks for the input that the command line lacks, unless the command may not prompt or the input ends. */
export function askEngage(draft: EngageDraft, open: OpenPrompts): Promise<EngageDraft> {
  return askSteps(ENGAGE_STEPS, draft, open);
}

function checkNotBlank(what: string): (answer: string) => string | null {
  return (answer) => (answer.trim() === '' ? `enter ${what}` : null);
}

/** Returns null without a terminal or an answer. */
function createQuestion(ask: (draft: EngageDraft, prompts: Prompts) => Promise<EngageDraft>) {
  return async (draft: EngageDraft, open: OpenPrompts): Promise<EngageDraft | null> => {
    const prompts = await open();
    try {
      return prompts && (await ask(draft, prompts));
    } catch (error) {
      if (error instanceof EndOfAnswers) return null;
      throw error;
    }
  };
}
