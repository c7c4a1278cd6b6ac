import { getCountingRule, measureTextLength } from '../../domain/text/measure-text.ts';
import { countFittingPieces, splitPieces } from '../../domain/text/text-pieces.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { PLATFORMS } from '../../service/platforms.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { insertHashtags } from '../publish/additions.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { isReachable } from './media-library.ts';

// The sandbox has no language model. Each text says so and is the same for the same request.

/** @see docs/service/endpoints.md#generate */
export const generatePost: Handler<'generatePost'> = ({ body }, context) => {
  const { text, mediaUrls = [], hashtags = true, emojis = false, twitter = false } = body;
  requireReachable(mediaUrls, context);
  const subject = text ?? mediaUrls.map(getFileName).join(', ');
  const marked = emojis ? `${subject} ✨` : subject;
  const tagged = hashtags
    ? insertHashtags(marked, { max: ASSUMED.generatedHashtags, position: 'end' })
    : marked;
  const post = `Sample post of the sandbox, written without a model: ${tagged}`;
  return { status: 'success', post: twitter ? shortenForX(post) : post };
};

/** @see docs/service/endpoints.md#generate */
export const rewritePost: Handler<'rewritePost'> = ({ body: { post } }) => ({
  status: 'success',
  variations: Array.from(
    { length: ASSUMED.variations },
    (_none, index) => `Sample variation ${index + 1} of the sandbox, written without a model: ${post}`,
  ),
});

/** @see docs/service/endpoints.md#generate */
export const createTranslation: Handler<'createTranslation'> = ({ body: { text, lang } }) => ({
  status: 'success',
  translation: `Sample of the sandbox, not translated${lang === undefined ? '' : ` to ${lang}`}: ${text}`,
});

/** @see docs/service/endpoints.md#generate */
export const createTranscription: Handler<'createTranscription'> = ({ body: { videoUrl } }, context) => {
  requireReachable([videoUrl], context);
  const name = getFileName(videoUrl);
  return {
    status: 'success',
    transcription: `Sample transcript of the sandbox, which did not listen to ${name}.`,
  };
};

/** @see docs/service/endpoints.md#generate */
export const createAltText: Handler<'createAltText'> = ({ body: { url } }, context) => {
  requireReachable([url], context);
  return {
    status: 'success',
    altText: `Sample description of the sandbox, which did not look at ${getFileName(url)}.`,
  };
};

/** @throws ServiceFailure 136 */
function requireReachable(urls: readonly string[], context: HandlerContext): void {
  const url = urls.find((each) => !isReachable(each, context));
  if (url !== undefined) throw new ServiceFailure(136, { details: `${url}: could not be fetched` });
}

function getFileName(url: string): string {
  const { pathname, hostname } = new URL(url);
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
}

const ELLIPSIS = '…';
const X_CHARACTERS = PLATFORMS.twitter.post.text.max;

/** Truncates a text to what fits into one post on X, with an ellipsis. */
function shortenForX(text: string): string {
  const count = getCountingRule('twitter', { shortenLinks: false });
  const fits = (part: string) => measureTextLength(part, count, X_CHARACTERS) <= X_CHARACTERS;
  if (fits(text)) return text;
  const pieces = splitPieces(text);
  const fitting = countFittingPieces(pieces, 0, (part) => fits(part + ELLIPSIS));
  return pieces.slice(0, fitting).join('') + ELLIPSIS;
}
