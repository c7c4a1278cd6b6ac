import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import { ACTIONS, Action, type ActionType } from '../../../service/actions.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import type { WizardPrompts } from '../../wizard/wizard.ts';
import { omitUndefined } from '../read-part-flags.ts';
import { askMessage, type MessageHints } from './ask-message.ts';
import { type EntryContext, type EntryOptions, findEntryFault } from './wizard-context.ts';

/** What is known of an action, with hints for its message. */
export interface ActionOptions extends EntryOptions {
  readonly hints?: MessageHints;
}

/** Asks for the missing fields of an action. */
type ActionFields = (wanted: Required<ActionOptions>, wizard: EntryContext) => Promise<object>;

const FIELDS: Readonly<Record<ActionType, ActionFields>> = {
  async send_dm({ known, before, hints }, wizard) {
    const wanted = {
      type: 'send_dm',
      message: 'What does the DM say?',
      ...hints,
      ...suggestBefore(before, 'message'),
    } as const;
    return { message: known['message'] ?? (await askMessage(wanted, wizard)) };
  },
  async fire_webhook({ onlyNeeded, before }, { prompts }) {
    if (onlyNeeded) return {};
    const sendCompletedEvent = await prompts.choose({
      message: 'When should the webhook be called?',
      choices: before['sendCompletedEvent'] === true ? COMPLETION_CHOICES.toReversed() : COMPLETION_CHOICES,
    });
    return { ...(sendCompletedEvent && { sendCompletedEvent }) };
  },
  async send_email({ known, onlyNeeded, before }, wizard) {
    const to = known['to'] ?? (await askAddress(before, wizard));
    const subject = onlyNeeded ? '' : await askSubject(before, wizard);
    const wanted = {
      type: 'send_email',
      message: 'What does the email say?',
      ...suggestBefore(before, 'message'),
    } as const;
    const message = known['message'] ?? (await askMessage(wanted, wizard));
    return { to, ...(subject !== '' && { subject }), message };
  },
};

/** Asks for everything about an action that is not known; each answer is validated as by the service. */
export async function askAction(
  type: ActionType,
  wizard: EntryContext,
  { known = {}, onlyNeeded = false, before = {}, hints = {} }: ActionOptions = {},
): Promise<Action> {
  const asked = await FIELDS[type]({ known, onlyNeeded, before, hints }, wizard);
  return Action.parse({ type, ...known, ...asked });
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

/** The previous value, as a suggestion. */
function suggestBefore(before: LooseRecord, field: string): { readonly suggestion?: string } {
  const value = before[field];
  return typeof value === 'string' ? { suggestion: value } : {};
}

function askAddress(before: LooseRecord, { prompts }: WizardPrompts): Promise<string> {
  const type = 'send_email';
  return prompts.text({
    message: 'What is the email address?',
    ...suggestBefore(before, 'to'),
    check: (to) => findEntryFault('actions', { type, to }, 'to'),
  });
}

function askSubject(before: LooseRecord, { prompts }: WizardPrompts): Promise<string> {
  const type = 'send_email';
  return prompts.text({
    message: 'Subject (optional):',
    ...suggestBefore(before, 'subject'),
    check: (subject) => (subject === '' ? null : findEntryFault('actions', { type, subject }, 'subject')),
  });
}

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
