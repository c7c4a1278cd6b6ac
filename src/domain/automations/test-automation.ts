import * as z from 'zod';
import { Action, type PlaceholderName } from '../../service/actions.ts';
import type { Engagement } from '../../service/engagement.ts';
import { Trigger } from '../../service/triggers.ts';
import { getField } from '../json/loose-record.ts';
import { formatPath } from '../requests/find-body-faults.ts';
import { readEntries } from './automation-entries.ts';
import { buildTemplateValues, fillTemplate, type TemplateValues } from './fill-template.ts';
import { explainMismatch, type Match, matchTrigger } from './match-trigger.ts';
import { explainMissingTarget, findUnsureTarget } from './unknown-target.ts';

export function formatPlaceholder(name: PlaceholderName): string {
  return `{{${name}}}`;
}

export interface TestableAutomation {
  /** Its file or id. */
  readonly source: string;
  /** The flat form; one from the service may contain entries of unknown types. */
  readonly flat: unknown;
  /** Null for one from a file. */
  readonly active: boolean | null;
}

/** Determines what an automation would do on an event. Makes no requests. */
export function testAutomation(
  { source, flat, active }: TestableAutomation,
  event: Engagement,
): TestedAutomation {
  const triggers = readEntries(flat, 'triggers').map((entry, index) => ({
    path: formatPath(['triggers', index]),
    type: String(getField(entry, 'type')),
    known: Trigger.safeParse(entry).data,
  }));
  const known = triggers.flatMap((each) =>
    each.known === undefined ? [] : [{ ...each, known: each.known }],
  );
  const match = matchTrigger(
    known.map((each) => each.known),
    event,
  );
  const fired = match === null ? undefined : known[match.index];
  const silences =
    fired === undefined ? triggers.map((each) => ({ ...each, ...explainMiss(each.known, event) })) : [];
  const name = getField(flat, 'name');
  return {
    source,
    name: typeof name === 'string' ? name : null,
    active,
    fires: silences.some(({ isSure }) => !isSure) ? null : fired !== undefined,
    trigger: fired?.path ?? null,
    type: fired?.type ?? null,
    keyword: match?.keyword ?? null,
    actions: match === null || fired === undefined ? [] : fillActions(flat, event, match, fired.type),
    misses: silences.map(({ path, type, reason }) => ({ trigger: path, type, reason })),
  };
}

const NOT_JUDGED = { reason: 'cannot be determined offline', isSure: false };

/** Says why a trigger does not fire, or cannot be judged. @param trigger undefined for an unknown type */
function explainMiss(trigger: Trigger | undefined, event: Engagement) {
  if (trigger === undefined) return NOT_JUDGED;
  const missing = explainMissingTarget(trigger, event);
  const unsure = findUnsureTarget(trigger, event);
  const why = missing ?? explainMismatch(unsure?.assumedTrigger ?? trigger, event);
  if (why !== null) return { reason: why, isSure: true };
  return unsure === null ? NOT_JUDGED : { reason: unsure.message, isSure: false };
}

function fillActions(flat: unknown, event: Engagement, match: Match, type: string): TestedAction[] {
  const sender = { username: formatPlaceholder('sender_username'), name: formatPlaceholder('sender_name') };
  const values: TemplateValues = {
    ...buildTemplateValues(event, { sender, keyword: match.keyword, triggerType: type }),
    comment_sent_at: formatPlaceholder('comment_sent_at'),
  };
  return readEntries(flat, 'actions').map((entry, index) => ({
    path: formatPath(['actions', index]),
    type: String(getField(entry, 'type')),
    ...fillTexts(Action.safeParse(entry).data, values),
  }));
}

type ActionTexts = Pick<TestedAction, 'to' | 'subject' | 'message' | 'messageUrl'>;

function fillTexts(action: Action | undefined, values: TemplateValues): ActionTexts {
  const nothing = { to: null, subject: null, message: null, messageUrl: null };
  switch (action?.type) {
    case undefined:
    case 'fire_webhook':
      return nothing;
    case 'send_dm':
      return {
        ...nothing,
        message: fillTemplate(action.message, values),
        messageUrl: action.messageUrl ?? null,
      };
    case 'send_email':
      return {
        ...nothing,
        to: action.to,
        subject: action.subject === undefined ? null : fillTemplate(action.subject, values),
        message: fillTemplate(action.message, values),
      };
  }
}

const Nullable = z.string().nullable();

export const TestedAction = z.strictObject({
  path: z.string().describe('position in the automation: actions[0]'),
  type: z.string(),
  to: Nullable.describe('recipient of an email'),
  subject: Nullable,
  message: Nullable.describe('with its placeholders filled in, except those that only the network knows'),
  messageUrl: Nullable.describe('callback URL that is asked for the text; the message is the fallback'),
});
export type TestedAction = z.infer<typeof TestedAction>;

export const TestedAutomation = z.strictObject({
  source: z.string().describe('file or id'),
  name: Nullable,
  active: z.boolean().nullable().describe('current state; null for one from a file'),
  fires: z.boolean().nullable().describe('null if it cannot be determined'),
  trigger: Nullable.describe('the trigger that fires, the first one that matches: triggers[0]'),
  type: Nullable.describe('type of the trigger'),
  keyword: Nullable.describe('keyword as configured; the emoji of a reaction'),
  actions: z.array(TestedAction).describe('in the order of execution; empty if it does not match'),
  misses: z
    .array(z.strictObject({ trigger: z.string(), type: z.string(), reason: z.string() }))
    .describe('reason why each trigger does not match, or cannot be determined; empty if one fires'),
});
export type TestedAutomation = z.infer<typeof TestedAutomation>;

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
