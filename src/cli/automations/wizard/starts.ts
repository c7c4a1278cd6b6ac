import type { ActionType } from '../../../service/actions.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { TriggerType } from '../../../service/triggers.ts';
import type { MessageHints } from './ask-message.ts';

/** A template for common automations. */
export interface WizardStart {
  readonly label: string;
  readonly hint: string;
  /** Null to ask for it. */
  readonly trigger: TriggerType | null;
  readonly action: ActionType | null;
  /** Suggestion or example for the message. */
  readonly hints?: MessageHints;
}

/** Asks for everything. */
export const FROM_NOTHING: WizardStart = {
  label: 'Start from scratch',
  hint: `any trigger and any action, up to ${LIMITS.triggers.max} of each`,
  trigger: null,
  action: null,
};

export const STARTS: readonly WizardStart[] = [
  {
    label: 'Answer a comment with a DM',
    hint: 'someone comments a word, such as GUIDE, and gets a message',
    trigger: 'comment_keyword',
    action: 'send_dm',
    hints: { example: 'Here is the guide you asked for: https://…' },
  },
  {
    label: 'Thank people for replies to a story',
    hint: 'someone replies to a story, and gets a thank-you',
    trigger: 'story_reply',
    action: 'send_dm',
    // events of story replies have no handle
    hints: { suggestion: 'Thank you for your reply, it made our day!' },
  },
  {
    label: 'Answer a keyword in a DM',
    hint: 'someone writes a word, such as MENU, and gets the answer',
    trigger: 'dm_keyword',
    action: 'send_dm',
    hints: { example: 'Write HOURS for when we are open, BEANS for what we roast.' },
  },
  FROM_NOTHING,
];
