import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { chosenNetworks, namesOf } from './chosen-networks.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';

/** Whether others see a post as soon as it is sent. */
export function isLiveAtOnce(
  { scheduleDate, requiresApproval, autoSchedule }: PostDraft,
  now: number,
): boolean {
  const isToCome = scheduleDate !== undefined && Date.parse(scheduleDate) > now;
  return requiresApproval !== true && autoSchedule === undefined && !isToCome;
}

/** What comes of it when the person says yes. */
export function outcomeSentence(
  draft: PostDraft,
  talk: PostTalk,
  { dryRun }: { readonly dryRun: boolean },
): string {
  if (dryRun) return 'Nothing is published: the request that would publish it is shown.';
  const networks = chosenNetworks(draft, talk);
  const stays = deletionSentences(networks);
  const out = `goes live on ${namesOf(networks)}`;
  if (isLiveAtOnce(draft, talk.now())) return `It ${out} as soon as you say yes.${stays}`;
  return `It is kept ${until(draft)}, and then ${out}.${stays}`;
}

/** Where what is published cannot be deleted, or not on every account. */
function deletionSentences(networks: readonly Platform[]): string {
  return KEPT.map(({ deletion, words }) => {
    const kept = networks.filter((platform) => PLATFORMS[platform].deletesPublished === deletion);
    return kept.length === 0 ? '' : ` What is out on ${namesOf(kept)} ${words}.`;
  }).join('');
}

const KEPT = [
  { deletion: 'never', words: 'cannot be deleted from here' },
  {
    deletion: 'page-login',
    words: 'can be deleted from here only when it is linked with the page-based login',
  },
] as const;

function until({ scheduleDate, autoSchedule, requiresApproval }: PostDraft): string {
  const isTimed = (scheduleDate ?? autoSchedule) !== undefined;
  if (requiresApproval !== true) return 'until that time';
  return isTimed ? 'until that time and until it is approved' : 'until it is approved';
}
