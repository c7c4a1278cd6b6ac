import type { Client } from '../../../../client/client.ts';
import { findAutomationFaults } from '../../../../domain/automations/automation-entries.ts';
import { findAutomationWarnings } from '../../../../domain/automations/automation-warnings.ts';
import { describeAction, describeTrigger } from '../../../../domain/automations/describe-automation.ts';
import type { Warning } from '../../../../domain/automations/keyword-warnings.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, ignoreErrors } from '../../../../errors.ts';
import {
  type AutomationSummary,
  listAutomations,
  type NewAutomation,
} from '../../../../service/endpoints/automations.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import { PLANS, type Plan } from '../../../../service/plans.ts';
import { AUTOMATION_PLATFORM } from '../../../../service/platforms.ts';
import type { ChoiceQuestion } from '../../../../world.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { describeErrorCode } from '../../../framework/output/failures.ts';
import { buildWords, formatCommand } from '../../../framework/output/text/shell-command.ts';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import { findContext } from '../../../framework/settings/settings.ts';
import { describeProfile } from '../../../framework/terminal/wizard/drawings.ts';
import {
  type ReviewDecision,
  type ReviewedWizard,
  runInteraction,
  runReviewedWizard,
  type WizardResult,
} from '../../../framework/terminal/wizard/wizard.ts';
import { findNetworkId, type PostEntry, readAccountPosts } from '../../posts/read-posts.ts';
import { isLinked } from '../../profiles/linked-accounts.ts';
import { buildMissingError, filterMissing } from '../automation-faults.ts';
import type { AutomationDraft } from '../draft-flags.ts';
import { AUTOMATION_STEPS } from './automation-steps.ts';
import {
  createConflictFinder,
  drawAutomation,
  type FindConflicts,
  readKnownPosts,
} from './review-automation.ts';
import type { WizardContext } from './wizard-context.ts';

export interface AskAutomationOptions {
  /** Opened only when the command may prompt. */
  openClient(): Promise<Client>;
  /** Whether to pause it right after its creation. */
  paused: boolean;
  /** `--yes`: skips the question. */
  yes: boolean;
  /** `--dry-run`: shows the request instead. */
  dryRun: boolean;
  context: CommandContext;
}

/**
 * Asks for everything that a draft lacks, shows the automation, and asks whether to create it.
 *
 * @param given valid, but possibly incomplete
 * @returns valid for the service, and not yet created
 * @throws CrierError of kind usage when the command may not prompt, or at the end of input; with the code 470
 *   or 471 when nothing could be created anyway
 */
export async function askAutomation(
  given: AutomationDraft,
  options: AskAutomationOptions,
): Promise<WizardResult<NewAutomation>> {
  const { context, openClient, yes } = options;
  const prompts = await context.io.prompts();
  if (prompts === null)
    throw buildMissingError(filterMissing(findAutomationFaults(given, { kind: 'new' }), given), given);
  return runInteraction('nothing was created', context.io, async () => {
    const client = await openClient();
    const { choice } = await context.service.choose();
    const owner = await describeOwner(client, choice);
    const cap = await readActiveCap(client, context);
    if (!options.dryRun) refuseAtCap(cap, context.io.programName);
    const { io } = context;
    const findConflicts = createConflictFinder(cap.active, { client, io });
    return runReviewedWizard(createAutomationWizard(findConflicts, options), {
      draft: createDraft(given),
      context: { prompts, given, now: io.now, ...createAccountLookup(client, io.note) },
      introduction: [
        `${owner} ${formatCap(cap)}`,
        'Nothing is created until you confirm at the end. Press Ctrl-C to leave at any time.',
      ],
      yes,
    });
  });
}

function createDraft({ name, description }: AutomationDraft): NewAutomation {
  return {
    platform: AUTOMATION_PLATFORM,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    triggers: [],
    actions: [],
  };
}

type CreationOptions = Pick<AskAutomationOptions, 'paused' | 'dryRun'>;

function createAutomationWizard(
  findConflicts: FindConflicts,
  creation: CreationOptions,
): ReviewedWizard<NewAutomation, WizardContext> {
  return {
    title: 'A new automation for Instagram',
    steps: AUTOMATION_STEPS,
    async review(automation, wizard) {
      const notes = listReviewNotes(automation, await findConflicts(automation));
      const posts = await readKnownPosts(automation, wizard);
      const outcome = describeOutcome(creation);
      return {
        preview: drawAutomation(automation, { posts, notes, outcome, now: wizard.now() }),
        question: buildQuestion(creation),
      };
    },
    keepLabel: 'Nothing, go back',
  };
}

function describeOutcome({ paused, dryRun }: CreationOptions): string {
  if (dryRun) return 'Nothing is created: the request is only shown.';
  return paused
    ? 'It goes live when it is created, and is paused at once.'
    : 'It goes live as soon as it is created.';
}

function buildQuestion({ paused, dryRun }: CreationOptions): ChoiceQuestion<ReviewDecision> {
  const yes = dryRun
    ? { label: 'Yes, show the request', hint: 'nothing is sent' }
    : { label: 'Yes, create it', hint: paused ? 'and pause it at once' : 'it goes live at once' };
  return {
    message: dryRun ? 'Is this correct?' : 'Create it?',
    choices: [
      { value: 'confirm', ...yes },
      { value: 'change', label: 'Change something first', hint: 'any part of it' },
      { value: 'leave', label: 'No, leave', hint: 'nothing is created; your answers are printed as YAML' },
    ],
  };
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

const NOT_LINKED = 471;

/**
 * Describes whose automation it will be: the account, the profile and the service.
 *
 * @throws CrierError with the code 471 when the profile has no such account, before any question is asked
 */
async function describeOwner(client: Client, choice: ServiceOrSandbox): Promise<string> {
  // optional detail: its failure does not stop the wizard
  const user = (await ignoreErrors(client.call(getUser, {})))?.body ?? null;
  if (user !== null && !isLinked(user, AUTOMATION_PLATFORM)) {
    const { meaning, ...facts } = describeErrorCode(NOT_LINKED);
    throw new CrierError('not-allowed', meaning ?? '', facts);
  }
  const accounts = user?.displayNames ?? [];
  const account = accounts.find(({ platform }) => platform === AUTOMATION_PLATFORM)?.username ?? null;
  return `For ${account === null ? '' : `@${account}, `}${describeProfile(choice)}.`;
}

/** The active automations of the profile, and their cap: null when it is unknown. */
interface ActiveCap {
  active: readonly AutomationSummary[];
  most: number | null;
}

/** @throws CrierError when the profile cannot have automations: creating one would fail the same way */
async function readActiveCap(client: Client, context: CommandContext): Promise<ActiveCap> {
  const { body } = await client.call(listAutomations, {});
  const plan = await findPlan(context);
  return {
    active: body.automations.filter(({ active }) => active),
    most: plan === null ? null : PLANS[plan].activeAutomations,
  };
}

/** The plan from the sandbox or the context's settings: the service does not report it. */
async function findPlan({ service, sandbox }: CommandContext): Promise<Plan | null> {
  const { choice, settings } = await service.choose();
  if (choice.kind === 'sandbox') return (await (await sandbox.control()).call('status', {})).plan;
  return choice.context === null ? null : (findContext(settings, choice.context)?.plan ?? null);
}

function formatCap({ active: { length: count }, most }: ActiveCap): string {
  if (most !== null) return `${count} of at most ${most} automations are active.`;
  return `${formatCount(count, 'automation is', 'automations are')} active.`;
}

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

/** Number of recent posts that are offered; older ones can be chosen by id. */
const MOST_POSTS = 50;

/** Reads the posts of the Instagram account, once and on demand. */
function createAccountLookup(
  client: Client,
  note: (sentence: string) => Promise<void>,
): Pick<WizardContext, 'findPosts' | 'networkId'> {
  let reading: Promise<readonly PostEntry[]> | undefined;
  return {
    async findPosts(place) {
      reading ??= readLatestPosts(client, note);
      return (await reading).filter((post) => isStory(post) === (place === 'story'));
    },
    networkId: (id) => findNetworkId(id, client),
  };
}

/** The service does not document the values of post types. */
function isStory({ type }: PostEntry): boolean {
  return /story/i.test(type ?? '');
}

/** Errors are only noted, since an id can still be typed. */
async function readLatestPosts(
  client: Client,
  note: (sentence: string) => Promise<void>,
): Promise<readonly PostEntry[]> {
  try {
    const account = { platform: AUTOMATION_PLATFORM, most: MOST_POSTS, cursor: undefined } as const;
    return (await readAccountPosts(client, account)).posts;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    await note(`the posts of the account cannot be listed: ${error.message}`);
    return [];
  }
}
