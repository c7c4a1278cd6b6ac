import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { findUnknownPlaceholders, PLACEHOLDERS } from './placeholders.ts';

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
