import * as z from 'zod';
import type { LooseRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import {
  AutomationCreated,
  AutomationUpdate,
  getAutomation,
  updateAutomation,
} from '../../../service/endpoints/automations.ts';
import { AutomationId } from '../../../service/ids.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import type { ReadFile } from '../../context/secrets.ts';
import { buildPlannedView } from '../../context/writes.ts';
import { listWebhookNotes } from '../../hooks/own-webhooks.ts';
import type { Column } from '../../render/view.ts';
import { addAllowPrivateAdvice } from '../../sandbox/blocked-deliveries.ts';
import { checkId } from '../../several/read-ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { findFaults, formatWarnings, listMessageUrls, refuseFaults } from '../automation-faults.ts';
import { dropPlatform, flattenAutomation } from '../automation-forms.ts';
import { findStateWarnings } from '../automation-warnings.ts';
import { AutomationChange, CHANGE_COLUMNS, computeChanges } from '../compute-changes.ts';
import { ACTION_FLAGS, AUTOMATION_FLAGS, AUTOMATION_GROUP, TRIGGER_FLAGS } from '../draft-flags.ts';
import { type AutomationFlags, type AutomationInput, readAutomationInput } from '../read-automation-input.ts';
import type { FlagLookup } from '../read-part-flags.ts';

export default defineCommand({
  summary: 'Change the name, triggers or actions of an automation',
  description: `
Takes the same flags as "automations create". What you do not set stays unchanged. Trigger flags (--on, --trigger) replace
all triggers, and action flags (--dm, --webhook, --email, --action) replace all actions, so give the complete set; so does
a file. An unchanged action keeps its id and its dedup history; a changed action starts over.

--dedup-window-minutes without an action changes the window of every action. They are read first, also with --dry-run.

Use "automations pause" and "automations resume" to stop and restart an automation.`,
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
    id: AutomationId,
    ...AUTOMATION_FLAGS,
    description: defineFlag(z.string().optional().describe('description of the automation; "" removes it'), {
      placeholder: 'text',
      mayBeEmpty: true,
      group: AUTOMATION_GROUP,
    }),
    ...TRIGGER_FLAGS,
    ...ACTION_FLAGS,
  }),
  output: AutomationCreated.extend({ changes: z.array(AutomationChange).optional() }),
  records: 'changes',
  async run({ id, dryRun, yes: _asksNothing, ...input }, { service, sandbox, io }) {
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
    const client = await service.client({ writes: !dryRun });
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
    const answer = await addAllowPrivateAdvice(listMessageUrls(update), { service, sandbox }, change);
    const changes = computeChanges(before?.body ?? null, update);
    return {
      view: {
        kind: 'list',
        document: { ...answer.body, id: answer.body.id ?? id, changes },
        key: 'changes',
        rows: changes,
        columns: CHANGE_COLUMNS as readonly Column<unknown>[], // of the rows above
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

/** A dedup window for all existing actions, and the other flags. */
interface DedupWindowSplit {
  readonly minutes: number;
  readonly rest: AutomationFlags;
}

/** Splits off the dedup window if no given action could have it; null otherwise. */
function splitDedupWindow(flags: AutomationFlags): DedupWindowSplit | null {
  const { dedupWindowMinutes: minutes, dm, webhook, email, action, file } = flags;
  const givesActions = dm.length > 0 || webhook || email !== undefined || action.length > 0;
  if (minutes === undefined || givesActions || file !== undefined) return null;
  return { minutes, rest: { ...flags, dedupWindowMinutes: undefined } };
}

/** Adds existing actions with another dedup window to an update. */
function applyDedupWindow(body: unknown, minutes: number, actions: readonly LooseRecord[]): LooseRecord {
  return {
    ...Object(body),
    actions: actions.map((action) => ({ ...action, dedupWindowMinutes: minutes })),
  };
}

/** Builds an update in the same way as a new automation. @throws CrierError of kind usage, as for a new one */
async function readAutomationUpdate(flags: AutomationFlags, readFile: ReadFile): Promise<AutomationInput> {
  const written = await readAutomationInput(flags, readFile);
  return { ...written, body: dropPlatform(written.body) };
}
