import type { ActionType } from '../../facts/actions.ts';
import { PLACEHOLDERS, type PlaceholderName } from '../../facts/placeholders.ts';
import type { Drawing, TextQuestion } from '../prompts/prompts.ts';
import { wrap } from '../render/wrap.ts';
import type { Conversation } from './conversation.ts';
import { entryFault } from './entry-fault.ts';
import { sampleValues } from './sample-values.ts';

/** What is taken when nothing is typed, and what a message can look like. */
export type MessageHints = Pick<TextQuestion, 'suggestion' | 'example'>;

/** A message that is to be written. */
interface MessageWanted extends MessageHints {
  readonly type: Extract<ActionType, 'send_dm' | 'send_email'>;
  /** The question. */
  readonly message: string;
}

/** Asks for a message, and tells what can be filled in. */
export async function askMessage({ type, ...question }: MessageWanted, talk: Conversation): Promise<string> {
  await talk.prompts.show(placeholderList(offered(talk)));
  return talk.prompts.longText({
    ...question,
    check: (message) => entryFault('actions', { type, message }, 'message'),
  });
}

/** What stands for something at least for one of the triggers. */
function offered({ triggers, now }: Conversation): readonly PlaceholderName[] {
  const samples = triggers.map((trigger) => sampleValues(trigger, now()));
  return PLACEHOLDER_NAMES.filter((name) => samples.some((values) => values[name] !== null));
}

const PLACEHOLDER_NAMES = Object.keys(PLACEHOLDERS) as PlaceholderName[]; // the table's own keys

/** What people write messages with; the others are for programs. */
const USEFUL = {
  recipient_username: 'their handle',
  comment_text: 'their text',
  matched_keyword: 'what matched',
  sender_username: 'your handle',
} as const satisfies Partial<Record<PlaceholderName, string>>;

function placeholderList(names: readonly PlaceholderName[]): Drawing {
  const useful = Object.entries(USEFUL).filter(([name]) => names.some((each) => each === name));
  const others = names.filter((name) => !Object.hasOwn(USEFUL, name));
  const widest = Math.max(0, ...useful.map(([name]) => name.length));
  return ({ width, palette }) =>
    [
      'Filled in for each person:',
      ...useful.map(([name, meaning]) => `${`{{${name}}}`.padEnd(widest + '{{}}'.length)}  ${meaning}`),
      ...wrap(`also ${others.join(', ')}`, width - INDENT.length),
    ].map((line) => palette.dim(INDENT + line));
}

const INDENT = '  ';
