import * as z from 'zod';

const Nullable = z.string().nullable();

/** What an action would do. */
export const TestedAction = z.strictObject({
  path: z.string().describe('position in the automation: actions[0]'),
  type: z.string(),
  to: Nullable.describe('recipient of an email'),
  subject: Nullable,
  message: Nullable.describe('with its placeholders filled in, except those that only the network knows'),
  messageUrl: Nullable.describe('callback URL that is asked for the text; the message is the fallback'),
});
export type TestedAction = z.infer<typeof TestedAction>;

/** What one automation would do on an event. */
export const TestedAutomation = z.strictObject({
  source: z.string().describe('file or id'),
  name: Nullable,
  active: z.boolean().nullable().describe('current state; null for one from a file'),
  fires: z.boolean().nullable().describe('null if it cannot be determined'),
  trigger: Nullable.describe('the trigger that fires, the first one that matches: triggers[0]'),
  type: Nullable.describe('type of the trigger'),
  keyword: Nullable.describe('keyword as configured; the emoji of a reaction'),
  actions: z.array(TestedAction).describe('in the order of execution; empty if it stays silent'),
  misses: z
    .array(z.strictObject({ trigger: z.string(), type: z.string(), reason: z.string() }))
    .describe('reason why each trigger stays silent, or cannot be determined; empty if one fires'),
});
export type TestedAutomation = z.infer<typeof TestedAutomation>;

/** Output of `automations test`. */
export const TestDocument = z.strictObject({
  event: z.strictObject({
    event: z.string(),
    text: Nullable,
    post: Nullable,
    story: Nullable,
    emoji: Nullable,
    from: Nullable,
  }),
  automations: z.array(TestedAutomation),
});
export type TestDocument = z.infer<typeof TestDocument>;
