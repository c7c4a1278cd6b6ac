import type { Client } from '../../../client/client.ts';
import { findAutomationFaults } from '../../../domain/automations/automation-entries.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import {
  type AutomationSummary,
  listAutomations,
  type NewAutomation,
} from '../../../service/endpoints/automations.ts';
import { PLANS, type Plan } from '../../../service/plans.ts';
import type { CommandContext } from '../../context/context.ts';
import { describeErrorCode } from '../../errors/catalogue.ts';
import type { PromptDrawing, Prompts } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { wrap } from '../../render/wrap.ts';
import { findContext } from '../../settings/settings.ts';
import { buildWords, formatCommand } from '../../shell/shell-command.ts';
import { describeOwner, runInteraction } from '../../wizard/run-interaction.ts';
import { buildMissingError, filterMissing } from '../automation-faults.ts';
import { findAutomationWarnings, type Warning } from '../automation-warnings.ts';
import { describeAction, describeTrigger } from '../describe-automation.ts';
import type { AutomationDraft } from '../draft-flags.ts';
import { askChange } from './ask-change.ts';
import { askParts } from './ask-parts.ts';
import { drawAutomation } from './draw-automation.ts';
import { createAccountLookup, createConflictFinder, type FindConflicts, readKnownPosts } from './lookups.ts';
import type { WizardContext } from './wizard-context.ts';

/** Options for asking for an automation. */
export interface AskAutomationOptions extends Omit<CreationOptions, 'findConflicts'> {
  /** Opened only when the command may prompt. */
  service(): Promise<Client>;
  readonly context: Pick<
    CommandContext,
    'prompts' | 'choose' | 'sandbox' | 'note' | 'progress' | 'signal' | 'onEnd' | 'now' | 'programName'
  >;
}

/** The user's answer. */
export interface AskedAutomation {
  /** Valid for the service; not yet created. */
  readonly automation: NewAutomation;
  /** False when the user chose not to create it. */
  readonly isConfirmed: boolean;
}

/**
 * Asks for everything that a draft lacks, shows the automation, and asks whether to create it.
 *
 * @param draft valid, but possibly incomplete
 * @throws CrierError of kind usage when the command may not prompt, or at the end of input; with the code 470
 *   or 471 when nothing could be created anyway
 */
export async function askAutomation(
  draft: AutomationDraft,
  asking: AskAutomationOptions,
): Promise<AskedAutomation> {
  const prompts = await asking.context.prompts();
  if (prompts === null)
    throw buildMissingError(filterMissing(findAutomationFaults(draft, { kind: 'new' }), draft), draft);
  return runInteraction(NOTHING, asking.context, () => runQuestions(prompts, draft, asking));
}

const NOTHING = 'nothing was created';

async function runQuestions(
  prompts: Prompts,
  draft: AutomationDraft,
  { service, context, ...creation }: AskAutomationOptions,
): Promise<AskedAutomation> {
  const client = await service();
  const { choice } = await context.choose();
  const whom = await describeOwner(client, choice);
  const cap = await readActiveCap(client, context);
  if (!creation.dryRun) refuseAtCap(cap, context.programName);
  await prompts.show(drawIntroduction(whom, cap));
  const talk = { prompts, now: context.now, ...createAccountLookup(client, context.note), triggers: [] };
  const automation = await askParts(draft, talk);
  const { progress, note } = context;
  const rivals = createConflictFinder(cap.active, { client, progress, note });
  return askToCreate(automation, talk, { ...creation, findConflicts: rivals });
}

/** Options for creating the automation. */
interface CreationOptions {
  readonly findConflicts: FindConflicts;
  /** Whether to pause it right after its creation. */
  readonly paused: boolean;
  /** `--yes`: skips the question. */
  readonly yes: boolean;
  /** `--dry-run`: shows the request instead. */
  readonly dryRun: boolean;
}

/** Shows the automation, and lets the user create it, change it or leave. */
async function askToCreate(
  automation: NewAutomation,
  talk: WizardContext,
  creation: CreationOptions,
): Promise<AskedAutomation> {
  const { prompts, now } = talk;
  for (let wanted = automation; ; wanted = await askChange(wanted, talk)) {
    const notes = listReviewNotes(wanted, await creation.findConflicts(wanted));
    const posts = await readKnownPosts(wanted, talk);
    const outcome = describeOutcome(creation);
    await prompts.show(drawAutomation(wanted, { posts, notes, outcome, now: now() }));
    if (creation.yes) return { automation: wanted, isConfirmed: true };
    const next = await prompts.choose(buildQuestion(creation));
    if (next !== 'change') return { automation: wanted, isConfirmed: next === 'create' };
  }
}

function describeOutcome({ paused, dryRun }: CreationOptions): string {
  if (dryRun) return 'Nothing is created: the request is only shown.';
  return paused
    ? 'It goes live when it is created, and is paused at once.'
    : 'It goes live as soon as it is created.';
}

function buildQuestion({ paused, dryRun }: CreationOptions) {
  const yes = dryRun
    ? { label: 'Yes, show the request', hint: 'nothing is sent' }
    : { label: 'Yes, create it', hint: paused ? 'and pause it at once' : 'it goes live at once' };
  return {
    message: dryRun ? 'Is this correct?' : 'Create it?',
    choices: [
      { value: 'create', ...yes },
      { value: 'change', label: 'Change something first', hint: 'any part of it' },
      { value: 'leave', label: 'No, leave', hint: 'nothing is created; your answers are printed as YAML' },
    ],
  } as const;
}

/** Lists warnings about an automation, a sentence each. @param more warnings from a comparison with others */
function listReviewNotes(automation: NewAutomation, more: readonly Warning[]): readonly string[] {
  return [...findAutomationWarnings(automation), ...more].map(({ path, message }) => {
    const subject = describeSubject(automation, path);
    // most messages continue a sentence that starts with the subject
    return /^(is|can|does|holds|has|means) /.test(message)
      ? `${subject} ${message}`
      : `${subject}: ${message}`;
  });
}

/** Describes what a warning is about. */
function describeSubject(automation: NewAutomation, [list, at, name, place]: Warning['path']): string {
  const index = Number(at);
  const trigger = list === 'triggers' ? automation.triggers[index] : undefined;
  const action = list === 'actions' ? automation.actions[index] : undefined;
  const keyword =
    trigger !== undefined && 'keywords' in trigger ? trigger.keywords?.[Number(place)] : undefined;
  if (keyword !== undefined) return `the keyword ${keyword}`;
  if (trigger !== undefined) {
    return name === 'emoji' ? `the emoji ${getField(trigger, name)}` : `"${describeTrigger(trigger)}"`;
  }
  const kind = action === undefined ? null : ACTIONS[action.type];
  if (action === undefined || kind === null) return 'the automation';
  return kind[String(name)] ?? `"${describeAction(action).split('\n', 1)[0]}"`;
}

const ACTIONS: Readonly<Record<NewAutomation['actions'][number]['type'], Readonly<Record<string, string>>>> =
  {
    send_dm: { message: 'the text of the DM' },
    fire_webhook: {},
    send_email: { message: 'the text of the email', subject: 'the subject of the email' },
  };

/** Draws the introduction before the first question. @param forWhom a sentence */
function drawIntroduction(forWhom: string, cap: ActiveCap): PromptDrawing {
  const paragraphs = [
    `${forWhom} ${formatCap(cap)}`,
    'Nothing is created until you confirm at the end. Press Ctrl-C to leave at any time.',
  ];
  return ({ width, palette }) => [
    '',
    palette.strong('A new automation for Instagram'),
    ...paragraphs.flatMap((text) => wrap(sanitizeText(text), width).map((line) => palette.dim(line))),
    '',
  ];
}

/** The active automations of the profile, and their cap: null when it is unknown. */
interface ActiveCap {
  readonly active: readonly AutomationSummary[];
  readonly most: number | null;
}

/** @throws CrierError when the profile cannot have automations: creating one would fail the same way */
async function readActiveCap(
  client: Client,
  context: Pick<CommandContext, 'choose' | 'sandbox'>,
): Promise<ActiveCap> {
  const { body } = await client.call(listAutomations, {});
  const plan = await findPlan(context);
  return {
    active: body.automations.filter(({ active }) => active),
    most: plan === null ? null : PLANS[plan].activeAutomations,
  };
}

/** The plan from the sandbox or the context's settings: the service does not report it. */
async function findPlan({
  choose,
  sandbox,
}: Pick<CommandContext, 'choose' | 'sandbox'>): Promise<Plan | null> {
  const { choice, settings } = await choose();
  if (choice.kind === 'sandbox') return (await (await sandbox()).call('status', {})).plan;
  return choice.context === null ? null : (findContext(settings, choice.context)?.plan ?? null);
}

/** Formats the number of active automations as a sentence. */
function formatCap({ active: { length: count }, most }: ActiveCap): string {
  if (most !== null) return `${count} of at most ${most} automations are active.`;
  return `${formatCount(count, 'automation is', 'automations are')} active.`;
}

/** The error code for a reached cap. */
const CAP_REACHED = 470;

/** @throws CrierError with the code 470 when the cap is reached, before any question is asked */
function refuseAtCap({ active, most }: ActiveCap, calledAs: string): void {
  if (most === null || active.length < most) return;
  throw new CrierError('limited', `the profile already has ${most} active automations, which is the cap`, {
    ...describeErrorCode(CAP_REACHED),
    errors: active.map(({ id, name }) => ({ path: id, message: `${id}  ${name ?? ''}`.trim() })),
    advice: `pause one of them first: ${formatCommand(calledAs, buildWords`automations pause <id>`)}`,
  });
}
