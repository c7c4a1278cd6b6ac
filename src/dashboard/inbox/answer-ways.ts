import { escapeVariables } from '../../domain/text/fill-variables.ts';
import {
  PLATFORMS,
  type Platform,
  REPLY_MEDIA_PLATFORMS,
  SOCIAL_DELETING_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../../service/platforms.ts';
import type { TextLimit } from '../../service/text-limits.ts';
import { getNetworkName } from '../parts/networks.tsx';
import type { Run } from '../run.ts';
import type { PageItem, ThreadComment } from './inbox-records.ts';

/** How an entry is answered. */
interface ItemAnswering {
  /** Of the text, on the network of the entry. */
  limits(facts: (typeof PLATFORMS)[Platform]): readonly TextLimit[];
  /** Whether an answer may have a picture or a video, by its address. */
  takesMedia(platform: Platform): boolean;
  toChange(item: PageItem, text: string, media: string): Run;
  /** Who will read it, as the question says it. */
  readonly what: string;
  readonly action: string;
}

/** By what is answered. The text is published as it was typed: braces that a template would fill are escaped. */
export const ANSWER_WAYS: Readonly<Record<PageItem['kind'], ItemAnswering>> = {
  comment: {
    limits: ({ comments }) => comments?.limits ?? [],
    takesMedia: (platform) => REPLY_MEDIA_PLATFORMS.some((each) => each === platform),
    toChange: ({ id, platform, videoId, commentUrn }, text, media) => ({
      command: 'comments reply',
      input: {
        ids: [id],
        platform,
        text: escapeVariables(text),
        ...(media !== '' && { media }),
        ...(videoId !== null && { videoId }),
        ...(commentUrn !== null && { commentUrn }),
      },
    }),
    what: 'Publish this answer to',
    action: 'Publish',
  },
  message: {
    limits: ({ messages }) => messages?.limits ?? [],
    takesMedia: () => true,
    toChange: ({ platform, conversationId, person }, text, media) => ({
      command: 'messages send',
      input: {
        platform,
        to: conversationId ?? person.id,
        ...(text !== '' && { text: escapeVariables(text) }),
        ...(media !== '' && { media: [media] }),
      },
    }),
    what: 'Send this message to',
    action: 'Send',
  },
  review: {
    limits: ({ reviews }) => reviews?.limits ?? [],
    takesMedia: () => false,
    toChange: ({ id, platform }, text) => ({
      command: 'reviews reply',
      input: { ids: [id], platform, text: escapeVariables(text) },
    }),
    what: 'Publish this reply to the review of',
    action: 'Publish',
  },
};

function toPlatform(platform: string): Platform | null {
  return Object.hasOwn(PLATFORMS, platform) ? (platform as Platform) : null; // its own key
}

export function listAnswerLimits({ kind, platform }: PageItem): readonly TextLimit[] {
  const known = toPlatform(platform);
  return known === null ? [] : ANSWER_WAYS[kind].limits(PLATFORMS[known]);
}

export function takesMedia({ kind, platform }: PageItem): boolean {
  const known = toPlatform(platform);
  return known !== null && ANSWER_WAYS[kind].takesMedia(known);
}

/** Why an entry cannot be answered here; null if it can. */
export function explainNoAnswer({ kind, platform }: PageItem): string | null {
  if (kind !== 'comment' || SOCIAL_REPLYING_PLATFORMS.some((each) => each === platform)) return null;
  return `The service takes no answer to a comment on ${getNetworkName(platform)} that was written there. Open it to answer.`;
}

/** Whether the service deletes a comment; on some networks only one's own. */
export function canDelete({ platform, author }: Pick<ThreadComment, 'platform' | 'author'>): boolean {
  const found = SOCIAL_DELETING_PLATFORMS.find((each) => each === platform);
  if (found === undefined) return false;
  return PLATFORMS[found].comments.removesOwnOnly !== true || author.isMe === true;
}
