import type { Client } from '../../../../client/client.ts';
import { CrierError, ignoreErrors } from '../../../../errors.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import { PLATFORMS, type Platform } from '../../../../service/platforms.ts';
import type { PostBody } from '../../../../service/post-body.ts';
import type { ChoiceQuestion, Prompts } from '../../../../world.ts';
import { getServiceTime } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { describeErrorCode } from '../../../framework/output/failures.ts';
import { buildWords } from '../../../framework/output/text/shell-command.ts';
import { describeProfile } from '../../../framework/terminal/wizard/drawings.ts';
import { showEquivalent } from '../../../framework/terminal/wizard/equivalent.ts';
import {
  type ReviewDecision,
  type ReviewedWizard,
  runInteraction,
  runReviewedWizard,
} from '../../../framework/terminal/wizard/wizard.ts';
import { type LinkedAccounts, listLinkedAccounts } from '../../profiles/linked-accounts.ts';
import { readSchedules } from '../../schedule/posting-schedules.ts';
import { buildPostFlags } from '../build-post-commands.ts';
import { escapePost } from '../files/post-variables.ts';
import { buildMissingError, listMissingParts } from '../find-offline-faults.ts';
import { describeTiming } from './ask-when.ts';
import { drawPost } from './draw-post.ts';
import {
  findDraftFaults,
  joinNetworkNames,
  listChosenNetworks,
  type PostDraft,
  type PostWizardContext,
  toPost,
} from './post-draft.ts';
import { POST_STEPS } from './post-steps.ts';

export interface AskPostOptions {
  /** Opened if the user can be asked. */
  openClient(): Promise<Client>;
  /** Time zone of the user, as an IANA name. */
  timeZone: string;
  yes: boolean;
  dryRun: boolean;
  context: CommandContext;
}

/**
 * Asks for the missing parts of a post, shows a preview, asks for confirmation, and prints an equivalent file and
 * command.
 *
 * @param given valid except for missing parts and faults of single networks
 * @returns null if the user does not confirm; nothing was sent
 * @throws CrierError of kind usage without a terminal, and when the input ends; with the code 156 without linked
 *   accounts
 */
export async function askPost(given: PostDraft, options: AskPostOptions): Promise<PostBody | null> {
  const { context, timeZone, yes, dryRun } = options;
  const prompts = await context.io.prompts();
  if (prompts === null) throw buildMissingError(listMissingParts(given), { mayAsk: true });
  return runInteraction('nothing was published', context.io, async () => {
    const { choice } = await context.service.choose();
    const { io } = context;
    const accounts = await readAccounts(options);
    const listSchedules = createScheduleReader(options, accounts.now);
    const { mode, where } = await context.service.writeRule();
    const keepsForApproval = mode === 'drafts';
    const wizard = {
      prompts,
      given,
      timeZone,
      keepsForApproval,
      readFile: io.readFile,
      ...accounts,
      listSchedules,
    };
    const introduction = [
      `For ${describeProfile(choice)}.`,
      'Nothing is published until you confirm at the end, where everything can still be changed. Press Ctrl-C to leave.',
      ...(keepsForApproval ? [`The post is kept for approval: writes is "drafts" (${where}).`] : []),
    ];
    const { draft, isConfirmed } = await runReviewedWizard(createPostWizard(dryRun), {
      draft: keepsForApproval ? { ...given, requiresApproval: true } : given,
      context: wizard,
      introduction,
      yes,
    });
    const post = toPost(draft);
    // printed before sending, so that the answers are not lost if the post is refused
    await showPostCommand(post, prompts, context);
    return isConfirmed ? post : null;
  });
}

function createPostWizard(dryRun: boolean): ReviewedWizard<PostDraft, PostWizardContext> {
  return {
    title: 'New post',
    steps: POST_STEPS,
    review: async (draft, wizard) => ({
      preview: drawPost(draft, wizard, describeOutcome(draft, wizard, dryRun)),
      question: buildQuestion(draft, wizard, dryRun),
    }),
    keepLabel: 'Nothing',
  };
}

/** Prints a file and a command that create the same post, ready to be copied. */
export async function showPostCommand(
  post: PostBody,
  prompts: Prompts,
  context: CommandContext,
): Promise<void> {
  const create = buildWords`posts create`;
  const equivalent = {
    body: escapePost(post),
    create,
    flags: buildPostFlags(post),
    heading: 'As a command:',
  };
  const chosen = await context.service.choose();
  await showEquivalent(equivalent, prompts, { chosen, programName: context.io.programName });
}

const NOT_LINKED = 156;

/** Reads the linked accounts and the service's time: a sandbox has its own clock. */
async function readAccounts({
  openClient,
  context,
}: AskPostOptions): Promise<{ accounts: LinkedAccounts | null; now: () => number }> {
  // failures are ignored: the wizard also works without this information
  const answer = await ignoreErrors((await openClient()).call(getUser, {}));
  if (answer === null) return { accounts: null, now: context.io.now };
  const accounts = listLinkedAccounts(answer.body);
  if (accounts.size === 0) {
    throw new CrierError(
      'auth',
      'the profile has no linked account for posts',
      describeErrorCode(NOT_LINKED),
    );
  }
  const askedAt = context.io.now();
  const { asOf = askedAt } = getServiceTime(answer);
  return { accounts, now: () => asOf + context.io.now() - askedAt };
}

/** Posting schedules are only offered: failures are ignored. @param now the service's time */
function createScheduleReader(
  { openClient }: AskPostOptions,
  now: () => number,
): PostWizardContext['listSchedules'] {
  const read = async () => {
    const found = await ignoreErrors(readSchedules(await openClient(), async () => now()));
    return found?.schedules ?? [];
  };
  let schedules: ReturnType<PostWizardContext['listSchedules']> | undefined;
  return () => (schedules ??= read());
}

/** Whether no network would publish any of it. */
function isRefused(draft: PostDraft, wizard: PostWizardContext): boolean {
  const faults = findDraftFaults(draft, wizard);
  const refused = new Set(faults.flatMap((each) => (each.effect === 'network' ? [each.platform] : [])));
  const networks = listChosenNetworks(draft, wizard);
  return faults.some(({ effect }) => effect === 'request') || networks.every((each) => refused.has(each));
}

const CHANGE = { value: 'change', label: 'Change something', hint: 'any part of the post' } as const;
const LEAVE = {
  value: 'leave',
  label: 'No, leave',
  hint: 'nothing is published; your answers are printed as a file',
} as const;

/** The default choice (Enter) never publishes immediately. */
function buildQuestion(
  draft: PostDraft,
  wizard: PostWizardContext,
  dryRun: boolean,
): ChoiceQuestion<ReviewDecision> {
  if (isRefused(draft, wizard))
    return { message: 'It cannot be published like this. What next?', choices: [CHANGE, LEAVE] };
  const publish = (label: string) => ({ value: 'confirm', label }) as const;
  if (dryRun) {
    const show = publish('Yes, show the request');
    return { message: 'Is this correct?', choices: [show, CHANGE, LEAVE] };
  }
  if (isLiveAtOnce(draft, wizard.now())) {
    return { message: 'Publish it now?', choices: [LEAVE, publish('Yes, publish it now'), CHANGE] };
  }
  const keep = publish(`Yes, ${describeTiming(draft, wizard)}`);
  const message = draft.requiresApproval === true ? 'Keep it for approval?' : 'Schedule it?';
  return { message, choices: [keep, CHANGE, LEAVE] };
}

function isLiveAtOnce({ scheduleDate, requiresApproval, autoSchedule }: PostDraft, now: number): boolean {
  const isToCome = scheduleDate !== undefined && Date.parse(scheduleDate) > now;
  return requiresApproval !== true && autoSchedule === undefined && !isToCome;
}

function describeOutcome(draft: PostDraft, wizard: PostWizardContext, dryRun: boolean): string {
  if (dryRun) return 'Nothing is published: the request is only shown.';
  const networks = listChosenNetworks(draft, wizard);
  const stays = describeDeletion(networks);
  const out = `goes live on ${joinNetworkNames(networks)}`;
  if (isLiveAtOnce(draft, wizard.now())) return `It ${out} as soon as you confirm.${stays}`;
  return `It is held ${describeWait(draft)}, and then ${out}.${stays}`;
}

/** Where a published post cannot be deleted, or only on some accounts. */
function describeDeletion(networks: readonly Platform[]): string {
  return KEPT.map(({ deletion, words }) => {
    const kept = networks.filter((platform) => PLATFORMS[platform].deletesPublished === deletion);
    return kept.length === 0 ? '' : ` A post on ${joinNetworkNames(kept)} ${words}.`;
  }).join('');
}

const KEPT = [
  { deletion: 'never', words: 'cannot be deleted with crier' },
  {
    deletion: 'page-login',
    words: 'can only be deleted with crier if the account is linked by a Facebook page',
  },
] as const;

function describeWait({ scheduleDate, autoSchedule, requiresApproval }: PostDraft): string {
  const isTimed = (scheduleDate ?? autoSchedule) !== undefined;
  if (requiresApproval !== true) return 'until its time';
  return isTimed ? 'until its time and its approval' : 'until its approval';
}
