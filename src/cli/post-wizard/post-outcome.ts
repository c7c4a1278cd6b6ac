import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { joinNetworkNames, listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-wizard-context.ts';

/** Whether others see a post as soon as it is sent. */
export function isLiveAtOnce(
  { scheduleDate, requiresApproval, autoSchedule }: PostDraft,
  now: number,
): boolean {
  const isToCome = scheduleDate !== undefined && Date.parse(scheduleDate) > now;
  return requiresApproval !== true && autoSchedule === undefined && !isToCome;
}

/** What comes of it when the person says yes. */
export function describeOutcome(
  draft: PostDraft,
  wizard: PostWizardContext,
  { dryRun }: { readonly dryRun: boolean },
): string {
  if (dryRun) return 'Nothing is published: the request that would publish it is shown.';
  const networks = listChosenNetworks(draft, wizard);
  const stays = describeDeletion(networks);
  const out = `goes live on ${joinNetworkNames(networks)}`;
  if (isLiveAtOnce(draft, wizard.now())) return `It ${out} as soon as you say yes.${stays}`;
  return `It is kept ${describeWait(draft)}, and then ${out}.${stays}`;
}

/** Where what is published cannot be deleted, or not on every account. */
function describeDeletion(networks: readonly Platform[]): string {
  return KEPT.map(({ deletion, words }) => {
    const kept = networks.filter((platform) => PLATFORMS[platform].deletesPublished === deletion);
    return kept.length === 0 ? '' : ` What is out on ${joinNetworkNames(kept)} ${words}.`;
  }).join('');
}

const KEPT = [
  { deletion: 'never', words: 'cannot be deleted from here' },
  {
    deletion: 'page-login',
    words: 'can be deleted from here only when it is linked with the page-based login',
  },
] as const;

function describeWait({ scheduleDate, autoSchedule, requiresApproval }: PostDraft): string {
  const isTimed = (scheduleDate ?? autoSchedule) !== undefined;
  if (requiresApproval !== true) return 'until that time';
  return isTimed ? 'until that time and until it is approved' : 'until it is approved';
}
