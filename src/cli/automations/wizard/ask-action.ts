import { ACTIONS, Action, type ActionType } from '../../../service/actions.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import type { WizardPrompts } from '../../wizard/wizard.ts';
import { omitUndefined } from '../read-part-flags.ts';
import { askMessage } from './ask-message.ts';
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

/** Asks for everything about an action that is not known. */
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

/** The action types as choices. */
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

/** Asks for the dedup window of an action. */
export async function askWindow(before: Action, { prompts }: WizardPrompts): Promise<Action> {
  const chosen = await prompts.choose<number | null>({
    message: 'How often can it happen per person?',
    choices: [
      {
        value: WINDOW.default,
        label: `Once in ${WINDOW.default / DAY_MINUTES} days`,
        hint: 'default',
      },
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
