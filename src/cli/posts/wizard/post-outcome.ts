import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { joinNetworkNames, listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';

/** Whether a post is public as soon as it is sent. */
export function isLiveAtOnce(
  { scheduleDate, requiresApproval, autoSchedule }: PostDraft,
  now: number,
): boolean {
  const isToCome = scheduleDate !== undefined && Date.parse(scheduleDate) > now;
  return requiresApproval !== true && autoSchedule === undefined && !isToCome;
}

/** What happens after confirmation. */
export function describeOutcome(
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
