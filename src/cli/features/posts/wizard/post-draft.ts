import { findPostFaults } from '../../../../domain/posts/find-post-faults.ts';
import { getNetworkPost, listPostNetworks, type PostFault } from '../../../../domain/posts/post-part.ts';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { PLATFORMS, type Platform } from '../../../../service/platforms.ts';
import type { PostBody } from '../../../../service/post-body.ts';
import type { ReadFile } from '../../../framework/input/files/file-reader.ts';
import { drawParagraph } from '../../../framework/terminal/wizard/drawings.ts';
import {
  buildMenu,
  type DraftEdit,
  type EditChoice,
  type WizardPrompts,
} from '../../../framework/terminal/wizard/wizard.ts';
import { type LinkedAccounts, POSTING } from '../../profiles/linked-accounts.ts';
import type { TitledPostingSchedule } from '../../schedule/posting-schedules.ts';
import { findSuspectTexts } from '../find-offline-faults.ts';

export type PostDraft = Partial<PostBody>;

export interface PostWizardContext extends WizardPrompts {
  /** What the command line contained. */
  given: PostDraft;
  /** The service's time in milliseconds since 1970. */
  now(): number;
  /** Time zone in which times are read and shown, as an IANA name. */
  timeZone: string;
  /** Whether only drafts may be created. */
  keepsForApproval: boolean;
  accounts: LinkedAccounts | null;
  readFile: ReadFile;
  /** The posting schedules; none if they cannot be read. Requested once, when first asked for. */
  listSchedules(): Promise<readonly TitledPostingSchedule[]>;
}

export type PostEdit = DraftEdit<PostDraft, PostWizardContext>;

export type PostEditChoice = EditChoice<PostDraft, PostWizardContext>;

/** Completes a draft with empty values. */
export function toPost(draft: PostDraft): PostBody {
  const { platforms = [], post = '', ...others } = draft;
  return { platforms, post, ...others };
}

export function listChosenNetworks(draft: PostDraft, { accounts }: PostWizardContext): readonly Platform[] {
  return listPostNetworks(toPost(draft), accounts === null ? POSTING : [...accounts.keys()]);
}

/** Joins network names for a sentence: `Instagram, Threads and X`. */
export function joinNetworkNames(networks: readonly Platform[]): string {
  return joinWithAnd(networks.map((platform) => PLATFORMS[platform].name));
}

/** Parts that can differ between networks. */
type PartField = 'post' | 'mediaUrls';

export function getPart(draft: PostDraft, platform: Platform) {
  return getNetworkPost(toPost(draft), platform);
}

/** The text of networks without their own. */
export function getCommonText({ post }: PostDraft): string {
  return typeof post === 'object' ? (post.default ?? '') : (post ?? '');
}

/** The media of networks without their own. */
export function getCommonMedia({ mediaUrls = [] }: PostDraft): readonly string[] {
  return Array.isArray(mediaUrls) ? mediaUrls : (mediaUrls.default ?? []);
}

/** Sets the text for one network or for all; values of other networks are kept. */
export function setText(draft: PostDraft, text: string, platform: Platform | null): PostDraft {
  const { post } = draft;
  const own: Record<string, string> = typeof post === 'object' ? post : {};
  if (platform !== null)
    return { ...draft, post: { default: getCommonText(draft), ...own, [platform]: text } };
  return { ...draft, post: typeof post === 'object' ? { ...own, default: text } : text };
}

export function setMedia(draft: PostDraft, urls: readonly string[], platform: Platform | null): PostDraft {
  const { mediaUrls = [] } = draft;
  const own: Record<string, string[]> = Array.isArray(mediaUrls) ? {} : mediaUrls;
  if (platform !== null)
    return { ...draft, mediaUrls: { default: [...getCommonMedia(draft)], ...own, [platform]: [...urls] } };
  if (!Array.isArray(mediaUrls)) return { ...draft, mediaUrls: { ...own, default: [...urls] } };
  const { mediaUrls: _before, ...others } = draft;
  return urls.length === 0 ? others : { ...others, mediaUrls: [...urls] };
}

/** Removes the value of one network, which then uses the default. */
export function removeOwn(draft: PostDraft, field: PartField, platform: Platform): PostDraft {
  const value = draft[field];
  if (typeof value !== 'object' || Array.isArray(value)) return draft;
  const { [platform]: _own, ...others } = value;
  const { default: common, ...own } = others;
  // only a default is left: no need for names
  const isCommon = common !== undefined && Object.keys(own).length === 0;
  return { ...draft, [field]: isCommon ? common : others };
}

export function listOwnNetworks(
  draft: PostDraft,
  field: PartField,
  networks: readonly Platform[],
): readonly Platform[] {
  const value = draft[field];
  if (typeof value !== 'object' || Array.isArray(value)) return [];
  return networks.filter((platform) => Object.hasOwn(value, platform));
}

export function findDraftFaults(draft: PostDraft, wizard: PostWizardContext): readonly PostFault[] {
  const post = toPost(draft);
  const platforms = listChosenNetworks(draft, wizard);
  return [...findPostFaults(post, { platforms, now: wizard.now() }), ...findSuspectTexts(post)];
}

/** The faults of one field and its members. @param path such as `redditOptions.title` */
export function findFaultsAt(
  draft: PostDraft,
  path: string,
  wizard: PostWizardContext,
): readonly PostFault[] {
  return findDraftFaults(draft, wizard).filter(
    ({ path: at, effect }) =>
      effect !== 'warning' && (at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`)),
  );
}

/** The fault that a field has on every network; null if a network accepts it. */
export function findSharedFault(draft: PostDraft, path: string, wizard: PostWizardContext): string | null {
  const faults = findFaultsAt(draft, path, wizard);
  const whole = faults.find(({ effect }) => effect === 'request');
  if (whole !== undefined) return whole.message;
  const networks = listChosenNetworks(draft, wizard);
  const refusals = networks.map((platform) => faults.find((fault) => fault.platform === platform));
  const [first] = refusals;
  return first === undefined || refusals.includes(undefined) ? null : first.message;
}

export interface CheckedPart {
  field: PartField;
  /** Start of a choice: `Another text`. */
  another: string;
  formatRefusal(draft: PostDraft, platform: Platform, message: string): string;
  /** Asks for it, for one network or for all, until a network accepts it. */
  ask(draft: PostDraft, wizard: PostWizardContext, platform: Platform | null): Promise<PostDraft>;
  /** Fixes other than a new value. */
  listFixes?(draft: PostDraft, platform: Platform): readonly PostEditChoice[];
}

/** For each network that would refuse the part, asks how to fix it, until all accept it. */
export async function fixPart(
  draft: PostDraft,
  wizard: PostWizardContext,
  part: CheckedPart,
): Promise<PostDraft> {
  for (let fixed = draft; ; ) {
    const [refusal] = findFaultsAt(fixed, part.field, wizard).flatMap(({ platform, message }) =>
      platform === null ? [] : [{ platform, message }],
    );
    if (refusal === undefined) return fixed;
    const { platform, message } = refusal;
    const words = part.formatRefusal(fixed, platform, message);
    await wizard.prompts.show((look) => drawParagraph(words, look, 'warn'));
    const fix = buildMenu<PostDraft, PostWizardContext>(
      `What should be posted on ${PLATFORMS[platform].name}?`,
      [
        ...(part.listFixes?.(fixed, platform) ?? []),
        ...listAlternatives(platform, part, listChosenNetworks(fixed, wizard)),
      ],
    );
    fixed = await fix(fixed, wizard);
  }
}

function listAlternatives(
  platform: Platform,
  { field, another, ask }: CheckedPart,
  networks: readonly Platform[],
): readonly PostEditChoice[] {
  const { name } = PLATFORMS[platform];
  const onlyHere: PostEdit = (draft, wizard) => ask(draft, wizard, platform);
  const all: PostEdit = (draft, wizard) => ask(removeOwn(draft, field, platform), wizard, null);
  if (networks.length === 1) return [{ value: all, label: another }];
  const out: PostEdit = async (draft) => ({
    ...removeOwn(draft, field, platform),
    platforms: networks.filter((each) => each !== platform),
  });
  return [
    { value: onlyHere, label: `${another}, only on ${name}` },
    { value: all, label: `${another}, on all networks` },
    { value: out, label: `Nothing: remove ${name}` },
  ];
}
