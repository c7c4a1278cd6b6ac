import { createUsageError } from '../../errors.ts';
import { EVENT_NAMES, type EventName } from '../automations/event-names.ts';
import { EndOfAnswers, type Prompts } from '../prompts/prompts.ts';
import { buildExample, type EngageFlags, listRequiredParts } from './engage-input.ts';

/** What the command line says; the rest is asked for. */
export type EngageDraft = Omit<EngageFlags, 'kind'> & { readonly kind?: EventName | undefined };

const KIND_LABELS: Readonly<Record<EventName, string>> = {
  comment: 'comments on a post',
  'story-reply': 'replies to a story',
  'story-comment': 'comments on a story',
  reaction: 'reacts to a DM',
  dm: 'writes a DM',
};

/**
 * What the command line says, and what a person at the terminal says of what it leaves open.
 *
 * @param open how a conversation begins; null when nobody is there
 * @throws CrierError of kind usage when something is missing and nobody says it
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
    'what the follower does is missing',
    `it is one of ${EVENT_NAMES.join(', ')}: ${buildExample('comment')}`,
  );
}

/** Of a comment that is there it is known who wrote it. */
async function askFrom(
  { kind, commentId }: Pick<EngageFlags, 'kind' | 'commentId'>,
  open: () => Promise<Prompts | null>,
): Promise<string | undefined> {
  if (commentId !== undefined) return undefined;
  const from = await askOrNull(open, (prompts) =>
    prompts.text({ message: 'Who is it?', example: 'mara', check: checkNotBlank('a handle') }),
  );
  if (from !== null) return from.trim().replace(/^@/, '');
  throw createUsageError('--from is missing', buildExample(kind));
}

/** Left out, it is refused with the other mistakes. */
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
  return (answer) => (answer.trim() === '' ? `type ${what}` : null);
}

/** Null when nobody is there, or no answer comes. */
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
