import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { PostBody } from '../../../service/post-body.ts';
import { askPostChange } from './ask-post-change.ts';
import { describeTiming } from './ask-when.ts';
import { findDraftFaults } from './draft-faults.ts';
import { drawPost } from './draw-post.ts';
import {
  joinNetworkNames,
  listChosenNetworks,
  type PostDraft,
  type PostWizardContext,
  toPost,
} from './post-draft.ts';

/** Options from the command line. */
export interface PublishOptions {
  /** Confirmed by `--yes`. */
  readonly yes: boolean;
  /** The request is shown, and nothing is published. */
  readonly dryRun: boolean;
}

/** The final post and the decision. */
interface PublishDecision {
  readonly post: PostBody;
  /** False if the user does not confirm. */
  readonly isConfirmed: boolean;
}

/** Shows previews and asks for changes until the user confirms or leaves. */
export async function askToPublish(
  draft: PostDraft,
  wizard: PostWizardContext,
  publishing: PublishOptions,
): Promise<PublishDecision> {
  for (let current = draft; ; current = await askPostChange(current, wizard)) {
    const post = toPost(current);
    await wizard.prompts.show(drawPost(current, wizard, describeOutcome(current, wizard, publishing)));
    const isPossible = !isRefused(current, wizard);
    if (publishing.yes && isPossible) return { post, isConfirmed: true };
    const next = await wizard.prompts.choose(buildQuestion(current, wizard, { ...publishing, isPossible }));
    if (next !== 'change') return { post, isConfirmed: next === 'publish' };
  }
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
  { dryRun, isPossible }: PublishOptions & { readonly isPossible: boolean },
) {
  if (!isPossible)
    return { message: 'It cannot be published like this. What next?', choices: [CHANGE, LEAVE] };
  const publish = (label: string) => ({ value: 'publish', label }) as const;
  if (dryRun) {
    const show = publish('Yes, show the request');
    return { message: 'Is this correct?', choices: [show, CHANGE, LEAVE] };
  }
  if (isLiveAtOnce(draft, wizard.now())) {
    return { message: 'Publish it now?', choices: [LEAVE, publish('Yes, publish it now'), CHANGE] };
  }
  const keep = publish(`Yes, ${describeTiming(draft, wizard)}`);
  return { message: 'Schedule it?', choices: [keep, CHANGE, LEAVE] };
}

/** Whether a post is public as soon as it is sent. */
function isLiveAtOnce({ scheduleDate, requiresApproval, autoSchedule }: PostDraft, now: number): boolean {
  const isToCome = scheduleDate !== undefined && Date.parse(scheduleDate) > now;
  return requiresApproval !== true && autoSchedule === undefined && !isToCome;
}

/** What happens after confirmation. */
function describeOutcome(
  draft: PostDraft,
  wizard: PostWizardContext,
  { dryRun }: { readonly dryRun: boolean },
): string {
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
