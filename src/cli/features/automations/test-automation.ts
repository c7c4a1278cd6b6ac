import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { readEntries } from '../../../domain/automations/automation-entries.ts';
import {
  buildTemplateValues,
  fillTemplate,
  type TemplateValues,
} from '../../../domain/automations/fill-template.ts';
import { explainMismatch, type Match, matchTrigger } from '../../../domain/automations/match-trigger.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { formatPath } from '../../../domain/requests/find-body-faults.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { Action } from '../../../service/actions.ts';
import { getAutomation } from '../../../service/endpoints/automations.ts';
import type { Engagement } from '../../../service/engagement.ts';
import { Trigger } from '../../../service/triggers.ts';
import type { FileAccess } from '../../framework/input/files/read-files.ts';
import { checkId } from '../../framework/many/read-ids.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import type { AutomationCandidate } from './candidate-files.ts';
import { explainMissingTarget, findUnsureTarget, formatPlaceholder } from './event-flags.ts';
import { flattenAutomation } from './stored-automation.ts';

/** Where automations are found: in files, or on the service, which is only called for ids. */
interface CandidateSources extends FileAccess {
  client(): Promise<Client>;
}

/**
 * Finds the automations in files and by ids, in the order of the arguments.
 *
 * @throws CrierError of kind usage when a file does not exist, cannot be read, or contains what the service would
 *   refuse
 */
export async function findCandidates(
  words: readonly string[],
  finding: CandidateSources,
): Promise<readonly AutomationCandidate[]> {
  const found: AutomationCandidate[] = [];
  for (const word of words) {
    found.push(
      ...(isFile(word, finding) ? await readFromFiles(word, finding) : [await fetchCandidate(word, finding)]),
    );
  }
  return found;
}

/** An existing path, or something that cannot be an id: ids contain neither dots nor slashes. */
function isFile(word: string, { folder }: FileAccess): boolean {
  return word === '-' || /[./\\]/.test(word) || existsSync(resolve(folder, word));
}

/**
 * Prefix of ids of automations: the service is not called for a mistyped file name.
 *
 * @see docs/service/general.md#identifier-formats
 */
const ID = /^auto_./;

async function fetchCandidate(id: string, { client }: CandidateSources): Promise<AutomationCandidate> {
  if (!ID.test(id)) {
    throw createUsageError(
      `no such file: ${maskLikelySecret(id)} (and not an automation id)`,
      'automation ids begin with auto_; to list them: crier automations list',
    );
  }
  checkId(id);
  const { body } = await (await client()).call(getAutomation, { params: { id } });
  return { source: id, flat: flattenAutomation(body), active: body.active, isPaused: !body.active };
}

/** Loaded on demand: ids do not need the YAML parser, which is large. */
async function readFromFiles(path: string, reading: FileAccess): Promise<readonly AutomationCandidate[]> {
  const { readCandidateFiles } = await import('./candidate-files.ts');
  return readCandidateFiles(path, reading);
}

/**
 * Selects automations by name.
 *
 * @param name all of them if undefined
 * @throws CrierError of kind usage when none has it
 */
export function filterByName(
  name: string | undefined,
  candidates: readonly AutomationCandidate[],
): readonly AutomationCandidate[] {
  if (name === undefined) return candidates;
  const called = candidates.filter(({ flat }) => getField(flat, 'name') === name);
  if (called.length > 0) return called;
  const names = candidates.flatMap(({ flat }) => {
    const each = getField(flat, 'name');
    return typeof each === 'string' ? [each] : [];
  });
  const there =
    names.length === 0
      ? 'none of them has a name'
      : `the names are ${joinWithOr(names.map((each) => `"${each}"`))}`;
  throw createUsageError(`no automation named "${name}"`, `${suggestNearest(name, names)}${there}`);
}

/** Determines what an automation would do on an event. Makes no requests. */
export function testAutomation(
  { source, flat, active }: AutomationCandidate,
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
  const unsure = missing === null ? findUnsureTarget(trigger, event) : null;
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
