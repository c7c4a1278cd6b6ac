import * as z from 'zod';
import { keepIds, listMessageUrls } from '../../../../domain/automations/automation-entries.ts';
import { findStateWarnings } from '../../../../domain/automations/automation-warnings.ts';
import {
  describeAction,
  describeTrigger,
  formatState,
} from '../../../../domain/automations/describe-automation.ts';
import { flattenAutomation, flattenEntry } from '../../../../domain/automations/flatten-automation.ts';
import { isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { createUsageError, ignoreErrors } from '../../../../errors.ts';
import {
  AutomationCreated,
  type AutomationRecord,
  AutomationUpdate,
  getAutomation,
  type StoredEntry,
  updateAutomation,
} from '../../../../service/endpoints/automations.ts';
import { AutomationId } from '../../../../service/ids.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import type { ReadFile } from '../../../framework/input/files/file-reader.ts';
import { defineFlag, defineTextFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { checkId } from '../../../framework/many/read-ids.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { addAllowPrivateAdvice } from '../../webhooks/blocked-deliveries.ts';
import { listWebhookNotes } from '../../webhooks/own-webhooks.ts';
import { type FlagLookup, findFaults, formatWarnings, refuseFaults } from '../automation-faults.ts';
import { ACTION_FLAGS, AUTOMATION_FLAGS, AUTOMATION_GROUP, TRIGGER_FLAGS } from '../draft-flags.ts';
import { type AutomationFlags, type AutomationInput, readAutomationInput } from '../read-automation-input.ts';
import { dropPlatform } from '../stored-automation.ts';

/** What an update changed in one field or entry; entries are shown as sentences. */
export const AutomationChange = z.strictObject({
  field: z
    .string()
    .describe('name, description, state, triggers or actions; entries with their position: actions[1]'),
  change: z
    .enum(['kept', 'changed', 'new', 'gone', 'sent'])
    .describe('kept: unchanged, and an entry keeps its id; sent: the previous value is unknown'),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
type AutomationChange = z.infer<typeof AutomationChange>;

export default defineCommand({
  summary: 'Change the name, triggers or actions of an automation',
  description: `
Takes the same flags as "automations create". What you do not set stays unchanged. Trigger flags (--on, --trigger) replace
all triggers, and action flags (--dm, --webhook, --email, --action) replace all actions, so give the complete set; so does
a file. An unchanged action keeps its id and its dedup history; a changed action starts over.

--dedup-window-minutes without an action changes the window of every action. They are read first, also with --dry-run.

Use "automations pause" and "automations resume" to stop and restart an automation.`,
  postFlag: 'post',
  examples: [
    'automations update auto_K7pW2mXq9L --name "Brew guide"',
    'automations update auto_T4nV8cRz3H --dm "Thank you, {{recipient_username}}!" --dry-run',
    'automations update auto_T4nV8cRz3H --dedup-window-minutes 60',
    `automations update auto_T4nV8cRz3H --trigger story_reply,storyId=all --description "All stories" --json`,
  ],
  validationCode: 473,
  positional: ['id'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    id: defineFlag(AutomationId.clone(), { offers: 'automation id' }),
    ...AUTOMATION_FLAGS,
    description: defineTextFlag('description of the automation; "" removes it', {
      placeholder: 'text',
      mayBeEmpty: true,
      group: AUTOMATION_GROUP,
    }),
    ...TRIGGER_FLAGS,
    ...ACTION_FLAGS,
  }),
  output: AutomationCreated.extend({ changes: z.array(AutomationChange).optional() }),
  records: 'changes',
  async run({ id, dryRun, yes: _asksNothing, ...input }, context) {
    const { service, io } = context;
    checkId(id);
    const alone = splitDedupWindow(input);
    const { body, warnings, ...written } = await readAutomationUpdate(alone?.rest ?? input, io.readFile);
    const { file } = written;
    if (alone === null && file === null && Object.keys(Object(body)).length === 0)
      throw createEmptyUpdateError();
    const stated = alone === null ? body : applyDedupWindow(body, alone.minutes, [ANY_ACTION]);
    refuseFaults(
      await findFaults(stated, { kind: 'update' }, service),
      alone === null ? written : { file, findFlag: (path) => findWindowFlag(path) ?? written.findFlag(path) },
    );
    const client = await service.client({ writes: !dryRun, sends: { row: updateAutomation } });
    const params = { id };
    const read = () => client.call(getAutomation, { params });
    const known = alone === null ? null : await read();
    const update = AutomationUpdate.parse(
      alone === null || known === null
        ? body
        : applyDedupWindow(body, alone.minutes, flattenAutomation(known.body).actions),
    );
    for (const words of [...warnings, ...formatWarnings(update, file, findStateWarnings(update))])
      await io.note(words);
    if (dryRun) return { view: buildPlannedView(client.plan(updateAutomation, { params, body: update })) };
    // the raw body is not compared with the previous version
    const isCompared = io.printing.format !== 'raw';
    const before = known ?? (isCompared ? await ignoreErrors(read()) : null);
    const change = () => client.call(updateAutomation, { params, body: update });
    const answer = await addAllowPrivateAdvice(listMessageUrls(update), context, change);
    const changes = computeChanges(before?.body ?? null, update);
    return {
      view: {
        kind: 'list',
        document: { ...answer.body, id: answer.body.id ?? id, changes },
        key: 'changes',
        rows: changes,
        columns: CHANGE_COLUMNS,
        heading: answer.body.id ?? id,
        empty: 'nothing has changed',
      },
      raw: answer.bytes,
      notes: [
        ...(isCompared && before === null ? [UNREAD] : []),
        ...(alone !== null && changes.some(({ change }) => change !== 'kept') ? [BEGINS_ANEW] : []),
        ...(await listWebhookNotes(update, client, service)),
      ],
    };
  },
});

const UNREAD = 'the previous version could not be read; showing what was sent';

const BEGINS_ANEW =
  'a changed action starts with an empty dedup history: people who were already answered can be answered again';

/** Placeholder for the existing actions before they are read: each can have its own window. */
const ANY_ACTION = { type: 'fire_webhook' };

function findWindowFlag([part]: Parameters<FlagLookup>[0]): string | null {
  return part === 'actions' ? '--dedup-window-minutes' : null;
}

function createEmptyUpdateError(): Error {
  return createUsageError(
    'nothing to change',
    'add --name, --description, -f, or a trigger or action flag such as --dm',
  );
}

/** Splits off the dedup window if no given action could have it; null otherwise. */
function splitDedupWindow(flags: AutomationFlags): { minutes: number; rest: AutomationFlags } | null {
  const { dedupWindowMinutes: minutes, dm, webhook, email, action, file } = flags;
  const givesActions = dm.length > 0 || webhook || email !== undefined || action.length > 0;
  if (minutes === undefined || givesActions || file !== undefined) return null;
  return { minutes, rest: { ...flags, dedupWindowMinutes: undefined } };
}

/** Adds existing actions with another dedup window to an update. */
function applyDedupWindow(body: unknown, minutes: number, actions: readonly LooseRecord[]): LooseRecord {
  return { ...Object(body), actions: actions.map((action) => ({ ...action, dedupWindowMinutes: minutes })) };
}

/** Builds an update in the same way as a new automation. @throws CrierError of kind usage, as for a new one */
async function readAutomationUpdate(flags: AutomationFlags, readFile: ReadFile): Promise<AutomationInput> {
  const written = await readAutomationInput(flags, readFile);
  const { body, paused } = written;
  const state = paused === null ? {} : { active: !paused };
  return { ...written, body: dropPlatform(isRecord(body) ? { ...body, ...state } : body) };
}

/**
 * Computes what an update changes, field by field.
 *
 * @param before the automation before the update; null if it could not be read
 */
function computeChanges(
  before: AutomationRecord | null,
  update: AutomationUpdate,
): readonly AutomationChange[] {
  if (before === null) return listSentChanges(update);
  const { name, description, active, triggers, actions } = update;
  const texts = [
    { field: 'name', was: before.name, after: name },
    { field: 'description', was: before.description, after: description },
    {
      field: 'state',
      was: formatState(before),
      after: active === undefined ? undefined : formatState({ active }),
    },
  ];
  return [
    ...texts.flatMap(({ field, was, after }) =>
      after === undefined ? [] : [compareText(field, was || null, after || null)],
    ),
    ...(triggers === undefined
      ? []
      : compareEntries('triggers', { before: before.triggers, after: triggers })),
    ...(actions === undefined ? [] : compareEntries('actions', { before: before.actions, after: actions })),
  ];
}

function compareText(field: string, before: string | null, after: string | null): AutomationChange {
  return { field, change: before === after ? 'kept' : 'changed', before, after };
}

function listSentChanges(update: AutomationUpdate): readonly AutomationChange[] {
  const unknown = { id: '', active: false, triggers: [], actions: [] };
  return computeChanges(unknown, update).map((change) => ({ ...change, change: 'sent', before: null }));
}

const SENTENCES = { triggers: describeTrigger, actions: describeAction } as const;

/** The entries after the update, new or kept, followed by the removed ones. */
function compareEntries(
  list: 'triggers' | 'actions',
  { before, after }: Readonly<Record<'before' | 'after', readonly StoredEntry[]>>,
): readonly AutomationChange[] {
  const stored = before.map((entry, at) => ({ id: String(at), entry: flattenEntry(entry) }));
  const kept = keepIds(stored, after);
  const describe = (entry: StoredEntry) => joinLines(SENTENCES[list](entry));
  const now = after.map((entry, at): AutomationChange => {
    const sentence = describe(entry);
    const isKept = kept[at] !== null;
    const field = `${list}[${at}]`;
    return { field, change: isKept ? 'kept' : 'new', before: isKept ? sentence : null, after: sentence };
  });
  const gone = before
    .filter((_entry, at) => !kept.includes(String(at)))
    .map(
      (entry): AutomationChange => ({ field: list, change: 'gone', before: describe(entry), after: null }),
    );
  return [...now, ...gone];
}

function joinLines(sentence: string): string {
  const [head = '', ...texts] = sentence.split(/\s*\n\s*/);
  return texts.length === 0 ? head : `${head}: ${texts.join(' ')}`;
}

/** Columns of changes; tables show the new value, and below it the previous one. */
const CHANGE_COLUMNS: readonly Column<AutomationChange>[] = [
  { ...pickMember('field', 'field'), role: 'name', drop: 0 },
  { ...pickMember('change', 'change'), role: 'status', drop: 0 },
  { ...pickMember('before', 'before'), dataOnly: true },
  { ...pickMember('after', 'after'), show: formatChange, wraps: true, flexible: true },
];

function formatChange({ change, before, after }: AutomationChange): string {
  if (change === 'gone') return before ?? '';
  return change === 'changed' ? `${after ?? 'none'}\nbefore: ${before ?? 'none'}` : (after ?? 'none');
}
