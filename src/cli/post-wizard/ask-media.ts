import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { POST_LIMITS } from '../../facts/post-limits.ts';
import { countMaxMedia } from '../../rules/build-post-part.ts';
import { findDraftFaults, findFaultsAt, findSharedFault } from './find-draft-faults.ts';
import { type CheckedPart, fixPart } from './fix-part.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import { getCommonMedia, getPart, setMedia } from './own-part.ts';
import type { AskPart, PostDraft, PostWizardContext } from './post-wizard-context.ts';

/** Asks for media, one address after the other, and for others where a network does not take these. */
export async function askMedia(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return askKind(await fixPart(await MEDIA.ask(draft, wizard, null), wizard, MEDIA), wizard);
}

/** Asks only where something cannot be published without media, or with these. */
export async function askNeededMedia(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const isNeeded = getCommonMedia(draft).length === 0 && findMissingMedia(draft, wizard) !== null;
  return isNeeded ? askMedia(draft, wizard) : askKind(await fixPart(draft, wizard, MEDIA), wizard);
}

/** Asks what media are whose addresses do not tell, where a network takes videos alone. */
async function askKind(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  const isUnsure = findDraftFaults(draft, wizard).some(({ feature }) => feature === 'isVideo');
  if (!isUnsure || draft.isVideo !== undefined) return draft;
  const isVideo = await wizard.prompts.choose({
    message: 'Is it a video? Its address does not tell.',
    choices: [
      { value: true, label: 'Yes' },
      { value: false, label: 'No' },
    ],
  });
  return { ...draft, isVideo };
}

/** What is wrong with a post that has no media; null where it can be published. */
function findMissingMedia(draft: PostDraft, wizard: PostWizardContext): string | null {
  const isEmpty = listChosenNetworks(draft, wizard)
    .map((platform) => getPart(draft, platform))
    .every(({ text, mediaUrls }) => text === '' && mediaUrls.length === 0);
  if (isEmpty) return 'a post without a text needs a picture or a video';
  return findSharedFault(draft, 'mediaUrls', wizard);
}

/** The media of a post, as each network judges them. */
export const MEDIA: CheckedPart = {
  field: 'mediaUrls',
  another: 'Other media',
  formatRefusal: (_draft, _platform, message) => `Media: ${message}`,
  listFixes(draft, platform) {
    const { mediaUrls } = getPart(draft, platform);
    const most = countMaxMedia(POST_LIMITS[platform]);
    if (mediaUrls.length <= most) return [];
    const first: AskPart = async (known) => setMedia(known, mediaUrls.slice(0, most), platform);
    return [{ value: first, label: most === 1 ? 'The first of them' : `The first ${most} of them` }];
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
    message: `${urls.length === 0 ? 'Address of a picture or video' : 'One more'}${where}${isOptional ? ', if any' : ''}:`,
    ...(urls.length === 0 && { example: 'https://kestrellane.example/beans.jpg' }),
    check: (url) => check(url === '' ? [] : [url]),
  });
}

function findMediaFault(draft: PostDraft, platform: Platform, wizard: PostWizardContext): string | null {
  const faults = findFaultsAt(draft, 'mediaUrls', wizard);
  return faults.find((fault) => [platform, null].includes(fault.platform))?.message ?? null;
}
