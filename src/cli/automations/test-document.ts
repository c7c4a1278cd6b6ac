import * as z from 'zod';

const Nullable = z.string().nullable();

/** What an action would do. */
export const TestedAction = z.strictObject({
  path: z.string().describe('where in the automation: actions[0]'),
  type: z.string(),
  to: Nullable.describe('the address of an email'),
  subject: Nullable,
  message: Nullable.describe(
    'with its placeholders filled in; what the network alone knows stays as it is written',
  ),
  messageUrl: Nullable.describe(
    'address that is asked for the text first; the message is what it falls back on',
  ),
});
export type TestedAction = z.infer<typeof TestedAction>;

/** What one automation would do about an event. */
export const TestedAutomation = z.strictObject({
  source: z.string().describe('the file, or the id'),
  name: Nullable,
  active: z.boolean().nullable().describe('whether it is now; null for one in a file'),
  fires: z.boolean().nullable().describe('null when it cannot be told here'),
  trigger: Nullable.describe('the one that fires, the first of those which match: triggers[0]'),
  type: Nullable.describe('its type'),
  keyword: Nullable.describe('as it is configured; of a reaction, the emoji'),
  actions: z.array(TestedAction).describe('one after the other; none when it stays silent'),
  misses: z
    .array(z.strictObject({ trigger: z.string(), type: z.string(), reason: z.string() }))
    .describe('why each trigger stays silent, or cannot be told to; none when one fires'),
});
export type TestedAutomation = z.infer<typeof TestedAutomation>;

/** What `automations test` found. */
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
