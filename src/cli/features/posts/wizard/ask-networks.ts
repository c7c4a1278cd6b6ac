import { getField } from '../../../../domain/json/loose-record.ts';
import { PLATFORMS, type Platform } from '../../../../service/platforms.ts';
import type { PostOptionsName } from '../../../../service/post-body.ts';
import type { PromptChoice } from '../../../../world.ts';
import { POSTING } from '../../profiles/linked-accounts.ts';
import {
  findFaultsAt,
  getPart,
  listChosenNetworks,
  type PostDraft,
  type PostWizardContext,
} from './post-draft.ts';

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

export function describeUnlinked(platforms: readonly Platform[]): string {
  const names = platforms.map((platform) => PLATFORMS[platform].name).join(', ');
  return `not linked on this profile: ${names}; link the account first`;
}

export function askNetworkFields(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return askMissing(draft, wizard, (demand) => demand.isOffered === true || isRefused(draft, demand, wizard));
}

export function askRequiredFields(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return askMissing(draft, wizard, (demand) => isRefused(draft, demand, wizard));
}

async function askMissing(
  draft: PostDraft,
  wizard: PostWizardContext,
  isAsked: (demand: NetworkField) => boolean,
): Promise<PostDraft> {
  let known = draft;
  for (const demand of NETWORK_FIELDS.filter(({ platform }) =>
    listChosenNetworks(draft, wizard).includes(platform),
  )) {
    const isThere = getAnswer(known, demand) !== '' && !isRefused(known, demand, wizard);
    if (!isThere && isAsked(demand)) known = await askNetworkField(known, wizard, demand);
  }
  return known;
}

/** The current value; empty without one. */
export function getAnswer(draft: PostDraft, { platform, member }: NetworkField): string {
  const value = getField(getPart(draft, platform).options, member);
  return typeof value === 'string' ? value : '';
}

export async function askNetworkField(
  draft: PostDraft,
  wizard: PostWizardContext,
  demand: NetworkField,
): Promise<PostDraft> {
  const { message, example, read = (answer) => answer } = demand;
  const answer = await wizard.prompts.text({
    message,
    ...(example !== undefined && { example }),
    ...suggestAnswer(draft, wizard, demand),
    check: (typed) => findFault(applyAnswer(draft, demand, read(typed)), demand, wizard),
  });
  return applyAnswer(draft, demand, read(answer));
}

function suggestAnswer(draft: PostDraft, wizard: PostWizardContext, demand: NetworkField) {
  const [line = ''] = getPart(draft, demand.platform).text.trim().split('\n', 1);
  const candidates = [getAnswer(draft, demand), demand.isLikeText === true ? line.trim() : ''];
  const suggestion = candidates.find(
    (each) => each !== '' && findFault(applyAnswer(draft, demand, each), demand, wizard) === null,
  );
  return suggestion === undefined ? {} : { suggestion };
}

function applyAnswer(draft: PostDraft, { options, member }: NetworkField, answer: string): PostDraft {
  const { [member]: _before, ...others } = draft[options] ?? {};
  const after = answer === '' ? others : { ...others, [member]: answer };
  if (Object.keys(after).length > 0) return { ...draft, [options]: after };
  const { [options]: _empty, ...rest } = draft;
  return rest;
}

function isRefused(draft: PostDraft, demand: NetworkField, wizard: PostWizardContext): boolean {
  return findFault(draft, demand, wizard) !== null;
}

function findFault(
  draft: PostDraft,
  { options, member }: NetworkField,
  wizard: PostWizardContext,
): string | null {
  return findFaultsAt(draft, `${options}.${member}`, wizard)[0]?.message ?? null;
}

interface NetworkField {
  platform: Platform;
  options: PostOptionsName;
  member: string;
  /** Its name: `title`. */
  noun: string;
  message: string;
  example?: string;
  /** The first line of the text is suggested. */
  isLikeText?: true;
  /** Asked for even if it is not required. */
  isOffered?: true;
  read?(answer: string): string;
}

export const NETWORK_FIELDS: readonly NetworkField[] = [
  {
    platform: 'youtube',
    options: 'youTubeOptions',
    member: 'title',
    noun: 'title',
    message: 'Title on YouTube?',
    isLikeText: true,
  },
  {
    platform: 'reddit',
    options: 'redditOptions',
    member: 'subreddit',
    noun: 'subreddit',
    message: 'Which subreddit?',
    example: 'espresso',
    read: (answer) => answer.replace(/^\/?r\//i, ''),
  },
  {
    platform: 'reddit',
    options: 'redditOptions',
    member: 'title',
    noun: 'title',
    message: 'Title on Reddit?',
    isLikeText: true,
  },
  {
    platform: 'pinterest',
    options: 'pinterestOptions',
    member: 'thumbNail',
    noun: 'cover',
    message: 'URL of the cover image on Pinterest:',
    example: 'https://kestrellane.example/cover.jpg',
  },
  {
    platform: 'pinterest',
    options: 'pinterestOptions',
    member: 'boardId',
    noun: 'board',
    message: 'Board id on Pinterest (empty for the default board):',
    isOffered: true,
  },
];
