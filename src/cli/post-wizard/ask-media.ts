import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import { POST_LIMITS } from '../../facts/post-limits.ts';
import { getMaxMedia } from '../../rules/build-post-part.ts';
import { chosenNetworks } from './chosen-networks.ts';
import { draftFaults, faultsAt, refusedByAll } from './draft-faults.ts';
import { type JudgedPart, mendPart } from './mend-part.ts';
import { commonMedia, partFor, withMedia } from './own-part.ts';
import type { AskPart, PostDraft, PostTalk } from './post-talk.ts';

/** Asks for media, one address after the other, and for others where a network does not take these. */
export async function askMedia(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  return askKind(await mendPart(await MEDIA.ask(draft, talk, null), talk, MEDIA), talk);
}

/** Asks only where something cannot be published without media, or with these. */
export async function askNeededMedia(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  const isNeeded = commonMedia(draft).length === 0 && mediaMissing(draft, talk) !== null;
  return isNeeded ? askMedia(draft, talk) : askKind(await mendPart(draft, talk, MEDIA), talk);
}

/** Asks what media are whose addresses do not tell, where a network takes videos alone. */
async function askKind(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  const isUnsure = draftFaults(draft, talk).some(({ feature }) => feature === 'isVideo');
  if (!isUnsure || draft.isVideo !== undefined) return draft;
  const isVideo = await talk.prompts.choose({
    message: 'Is it a video? Its address does not tell.',
    choices: [
      { value: true, label: 'Yes' },
      { value: false, label: 'No' },
    ],
  });
  return { ...draft, isVideo };
}

/** What is wrong with a post that has no media; null where it can be published. */
function mediaMissing(draft: PostDraft, talk: PostTalk): string | null {
  const isEmpty = chosenNetworks(draft, talk)
    .map((platform) => partFor(draft, platform))
    .every(({ text, mediaUrls }) => text === '' && mediaUrls.length === 0);
  if (isEmpty) return 'a post without a text needs a picture or a video';
  return refusedByAll(draft, 'mediaUrls', talk);
}

/** The media of a post, as each network judges them. */
export const MEDIA: JudgedPart = {
  field: 'mediaUrls',
  another: 'Other media',
  refusal: (_draft, _platform, message) => `Media: ${message}`,
  ways(draft, platform) {
    const { mediaUrls } = partFor(draft, platform);
    const most = getMaxMedia(POST_LIMITS[platform]);
    if (mediaUrls.length <= most) return [];
    const first: AskPart = async (known) => withMedia(known, mediaUrls.slice(0, most), platform);
    return [{ value: first, label: most === 1 ? 'The first of them' : `The first ${most} of them` }];
  },
  async ask(draft, talk, platform) {
    const urls: string[] = [];
    for (;;) {
      const url = await askAddress(draft, talk, { urls, platform });
      if (url === '') return withMedia(draft, urls, platform);
      urls.push(url);
    }
  },
};

interface SoFar {
  readonly urls: readonly string[];
  readonly platform: Platform | null;
}

function askAddress(draft: PostDraft, talk: PostTalk, { urls, platform }: SoFar): Promise<string> {
  const where = platform === null ? '' : ` for ${PLATFORMS[platform].name}`;
  const check = (more: readonly string[]) => {
    const after = withMedia(draft, [...urls, ...more], platform);
    if (platform !== null) return mediaFaultOn(after, platform, talk);
    return more.length === 0 ? mediaMissing(after, talk) : refusedByAll(after, 'mediaUrls', talk);
  };
  const isOptional = check([]) === null;
  return talk.prompts.text({
    message: `${urls.length === 0 ? 'Address of a picture or video' : 'One more'}${where}${isOptional ? ', if any' : ''}:`,
    ...(urls.length === 0 && { example: 'https://kestrellane.example/beans.jpg' }),
    check: (url) => check(url === '' ? [] : [url]),
  });
}

function mediaFaultOn(draft: PostDraft, platform: Platform, talk: PostTalk): string | null {
  const faults = faultsAt(draft, 'mediaUrls', talk);
  return faults.find((fault) => [platform, null].includes(fault.platform))?.message ?? null;
}
