import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import { ACTIONS, Action, type ActionType } from '../../../service/actions.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { askMessage, type MessageHints } from './ask-message.ts';
import { type EntryOptions, findEntryFault, type WizardContext } from './wizard-context.ts';

/** What is known of an action, with hints for its message. */
export interface ActionOptions extends EntryOptions {
  readonly hints?: MessageHints;
}

/** Asks for the missing fields of an action. */
type ActionFields = (wanted: Required<ActionOptions>, talk: WizardContext) => Promise<object>;

const FIELDS: Readonly<Record<ActionType, ActionFields>> = {
  async send_dm({ known, before, hints }, talk) {
    const wanted = {
      type: 'send_dm',
      message: 'What does the DM say?',
      ...hints,
      ...suggestBefore(before, 'message'),
    } as const;
    return { message: known['message'] ?? (await askMessage(wanted, talk)) };
  },
  async fire_webhook({ onlyNeeded, before }, { prompts }) {
    if (onlyNeeded) return {};
    const sendCompletedEvent = await prompts.choose({
      message: 'When should the webhook be called?',
      choices: before['sendCompletedEvent'] === true ? TELLS.toReversed() : TELLS,
    });
    return { ...(sendCompletedEvent && { sendCompletedEvent }) };
  },
  async send_email({ known, onlyNeeded, before }, talk) {
    const to = known['to'] ?? (await askAddress(before, talk));
    const subject = onlyNeeded ? '' : await askSubject(before, talk);
    const wanted = {
      type: 'send_email',
      message: 'What does the email say?',
      ...suggestBefore(before, 'message'),
    } as const;
    const message = known['message'] ?? (await askMessage(wanted, talk));
    return { to, ...(subject !== '' && { subject }), message };
  },
};

/** Asks for everything about an action that is not known; each answer is validated as by the service. */
export async function askAction(
  type: ActionType,
  talk: WizardContext,
  { known = {}, onlyNeeded = false, before = {}, hints = {} }: ActionOptions = {},
): Promise<Action> {
  const asked = await FIELDS[type]({ known, onlyNeeded, before, hints }, talk);
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

const TELLS: readonly PromptChoice<boolean>[] = [
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

function askAddress(before: LooseRecord, { prompts }: WizardContext): Promise<string> {
  const type = 'send_email';
  return prompts.text({
    message: 'What is the email address?',
    ...suggestBefore(before, 'to'),
    check: (to) => findEntryFault('actions', { type, to }, 'to'),
  });
}

function askSubject(before: LooseRecord, { prompts }: WizardContext): Promise<string> {
  const type = 'send_email';
  return prompts.text({
    message: 'Subject (optional):',
    ...suggestBefore(before, 'subject'),
    check: (subject) => (subject === '' ? null : findEntryFault('actions', { type, subject }, 'subject')),
  });
}
