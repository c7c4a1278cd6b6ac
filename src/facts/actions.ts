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
    .describe(`minutes in which it fires once for a person; 0 for every time; left out, ${WINDOW.default}`),
};

const SendDm = z.strictObject({
  type: z.literal('send_dm'),
  message: Template.describe('what the DM says; with messageUrl, what it falls back on'),
  messageUrl: z.string().optional().describe('public https address that is asked for the text each time'),
  timeoutMs: z
    .int()
    .min(1)
    .max(TIMEOUT.max)
    .optional()
    .describe(`how long that may take, in milliseconds; left out, ${TIMEOUT.default}`),
  ...CommonFields,
});

const FireWebhook = z.strictObject({
  type: z.literal('fire_webhook'),
  sendCompletedEvent: z.boolean().optional().describe('also tell when the dispatch has finished'),
  ...CommonFields,
});

const SendEmail = z.strictObject({
  type: z.literal('send_email'),
  to: z
    .email({ error: ({ input }) => (input === undefined ? undefined : 'must be an email address') })
    .describe('whom it goes to'),
  subject: Template.regex(/^[^\r\n\0]*$/, 'must be one line')
    .optional()
    .describe('one line'),
  message: Template.describe('what the email says'),
  ...CommonFields,
});

/**
 * The action types. `templates` lists the fields in which placeholders are resolved.
 *
 * @see docs/service/automations.md#actions, #AUT-08 to #AUT-12
 */
export const ACTIONS = {
  send_dm: { shape: SendDm, summary: 'send a DM to the engaging user', templates: ['message'] },
  fire_webhook: {
    shape: FireWebhook,
    summary: 'post the event to the webhook that is registered for automations',
    templates: [],
  },
  send_email: { shape: SendEmail, summary: 'queue an email', templates: ['subject', 'message'] },
} as const;
export type ActionType = keyof typeof ACTIONS;

/** What an automation does when it fires; the fields of an action are siblings of `type`. */
export const Action = z.discriminatedUnion('type', [SendDm, FireWebhook, SendEmail]);
export type Action = z.infer<typeof Action>;
