import { buildTemplateValues, type TemplateValues } from '../../../domain/automations/fill-template.ts';
import { PLACEHOLDERS, type PlaceholderName } from '../../../service/actions.ts';
import { ENGAGEMENTS, type Engagement } from '../../../service/engagement.ts';
import { ALL, type Trigger } from '../../../service/triggers.ts';
import type { PromptDrawing, TextQuestion } from '../../prompts/prompts.ts';
import { wrap } from '../../render/wrap.ts';
import { type EntryContext, findEntryFault } from './wizard-context.ts';

/** Asks for the message of an action and lists its placeholders. */
export async function askMessage(
  type: string,
  question: Omit<TextQuestion, 'check'>,
  wizard: EntryContext,
): Promise<string> {
  await wizard.prompts.show(drawPlaceholders(listPlaceholders(wizard)));
  return wizard.prompts.longText({
    ...question,
    check: (message) => findEntryFault('actions', { type, message }, 'message'),
  });
}

/** Placeholders with a value for at least one of the triggers. */
function listPlaceholders({ automation, now }: EntryContext): readonly PlaceholderName[] {
  const samples = automation.triggers.map((trigger) => sampleValues(trigger, now()));
  return PLACEHOLDER_NAMES.filter((name) => samples.some((values) => values[name] !== null));
}

const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as PlaceholderName[];
// the keys of the table

/** Placeholders that are useful in messages; the others are for programs. */
const USEFUL = {
  recipient_username: 'their handle',
  comment_text: 'their text',
  matched_keyword: 'what matched',
  sender_username: 'your handle',
} as const satisfies Partial<Record<PlaceholderName, string>>;

function drawPlaceholders(names: readonly PlaceholderName[]): PromptDrawing {
  const useful = Object.entries(USEFUL).filter(([name]) => names.some((each) => each === name));
  const others = names.filter((name) => !Object.hasOwn(USEFUL, name));
  const widest = Math.max(0, ...useful.map(([name]) => name.length));
  return ({ width, palette }) =>
    [
      'Placeholders, filled in for each person:',
      ...useful.map(([name, meaning]) => `${`{{${name}}}`.padEnd(widest + '{{}}'.length)}  ${meaning}`),
      ...wrap(`also ${others.join(', ')}`, width - INDENT.length),
    ].map((line) => palette.dim(INDENT + line));
}

const INDENT = '  ';

const FOLLOWER = { id: '17841400000000001', username: 'a.follower' };
const SENDER = { username: 'your.account', name: 'Your Account' };
/**
 * The values of placeholders for a sample event of a trigger; null for those that its events never have.
 *
 * @param now milliseconds since 1970
 */
export function sampleValues(trigger: Trigger, now: number): TemplateValues {
  const keyword = 'keywords' in trigger ? (trigger.keywords?.[0] ?? null) : null;
  const engagement = createSampleEngagement(trigger, { keyword, now });
  return buildTemplateValues(engagement, {
    sender: SENDER,
    keyword: engagement.kind === 'reaction' ? engagement.emoji : keyword,
    triggerType: ENGAGEMENTS[engagement.kind].trigger,
  });
}

/** Creates an engagement that fires the trigger. */
function createSampleEngagement(
  trigger: Trigger,
  { keyword, now }: { readonly keyword: string | null; readonly now: number },
): Engagement {
  const every = { eventId: 'sample', from: FOLLOWER, at: now };
  const text = keyword === null ? 'Love it!' : `${keyword} please`;
  switch (trigger.type) {
    case 'comment_keyword':
      return { kind: 'comment', ...every, commentId: SAMPLE_ID, text, postId: getSampleId(trigger.postId) };
    case 'story_comment':
      return {
        kind: 'story_comment',
        ...every,
        commentId: SAMPLE_ID,
        text,
        storyId: getSampleId(trigger.storyId),
      };
    case 'story_reply':
      return {
        kind: 'story_reply',
        ...every,
        messageId: SAMPLE_ID,
        text,
        storyId: getSampleId(trigger.storyId),
      };
    case 'dm_keyword':
      return { kind: 'dm', ...every, messageId: SAMPLE_ID, text };
    case 'dm_reaction':
      return { kind: 'reaction', ...every, messageId: SAMPLE_ID, emoji: trigger.emoji ?? '❤️' };
  }
}

const SAMPLE_ID = '18000000000000001';

function getSampleId(target: string | undefined): string {
  return target === undefined || target === ALL ? SAMPLE_ID : target;
}
