import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { POSTING } from '../../profiles/linked-accounts.ts';
import type { PromptChoice } from '../../prompts/prompts.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';

/** Asks for the networks of a post. If only one is linked, it is suggested. */
export async function askNetworks(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const { prompts, accounts } = wizard;
  const isThere = (platform: Platform) => accounts?.has(platform) ?? true;
  const linked = POSTING.filter(isThere);
  const others = POSTING.filter((platform) => !isThere(platform));
  const before = listChosenNetworks(draft, wizard);
  const platforms = await prompts.chooseSeveral({
    message: 'Which networks?',
    choices: [...linked, ...others].map((platform) => toChoice(platform, wizard)),
    suggested: before.length === 0 && linked.length === 1 ? linked : before,
    check(chosen) {
      if (chosen.length === 0) return 'select at least one network';
      const missing = chosen.filter((platform) => !isThere(platform));
      return missing.length === 0 ? null : describeUnlinked(missing);
    },
  });
  return { ...draft, platforms: [...platforms] };
}

function toChoice(platform: Platform, { accounts }: PostWizardContext): PromptChoice<Platform> {
  const { name } = PLATFORMS[platform];
  if (accounts === null) return { value: platform, label: name };
  const account = accounts.get(platform);
  if (account === undefined) return { value: platform, label: `${name}: not linked` };
  return { value: platform, label: account === '' ? name : `${name}: ${account}` };
}

/** Describes networks that are not linked. */
export function describeUnlinked(platforms: readonly Platform[]): string {
  const names = platforms.map((platform) => PLATFORMS[platform].name).join(', ');
  return `not linked on this profile: ${names}; link the account first`;
}
