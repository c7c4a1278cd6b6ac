import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { createAutomationName, listMessageUrls } from '../../../../domain/automations/automation-entries.ts';
import { formatState } from '../../../../domain/automations/describe-automation.ts';
import { flattenEntry } from '../../../../domain/automations/flatten-automation.ts';
import type { BodyFault } from '../../../../domain/requests/find-body-faults.ts';
import { CrierError, createUsageError, ignoreErrors } from '../../../../errors.ts';
import { ACTIONS } from '../../../../service/actions.ts';
import {
  AutomationCreated,
  createAutomation,
  listAutomations,
  NewAutomation,
  type StoredEntry,
  updateAutomation,
} from '../../../../service/endpoints/automations.ts';
import { TRIGGERS } from '../../../../service/triggers.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createPrintedCommands, type PrintedCommands } from '../../../framework/command/printed-commands.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { defineSwitch, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import type { WizardResult } from '../../../framework/terminal/wizard/wizard.ts';
import { addAllowPrivateAdvice } from '../../webhooks/blocked-deliveries.ts';
import { listWebhookNotes } from '../../webhooks/own-webhooks.ts';
import { filterMissing, findFaults, formatWarnings, refuseFaults } from '../automation-faults.ts';
import { ACTION_FLAGS, AUTOMATION_FLAGS, AUTOMATION_GROUP, TRIGGER_FLAGS } from '../draft-flags.ts';
import { type AutomationInput, readAutomationInput } from '../read-automation-input.ts';
import type { AskAutomationOptions } from '../wizard/ask-automation.ts';
import type { showEquivalentCommand } from '../wizard/equivalent-command.ts';

export default defineCommand({
  summary: 'Create an automation and activate it',
  description: `
With flags: --on sets the trigger; --dm, --webhook and --email add actions, which run in this order. Repeat --dm to send
several messages. For everything else use --trigger and --action with a type followed by name=value pairs, separated by
commas. Separate list items with |, put values that contain a comma in "quotes", use @file for the text of a file and @@
for a literal @; a value with blanks or braces, such as @{{recipient_username}}, is no file. A whole entry can also be
JSON.

With a file: -f reads YAML or JSON as printed by "automations get --as yaml"; --name and --description override the file.

On a terminal, missing values are asked for. The automation is validated before anything is sent, and all errors are
reported at once.

Triggers: ${Object.keys(TRIGGERS).join(', ')}. Actions: ${Object.keys(ACTIONS).join(', ')}. "crier help
automation-files" describes their fields and the placeholders, such as {{recipient_username}}; "crier automations test"
shows how placeholders are filled in.`,
  postFlag: 'post',
  examples: [
    'automations create --name "Brew guide" --on comment --post all --keyword GUIDE --dm "Here it is: https://kestrellane.example/guide"',
    `automations create --trigger 'comment_keyword,postId=all,keywords=INFO|LINK' --action 'send_dm,message="Hi, look here"' --dry-run`,
    'automations create --name "Brew guide" --on comment --post all --keyword GUIDE --dm "Hi" --if-not-exists',
    'automations create --on story-reply --dm "Thank you!" --paused --json',
  ],
  validationCode: 473,
  changes: true,
  flags: [REMOTE, WRITE, WRITE_PROFILES],
  input: z.object({
    ...AUTOMATION_FLAGS,
    ...TRIGGER_FLAGS,
    ...ACTION_FLAGS,
    paused: defineSwitch('create it paused (sends a second request)', { group: AUTOMATION_GROUP }),
    ifNotExists: defineSwitch('do nothing if an automation of this name is there', {
      group: AUTOMATION_GROUP,
    }),
  }),
  output: AutomationCreated,
  async run({ dryRun, paused: asksPaused, ifNotExists, yes, ...input }, context) {
    const { service, io } = context;
    let opened: Promise<Client> | undefined;
    const openClient = () =>
      (opened ??= service.client({ writes: !dryRun, sends: { row: createAutomation } }));
    const written = await readAutomationInput(input, io.readFile);
    for (const warning of written.warnings) await io.note(warning);
    const paused = asksPaused || written.isPaused;
    if (written.isPaused && written.paused === null)
      await io.note('it is created paused, as the one that was printed');
    const faults = await findFaults(written.body, { kind: 'new' }, service);
    const asked = await askForMissing(written, faults, { openClient, context, paused, yes, dryRun });
    const automation = asked?.draft ?? (await requireAutomation(written, faults, io));
    let id: string | null = null;
    try {
      if (asked?.isConfirmed === false)
        throw createUsageError('nothing was created', 'your answers are printed above as a file');
      if (dryRun) return { view: buildPlannedViews(planRequests(await openClient(), automation, paused)) };
      // only a warning depends on it, unless --if-not-exists does
      const search = findExisting(await openClient(), automation);
      const existing = await (ifNotExists ? search : ignoreErrors(search));
      if (existing?.hasName === true && ifNotExists) return buildExistingOutcome(existing);
      if (existing !== null) await io.note(formatExisting(existing));
      const create = async () => submitAutomation(await openClient(), automation, paused, context);
      const created = await addAllowPrivateAdvice(listMessageUrls(automation), context, create);
      id = created.id;
      return created;
    } finally {
      // also after a rejection: the user must not have to answer all the questions again
      if (asked !== null) await printHowToRepeat({ automation, paused, id }, context);
    }
  },
});

/** What `--if-not-exists` prints for an automation that is there: the same record as a new one, and no change. */
function buildExistingOutcome(existing: ExistingAutomation): CommandOutcome {
  const { summary } = existing;
  return {
    view: {
      kind: 'record',
      document: summary,
      lines: [
        { name: 'id', title: 'id', value: summary.id },
        { name: 'name', title: 'name', value: summary.name ?? null },
        { name: 'active', title: 'state', value: summary.active ?? null, shown: formatState(summary) },
      ],
    },
    notes: [`nothing was created: ${formatExisting(existing)}`],
  };
}

/** The automation as given, validated and with a name. */
async function requireAutomation(
  written: AutomationInput,
  faults: readonly BodyFault[],
  io: IoPort,
): Promise<NewAutomation> {
  refuseFaults(faults, written);
  const automation = NewAutomation.parse(written.body);
  for (const words of formatWarnings(automation, written.file)) await io.note(words);
  const { platform, name = createAutomationName(automation.triggers), ...rest } = automation;
  return { platform, name, ...rest };
}

/** The user's answers; null when nothing is missing, or when other errors come first. */
async function askForMissing(
  { body, draft, file }: AutomationInput,
  faults: readonly BodyFault[],
  asking: AskAutomationOptions,
): Promise<WizardResult<NewAutomation> | null> {
  const missing = file === null ? filterMissing(faults, body) : [];
  if (missing.length === 0 || missing.length < faults.length) return null;
  const { askAutomation } = await import('../wizard/ask-automation.ts');
  return askAutomation(draft, asking);
}

async function printHowToRepeat(
  made: Parameters<typeof showEquivalentCommand>[0],
  context: CommandContext,
): Promise<void> {
  const { showEquivalentCommand } = await import('../wizard/equivalent-command.ts');
  await showEquivalentCommand(made, context);
}

/** Placeholder for the id that the service will assign. */
const NEW_ID = '{id}';

function planRequests(client: Client, body: NewAutomation, paused: boolean) {
  const creating = client.plan(createAutomation, { body });
  if (!paused) return [creating];
  const pausing = client.plan(updateAutomation, { params: { id: NEW_ID }, body: { active: false } });
  return [creating, { ...pausing, url: pausing.url.replace(encodeURIComponent(NEW_ID), NEW_ID) }];
}

/**
 * Creates an automation, and pauses it if requested. The service cannot create a paused one, so it is active in
 * between.
 */
async function submitAutomation(
  client: Client,
  automation: NewAutomation,
  paused: boolean,
  { service, io }: CommandContext,
): Promise<CommandOutcome & { id: string }> {
  const { body, bytes } = await client.call(createAutomation, { body: automation });
  const printed = await createPrintedCommands({ service, io });
  const failure = paused ? await tryPause(client, body.id, printed) : null;
  const isLive = !paused || failure !== null;
  return {
    id: body.id,
    view: {
      kind: 'record',
      // the returned record has the state before the pause
      document: { ...body, ...(body['active'] !== undefined && { active: isLive }) },
      lines: [
        { name: 'id', title: 'id', value: body.id },
        { name: 'name', title: 'name', value: automation.name ?? null },
        { name: 'active', title: 'state', value: isLive, shown: isLive ? 'active' : 'paused' },
      ],
    },
    raw: bytes,
    notes: [
      isLive
        ? `it is active; to pause it: ${printed.change`automations pause ${body.id}`}`
        : `it is paused; to activate it: ${printed.change`automations resume ${body.id}`}`,
      ...(await listWebhookNotes(automation, client, service)),
    ],
    ...(failure !== null && { failure }),
  };
}

/** The automation exists and is active, which the user has to know. */
async function tryPause(client: Client, id: string, printed: PrintedCommands): Promise<CrierError | null> {
  try {
    await client.call(updateAutomation, { params: { id }, body: { active: false } });
    return null;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return new CrierError('partial', `created, but not paused: ${error.message}`, {
      http: error.facts.http ?? null,
      advice: `it is active; to pause it: ${printed.change`automations pause ${id}`}`,
      errors: [{ requestedId: id, code: error.facts.code ?? null, message: error.message }],
    });
  }
}

type ExistingAutomation = NonNullable<Awaited<ReturnType<typeof findExisting>>>;

/**
 * Finds an automation with the name of a new one, or else with the same triggers.
 *
 * @returns it, and whether it has the name; null if there is none
 */
export async function findExisting(client: Client, { name, triggers }: NewAutomation) {
  const { automations } = (await client.call(listAutomations, {})).body;
  const named = automations.find((each) => each.name === name);
  if (named !== undefined) return { summary: named, hasName: true };
  const wanted = describeTriggers(triggers);
  const alike = automations.find((each) => describeTriggers(each.triggers ?? []) === wanted);
  return alike === undefined ? null : { summary: alike, hasName: false };
}

/** Triggers in an order and a form of their own, without what the service adds. */
function describeTriggers(triggers: readonly StoredEntry[]): string {
  const described = triggers.map((entry) => JSON.stringify(Object.entries(flattenEntry(entry)).toSorted()));
  return JSON.stringify(described.toSorted());
}

function formatExisting({ summary, hasName }: ExistingAutomation): string {
  const what = hasName ? 'an automation of this name' : 'an automation with the same triggers';
  return `there is already ${what}: ${summary.id} ${summary.name ?? ''} (${formatState(summary)})`;
}
