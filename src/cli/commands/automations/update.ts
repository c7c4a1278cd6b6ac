import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { AutomationCreated, AutomationUpdate } from '../../../facts/automation.ts';
import { getAutomation, updateAutomation } from '../../../facts/endpoints/automations.ts';
import { AutomationId } from '../../../facts/ids.ts';
import { findStateWarnings } from '../../../rules/find-state-warnings.ts';
import { flattenAutomation } from '../../../rules/flatten-automation.ts';
import { addAllowPrivateAdvice } from '../../allow-private-advice.ts';
import { AutomationChange, CHANGE_COLUMNS, computeChanges } from '../../automations/compute-changes.ts';
import { ENTRIES, FROM_FILE, NAMING, PARTS } from '../../automations/draft-flags.ts';
import { findFaults, listMessageUrls } from '../../automations/find-faults.ts';
import { formatWarnings } from '../../automations/format-warnings.ts';
import type { FlagLookup } from '../../automations/part-flags.ts';
import { readAutomationUpdate } from '../../automations/read-automation-update.ts';
import { refuseFaults } from '../../automations/refuse-faults.ts';
import { applyDedupWindow, splitDedupWindow } from '../../automations/split-dedup-window.ts';
import { listWebhookNotes } from '../../automations/webhook-notes.ts';
import { checkId } from '../../check-id.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag, REMOTE, WRITE } from '../../flags.ts';
import { ignoreErrors } from '../../ignore-errors.ts';
import { buildPlannedView } from '../../planned-view.ts';
import type { Column } from '../../render/view.ts';

export default defineCommand({
  summary: 'Change the name, the triggers or the actions of an automation',
  description: `
What is not given stays as it is. The flags are those of "automations create", and what they say takes the place of all
triggers (--on, --trigger) or of all actions (--dm, --webhook, --email, --action): give all that there shall be. So does a
file, as "automations get --as yaml" prints it. An action that stays as it was keeps its id, and with it whom it has
answered already; one that changes begins anew. --dedup-window-minutes without an action changes the window of each
action that there is, which are read for it, with --dry-run too. To start and stop it: "automations resume" and "automations pause".`,
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
    ...NAMING,
    description: defineFlag(z.string().optional().describe('what it is for; "" takes it away'), {
      placeholder: 'text',
      mayBeEmpty: true,
    }),
    ...PARTS,
    ...ENTRIES,
    ...FROM_FILE,
  }),
  output: AutomationCreated.extend({ changes: z.array(AutomationChange).optional() }),
  records: 'changes',
  async run({ id, dryRun, yes: _asksNothing, ...input }, context) {
    const { client, note, printing, readFile } = context;
    checkId(id);
    const alone = splitDedupWindow(input);
    const { body, warnings, ...written } = await readAutomationUpdate(alone?.rest ?? input, readFile);
    const { file } = written;
    if (alone === null && file === null && Object.keys(Object(body)).length === 0)
      throw createEmptyUpdateError();
    const stated = alone === null ? body : applyDedupWindow(body, alone.minutes, [ANY_ACTION]);
    refuseFaults(
      await findFaults(stated, { kind: 'update' }, context),
      alone === null ? written : { file, findFlag: (path) => findWindowFlag(path) ?? written.findFlag(path) },
    );
    const service = await client({ writes: !dryRun });
    const params = { id };
    const read = () => service.call(getAutomation, { params });
    const known = alone === null ? null : await read();
    const update = AutomationUpdate.parse(
      alone === null || known === null
        ? body
        : applyDedupWindow(body, alone.minutes, flattenAutomation(known.body).actions),
    );
    for (const words of [...warnings, ...formatWarnings(update, file, findStateWarnings(update))])
      await note(words);
    if (dryRun) return { view: buildPlannedView(service.plan(updateAutomation, { params, body: update })) };
    // the body alone tells nothing of what was
    const isCompared = printing.format !== 'raw';
    const before = known ?? (isCompared ? await ignoreErrors(read()) : null);
    const change = () => service.call(updateAutomation, { params, body: update });
    const answer = await addAllowPrivateAdvice(listMessageUrls(update), context, change);
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
        ...(await listWebhookNotes(update, service, context)),
      ],
    };
  },
});

const UNREAD = 'what was there before could not be read: this is what was sent';

const BEGINS_ANEW =
  'an action that changes begins anew: whoever it answered before can get its answer again at once';

/** Stands for the actions that there are, before they are known: each can have a window of its own. */
const ANY_ACTION = { type: 'fire_webhook' };

function findWindowFlag([part]: Parameters<FlagLookup>[0]): string | null {
  return part === 'actions' ? '--dedup-window-minutes' : null;
}

function createEmptyUpdateError(): Error {
  return createUsageError(
    'nothing was given to change',
    'add --name, --description, -f, or flags of triggers and actions, such as --dm',
  );
}
