import { countMaxMedia } from '../../../domain/posts/post-part.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { POST_LIMITS } from '../../../service/post-limits.ts';
import { type CheckedPart, findDraftFaults, findFaultsAt, findSharedFault, fixPart } from './draft-faults.ts';
import {
  getCommonMedia,
  getPart,
  listChosenNetworks,
  type PostDraft,
  type PostEdit,
  type PostWizardContext,
  setMedia,
} from './post-draft.ts';

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

/** The media of a post, validated for each network. */
export const MEDIA: CheckedPart = {
  field: 'mediaUrls',
  another: 'Other media',
  formatRefusal: (_draft, _platform, message) => `Media: ${message}`,
  listFixes(draft, platform) {
    const { mediaUrls } = getPart(draft, platform);
    const most = countMaxMedia(POST_LIMITS[platform]);
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

interface MediaInput {
  readonly urls: readonly string[];
  readonly platform: Platform | null;
}

function askAddress(
  draft: PostDraft,
  wizard: PostWizardContext,
  { urls, platform }: MediaInput,
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
