import * as z from 'zod';
import { LIMITS } from './limits.ts';

const { dedupWindowMinutes: WINDOW, callbackTimeoutMs: TIMEOUT } = LIMITS;

/** A text with placeholders. @see docs/service/automations.md#AUT-12 */
const Template = z
  .string()
  .regex(/\S/, 'must not be blank')
  .superRefine((text, context) => {
    for (const name of findUnknownPlaceholders(text)) {
      const message = `unknown placeholder {{${name}}}`;
      const params = { typed: name, choices: Object.keys(PLACEHOLDERS) };
      context.addIssue({ code: 'custom', message, params });
    }
  });

const CommonFields = {
  dedupWindowMinutes: z
    .int()
    .min(WINDOW.min)
    .max(WINDOW.max)
    .optional()
    .describe(`runs once per person in this many minutes; 0: every time (default: ${WINDOW.default})`),
};

const SendDm = z.strictObject({
  type: z.literal('send_dm'),
  message: Template.describe('text of the DM; the fallback if messageUrl is set'),
  messageUrl: z.string().optional().describe('public https URL of a callback that returns the text'),
  timeoutMs: z
    .int()
    .min(1)
    .max(TIMEOUT.max)
    .optional()
    .describe(`callback timeout in milliseconds (default: ${TIMEOUT.default})`),
  ...CommonFields,
});

const FireWebhook = z.strictObject({
  type: z.literal('fire_webhook'),
  sendCompletedEvent: z.boolean().optional().describe('also send an event when the dispatch completes'),
  ...CommonFields,
});

const SendEmail = z.strictObject({
  type: z.literal('send_email'),
  to: z
    .email({ error: ({ input }) => (input === undefined ? undefined : 'must be an email address') })
    .describe('email address of the recipient'),
  subject: Template.regex(/^[^\r\n\0]*$/, 'must be one line')
    .optional()
    .describe('subject, a single line'),
  message: Template.describe('text of the email'),
  ...CommonFields,
});

/**
 * The action types. `templates` lists the fields in which placeholders are resolved.
 *
 * @see docs/service/automations.md#actions, #AUT-08 to #AUT-12
 */
export const ACTIONS = {
  send_dm: { shape: SendDm, summary: 'send a DM to the person', templates: ['message'] },
  fire_webhook: {
    shape: FireWebhook,
    summary: 'send the event to the webhook of automations',
    templates: [],
  },
  send_email: { shape: SendEmail, summary: 'queue an email', templates: ['subject', 'message'] },
} as const;
export type ActionType = keyof typeof ACTIONS;

/** What an automation does when it fires; the fields of an action are siblings of `type`. */
export const Action = z.discriminatedUnion('type', [SendDm, FireWebhook, SendEmail]);
export type Action = z.infer<typeof Action>;

/**
 * The placeholders of automation texts, and what each resolves to.
 *
 * @see docs/service/automations.md#placeholders, #AUT-12
 * @see docs/service/engine.md#ENG-17, #ENG-18
 */
export const PLACEHOLDERS = {
  recipient_username: 'handle of the person, if the event has it',
  recipient_id: 'Instagram-scoped id of the person',
  recipient_name: 'reserved; always empty',
  sender_username: 'username of the linked Instagram account',
  sender_name: 'display name of the linked Instagram account',
  comment_text: 'text of the comment, DM or story reply',
  comment_id: "the network's id of the comment or message",
  comment_sent_at: 'time of the event (ISO 8601), if known',
  matched_keyword: 'keyword that matched; for dm_reaction, the emoji',
  platform: 'network, such as instagram',
  trigger_type: 'type of the trigger that matched',
} as const;
export type PlaceholderName = keyof typeof PLACEHOLDERS;

/** U-32: two braces, any text without braces, two braces; only exact names are known. A single `{{` is plain text. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Returns the unknown placeholder names of a text, each once, in order. */
function findUnknownPlaceholders(text: string): readonly string[] {
  const names = text.matchAll(PLACEHOLDER).map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !Object.hasOwn(PLACEHOLDERS, name));
}
