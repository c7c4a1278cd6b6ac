import { countPostTexts } from '../../../../domain/posts/post-counts.ts';
import { buildPostPart, countMaxMedia } from '../../../../domain/posts/post-part.ts';
import { countByNearestLimit } from '../../../../domain/posts/text-faults.ts';
import { escapeVariables } from '../../../../domain/text/fill-variables.ts';
import {
  type CountedText,
  compareFullness,
  formatCounted,
  isTooLong,
} from '../../../../domain/text/text-counts.ts';
import { PLATFORMS, type Platform } from '../../../../service/platforms.ts';
import { findUnfilled, unescapeTyped } from '../../../framework/input/files/check-text.ts';
import {
  type CheckedPart,
  findDraftFaults,
  findFaultsAt,
  findSharedFault,
  fixPart,
  getCommonMedia,
  getCommonText,
  getPart,
  listChosenNetworks,
  type PostDraft,
  type PostEdit,
  type PostWizardContext,
  setMedia,
  setText,
  toPost,
} from './post-draft.ts';

export async function askText(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return fixText(await TEXT.ask(draft, wizard, null), wizard);
}

/** Asks about a given text only where a network does not accept it. */
export function fixText(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return fixPart(draft, wizard, TEXT);
}

export const TEXT: CheckedPart = {
  field: 'post',
  another: 'Another text',
  formatRefusal(draft, platform, message) {
    const words = isTooLongOn(draft, platform) ? `has ${formatUsage(measureText(draft, platform))}` : message;
    return `${PLATFORMS[platform].name}: the text ${words}`;
  },
  listFixes: (draft, platform) =>
    isOnlyThread(draft, platform)
      ? [
          {
            value: async (known) => makeThread(known, platform),
            label: 'The same text as a thread of several posts',
          },
        ]
      : [],
  ask: (draft, wizard, platform) =>
    platform === null ? askForAll(draft, wizard) : askForOne(draft, wizard, platform),
};

function isTooLongOn(draft: PostDraft, platform: Platform): boolean {
  return isTooLong(measureText(draft, platform));
}

/** Whether the text is too long for one post, but could be a thread. */
function isOnlyThread(draft: PostDraft, platform: Platform): boolean {
  const { threadOptions: name } = PLATFORMS[platform].post;
  return name !== undefined && draft[name]?.['thread'] !== true && isTooLongOn(draft, platform);
}

async function askForAll(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const before = getCommonText(draft);
  const text = await wizard.prompts.longText({
    message: 'Text of the post?',
    ...(before !== '' && { suggestion: escapeVariables(before) }),
    count: (typed) => formatTightestUsage(setText(draft, unescapeTyped(typed), null), wizard),
    check(typed) {
      const after = setText(draft, unescapeTyped(typed), null);
      // without text, media are required, which are asked for next
      const isFixable =
        typed === '' || listChosenNetworks(draft, wizard).some((each) => isOnlyThread(after, each));
      return findUnfilled(typed) ?? (isFixable ? null : findSharedFault(after, 'post', wizard));
    },
  });
  return setText(draft, unescapeTyped(text), null);
}

async function askForOne(
  draft: PostDraft,
  wizard: PostWizardContext,
  platform: Platform,
): Promise<PostDraft> {
  const before = getPart(draft, platform).text;
  const text = await wizard.prompts.longText({
    message: `Text on ${PLATFORMS[platform].name}?`,
    ...(before !== '' && { suggestion: escapeVariables(before) }),
    count: (typed) => formatUsage(measureText(setText(draft, unescapeTyped(typed), platform), platform)),
    check(typed) {
      const after = setText(draft, unescapeTyped(typed), platform);
      const faults = isOnlyThread(after, platform) ? [] : findFaultsAt(after, 'post', wizard);
      return findUnfilled(typed) ?? faults.find((fault) => fault.platform === platform)?.message ?? null;
    },
  });
  return setText(draft, unescapeTyped(text), platform);
}

function makeThread(draft: PostDraft, platform: Platform): PostDraft {
  const { threadOptions: name } = PLATFORMS[platform].post;
  return name === undefined ? draft : { ...draft, [name]: { ...draft[name], thread: true } };
}

/** The longest post of a thread on a network, or the only post, counted by the limit that is the nearest. */
function measureText(draft: PostDraft, platform: Platform): CountedText {
  const part = buildPostPart(toPost(draft), platform);
  const [counted] = countPostTexts(toPost(draft), part)
    .filter(({ path }) => path === part.textPath)
    .toSorted(compareFullness);
  return counted ?? countByNearestLimit(part, part.text);
}

/** `32 of 300 characters`, and the excess if there is one. */
export function formatUsage(counted: CountedText): string {
  const unit = counted.unit === 'bytes' ? '' : ' characters';
  const over = isTooLong(counted) ? `, ${formatNumber(counted.count - counted.limit)} too many` : '';
  return `${formatCounted(counted)}${unit}${over}`;
}

/** Formats the length on the network with the least remaining characters. */
function formatTightestUsage(draft: PostDraft, wizard: PostWizardContext): string {
  const left = ({ limit, count }: CountedText) => limit - count;
  const [tightest] = listChosenNetworks(draft, wizard)
    .map((platform) => ({ platform, counted: measureText(draft, platform) }))
    .sort((one, other) => left(one.counted) - left(other.counted));
  if (tightest === undefined) return '';
  return `${formatUsage(tightest.counted)} on ${PLATFORMS[tightest.platform].name}`;
}

function formatNumber(count: number): string {
  return count.toLocaleString('en');
}

/** Asks for media URLs one by one, and for others where a network does not accept them. */
export async function askMedia(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return askKind(await fixPart(await MEDIA.ask(draft, wizard, null), wizard, MEDIA), wizard);
}

/** Asks only where a network needs media, or does not accept the given ones. */
export async function askNeededMedia(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const isNeeded = getCommonMedia(draft).length === 0 && findMissingMedia(draft, wizard) !== null;
  return isNeeded ? askMedia(draft, wizard) : askKind(await fixPart(draft, wizard, MEDIA), wizard);
}

/** Asks whether media are videos if a network needs to know and the URLs do not show it. */
async function askKind(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const isUnsure = findDraftFaults(draft, wizard).some(({ feature }) => feature === 'isVideo');
  if (!isUnsure || draft.isVideo !== undefined) return draft;
  const isVideo = await wizard.prompts.choose({
    message: 'Is it a video? The URL does not show it.',
    choices: [
      { value: true, label: 'Yes' },
      { value: false, label: 'No' },
    ],
  });
  return { ...draft, isVideo };
}

/** Fault of a post without media; null if it can be published. */
function findMissingMedia(draft: PostDraft, wizard: PostWizardContext): string | null {
  const isEmpty = listChosenNetworks(draft, wizard)
    .map((platform) => getPart(draft, platform))
    .every(({ text, mediaUrls }) => text === '' && mediaUrls.length === 0);
  if (isEmpty) return 'a post without text needs an image or a video';
  return findSharedFault(draft, 'mediaUrls', wizard);
}

export const MEDIA: CheckedPart = {
  field: 'mediaUrls',
  another: 'Other media',
  formatRefusal: (_draft, _platform, message) => `Media: ${message}`,
  listFixes(draft, platform) {
    const { mediaUrls } = getPart(draft, platform);
    const most = countMaxMedia(PLATFORMS[platform].post);
    if (mediaUrls.length <= most) return [];
    const first: PostEdit = async (known) => setMedia(known, mediaUrls.slice(0, most), platform);
    return [{ value: first, label: most === 1 ? 'Only the first' : `Only the first ${most}` }];
  },
  async ask(draft, wizard, platform) {
    const urls: string[] = [];
    for (;;) {
      const url = await askAddress(draft, wizard, { urls, platform });
      if (url === '') return setMedia(draft, urls, platform);
      urls.push(url);
    }
  },
};

function askAddress(
  draft: PostDraft,
  wizard: PostWizardContext,
  { urls, platform }: { urls: readonly string[]; platform: Platform | null },
): Promise<string> {
  const where = platform === null ? '' : ` for ${PLATFORMS[platform].name}`;
  const check = (more: readonly string[]) => {
    const after = setMedia(draft, [...urls, ...more], platform);
    if (platform !== null) return findMediaFault(after, platform, wizard);
    return more.length === 0 ? findMissingMedia(after, wizard) : findSharedFault(after, 'mediaUrls', wizard);
  };
  const isOptional = check([]) === null;
  return wizard.prompts.text({
    message: `${urls.length === 0 ? 'URL of an image or video' : 'Another URL'}${where}${isOptional ? ', optional' : ''}:`,
    ...(urls.length === 0 && { example: 'https://kestrellane.example/beans.jpg' }),
    check: (url) => check(url === '' ? [] : [url]),
  });
}

function findMediaFault(draft: PostDraft, platform: Platform, wizard: PostWizardContext): string | null {
  const faults = findFaultsAt(draft, 'mediaUrls', wizard);
  return faults.find((fault) => [platform, null].includes(fault.platform))?.message ?? null;
}
