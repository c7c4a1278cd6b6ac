import { buildTemplateValues, type TemplateValues } from '../../../../domain/automations/fill-template.ts';
import { getTarget } from '../../../../domain/automations/match-trigger.ts';
import { TRIGGER_RULES } from '../../../../domain/automations/triggers/rules-by-type.ts';
import {
  ACTIONS,
  Action,
  type ActionType,
  PLACEHOLDERS,
  type PlaceholderName,
} from '../../../../service/actions.ts';
import { ENGAGEMENTS, type Engagement } from '../../../../service/engagement.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { ALL, type Trigger } from '../../../../service/triggers.ts';
import type { PromptChoice, PromptDrawing, TextQuestion } from '../../../../world.ts';
import { wrap } from '../../../framework/output/text/wrap.ts';
import type { WizardPrompts } from '../../../framework/terminal/wizard/wizard.ts';
import { omitUndefined } from '../draft-flags.ts';
import {
  type AskedField,
  askFields,
  buildTextField,
  type EntryContext,
  type EntryOptions,
  findEntryFault,
  suggestBefore,
} from './wizard-context.ts';

const FIELDS: Readonly<Record<ActionType, readonly AskedField[]>> = {
  send_dm: [buildMessageField('What does the DM say?')],
  fire_webhook: [
    {
      name: 'sendCompletedEvent',
      isOptional: true,
      ask: ({ before }, { prompts }) =>
        prompts.choose({
          message: 'When should the webhook be called?',
          choices:
            before['sendCompletedEvent'] === true ? COMPLETION_CHOICES.toReversed() : COMPLETION_CHOICES,
        }),
    },
  ],
  send_email: [
    buildTextField('actions', 'to', { message: 'What is the email address?' }),
    buildTextField('actions', 'subject', { message: 'Subject (optional):', isOptional: true }),
    buildMessageField('What does the email say?'),
  ],
};

function buildMessageField(message: string): AskedField {
  return {
    name: 'message',
    ask: ({ type, before, hints }, wizard) =>
      askMessage(type, { message, ...hints, ...suggestBefore(before, 'message') }, wizard),
  };
}

export async function askAction(
  type: ActionType,
  wizard: EntryContext,
  options?: EntryOptions,
): Promise<Action> {
  return Action.parse(await askFields(FIELDS[type], { type, ...options }, wizard));
}

const LABELS: Readonly<Record<ActionType, string>> = {
  send_dm: 'Send a DM',
  fire_webhook: 'Fire a webhook',
  send_email: 'Send an email',
};

export const ACTION_CHOICES = (Object.keys(LABELS) as ActionType[]) // the keys of the table above
  .map((type) => ({ value: type, label: LABELS[type], hint: ACTIONS[type].summary }));

const COMPLETION_CHOICES: readonly PromptChoice<boolean>[] = [
  { value: false, label: 'When it fires', hint: 'one event' },
  {
    value: true,
    label: 'When it fires, and when all actions are done',
    hint: 'a second event reports the result',
  },
];

/** Asks for an action again; its dedup window, and the callback of a DM, are kept. */
export async function editAction(before: Action, wizard: EntryContext): Promise<Action> {
  const asked = await askAction(before.type, wizard, { before });
  const { dedupWindowMinutes } = before;
  const { messageUrl, timeoutMs } = before.type === 'send_dm' ? before : {};
  return Action.parse({ ...asked, ...omitUndefined({ dedupWindowMinutes, messageUrl, timeoutMs }) });
}

const { dedupWindowMinutes: WINDOW } = LIMITS;
const DAY_MINUTES = 24 * 60;
/** Value of the choice to type a number. */
const TYPED = null;

export async function askWindow(before: Action, { prompts }: WizardPrompts): Promise<Action> {
  const chosen = await prompts.choose<number | null>({
    message: 'How often can it happen per person?',
    choices: [
      { value: WINDOW.default, label: `Once in ${WINDOW.default / DAY_MINUTES} days`, hint: 'default' },
      { value: DAY_MINUTES, label: 'Once a day' },
      { value: WINDOW.min, label: 'Every time', hint: 'someone who comments twice gets it twice' },
      { value: TYPED, label: 'Another number of minutes' },
    ],
  });
  const message = 'Once in how many minutes?';
  const dedupWindowMinutes =
    chosen === TYPED ? Number(await prompts.text({ message, check: findWindowFault })) : chosen;
  return { ...before, dedupWindowMinutes };
}

function findWindowFault(typed: string): string | null {
  const dedupWindowMinutes = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return findEntryFault('actions', { type: 'fire_webhook', dedupWindowMinutes }, 'dedupWindowMinutes');
}

/** Asks for the message of an action and lists its placeholders. */
async function askMessage(
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

function createSampleEngagement(
  trigger: Trigger,
  { keyword, now }: { keyword: string | null; now: number },
): Engagement {
  return TRIGGER_RULES[trigger.type].buildEngagement({
    eventId: 'sample',
    from: FOLLOWER,
    at: now,
    id: SAMPLE_ID,
    text: keyword === null ? 'Love it!' : `${keyword} please`,
    place: getSampleId(getTarget(trigger)),
    emoji: ('emoji' in trigger ? trigger.emoji : undefined) ?? '❤️',
  });
}

const SAMPLE_ID = '18000000000000001';

function getSampleId(target: string | undefined): string {
  return target === undefined || target === ALL ? SAMPLE_ID : target;
}
