import { getMediaKind } from '../../domain/posts/post-part.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { foldWords, getFileFacts } from '../store/media.ts';
import type { Handler } from './handler.ts';
import { isReachable } from './media-library.ts';

/**
 * A body that is not JSON was refused with 101 before.
 *
 * @see docs/service/endpoints.md#validation
 */
export const validateJson: Handler<'validateJson'> = ({ body }) => {
  if (body === undefined) throw createInputFailure('body: is required: the JSON to check');
  return { status: 'success', message: 'The JSON is valid.' };
};

/**
 * Compares the words of a text, and of the names of media files, with a short list: a stand-in for a moderation
 * service, so that clients can be tested.
 *
 * @see docs/service/endpoints.md#validation
 */
export const checkModeration: Handler<'checkModeration'> = ({ body }, context) => {
  const { text = '', mediaUrls = [] } = body;
  for (const url of mediaUrls) {
    const { type } = getFileFacts(context.store, url);
    if (!isSupported(url, type)) throw createMediaFailure(438, url, 'must be an image or a video');
    if (!isReachable(url, context)) throw createMediaFailure(331, url, 'could not be fetched');
  }
  const words = new Set(listWords([text, ...mediaUrls.map(getFileName)].join(' ')));
  const categories = Object.fromEntries(
    Object.entries(ASSUMED.moderatedWords).map(([category, listed]) => [
      category,
      listed.some((word) => words.has(word)),
    ]),
  );
  return { status: 'success', flagged: Object.values(categories).includes(true), categories };
};

/** @param type null if the bytes of the file are of no known type */
function isSupported(url: string, type: string | null | undefined): boolean {
  if (type === undefined) return getMediaKind(url, { isVideo: false }) !== 'unknown';
  return type !== null && /^(?:image|video)\//.test(type);
}

function createMediaFailure(code: 331 | 438, url: string, why: string): ServiceFailure {
  return new ServiceFailure(code, { details: `mediaUrls: ${url}: ${why}` });
}

function getFileName(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

function listWords(text: string): readonly string[] {
  return foldWords(text).match(/\p{L}+/gu) ?? [];
}
