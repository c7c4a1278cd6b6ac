import type { ActionType } from '../../../service/actions.ts';
import { PLACEHOLDERS, type PlaceholderName } from '../../../service/placeholders.ts';
import type { PromptDrawing, TextQuestion } from '../../prompts/prompts.ts';
import { wrap } from '../../render/wrap.ts';
import { findEntryFault } from './entry-fault.ts';
import { sampleValues } from './sample-values.ts';
import type { WizardContext } from './wizard-context.ts';

/** Suggestion and example for a message. */
export type MessageHints = Pick<TextQuestion, 'suggestion' | 'example'>;

/** The question for a message. */
interface MessageQuestion extends MessageHints {
  readonly type: Extract<ActionType, 'send_dm' | 'send_email'>;
  /** The question. */
  readonly message: string;
}

/** Asks for a message and lists its placeholders. */
export async function askMessage(
  { type, ...question }: MessageQuestion,
  talk: WizardContext,
): Promise<string> {
  await talk.prompts.show(drawPlaceholders(listPlaceholders(talk)));
  return talk.prompts.longText({
    ...question,
    check: (message) => findEntryFault('actions', { type, message }, 'message'),
  });
}

/** Placeholders with a value for at least one of the triggers. */
function listPlaceholders({ triggers, now }: WizardContext): readonly PlaceholderName[] {
  const samples = triggers.map((trigger) => sampleValues(trigger, now()));
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
