import { LIMITS } from '../../service/limits.ts';
import { CommentPlatform, PLATFORMS } from '../../service/platforms.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { TextLimit } from '../../service/text-limits.ts';
import { findCutLinks } from '../text/cut-links.ts';
import { findLinks, maskLinks } from '../text/links.ts';
import { getCountingRule } from '../text/measure-text.ts';
import { type CountedText, compareFullness, countText, describeExcess } from '../text/text-counts.ts';
import { truncateToCodePoints } from '../text/unicode.ts';
import { getOptionPath, type PostFault, type PostPart } from './post-part.ts';
import { buildThreadPosts, findUnfittingPiece, hasTooManyPosts } from './thread-posts.ts';

/**
 * Finds problems with the text of a network's part. In a thread, the limits apply to each of its posts.
 *
 * @see docs/service/errors.md#code-275
 * @see docs/service/limits.md#limits, #texts
 * @see docs/service/posts.md#POST-07
 */
export function findTextFaults(part: PostPart): readonly PostFault[] {
  if (!part.isThread) return findFaultsOfText(part, part.text);
  const [whole] = findThreadFaults(part);
  if (whole !== undefined) return [whole];
  const posts = buildThreadPosts(part, part.text);
  if (posts.length === 1) return findFaultsOfText(part, part.text);
  return posts.flatMap(({ text }, at) =>
    findFaultsOfText(part, text).map((fault) => ({
      ...fault,
      message: `post ${at + 1} of the thread ${fault.message}`,
    })),
  );
}

function findThreadFaults(part: PostPart): readonly PostFault[] {
  const { platform, text, textPath, options, shortenLinks } = part;
  const about = { platform, path: textPath, effect: 'network' } as const;
  const isNumbered = options['threadNumber'] === true;
  const unfitting = findUnfittingPiece(text, { platform, isNumbered, shortenLinks });
  if (unfitting !== null) {
    const piece = truncateToCodePoints(unfitting, SHOWN_CHARACTERS);
    const message = `has a link or word that fits into no post of a thread, and that is not cut: "${piece}…"`;
    const cure = !shortenLinks && /^https?:/i.test(piece) ? '; shortenLinks: true shortens links' : '';
    return [{ ...about, code: 101, message: message + cure }];
  }
  if (!hasTooManyPosts(part)) return [];
  return [{ ...about, code: 275, message: `makes a thread of more than ${LIMITS.threadPosts} posts` }];
}

/** Of a piece that does not fit, and is longer: enough to find it in the text. */
const SHOWN_CHARACTERS = 60;

function findFaultsOfText(part: PostPart, text: string): readonly PostFault[] {
  const { platform, textPath, limits } = part;
  const about = { code: 101, platform, path: textPath } as const;
  return [
    ...findLengthFaults(part, text),
    ...findForbiddenFaults(text, limits.text.forbidden).map((message) => toError(about, message)),
    ...findLinkFaults(part, text),
    ...findCutLinksOnX(part, text),
    ...findHashtagFaults(part, text),
    ...findMentionFaults(part, text).map((message) => toError(about, message)),
  ];
}

type FaultPlace = Pick<PostFault, 'code' | 'platform' | 'path'>;

function toError(about: FaultPlace, message: string): PostFault {
  return { ...about, message, effect: 'network' };
}

function toWarning(about: FaultPlace, message: string, feature: string): PostFault {
  return { ...about, message, effect: 'warning', feature };
}

function findLengthFaults(part: PostPart, text: string): readonly PostFault[] {
  const { platform, name, textPath } = part;
  const about = { code: 101, platform, path: textPath };
  const excess = describeExcess(text, listTextLimits(part), {
    name,
    linkCharacters: getLinkCharacters(part),
  });
  if (excess === null) return [];
  if (excess.isSuspected) return [toWarning(about, excess.message, 'post')];
  return [toError(about, excess.message + suggestThread(part))];
}

/** Counts a text of a network's part by each limit, the nearest first. */
export function countByLimits(part: PostPart, text: string): readonly CountedText[] {
  const linkCharacters = getLinkCharacters(part);
  return listTextLimits(part)
    .map((limit) => countText(text, limit, linkCharacters))
    .toSorted(compareFullness);
}

/** Counts a text by the limit that is the nearest. */
export function countByNearestLimit(part: PostPart, text: string): CountedText {
  const [nearest] = countByLimits(part, text);
  return nearest ?? countText(text, part.limits.text);
}

/** The length of a link that will be shortened; null if links stay as they are. */
function getLinkCharacters({ platform, shortenLinks }: PostPart): number | null {
  return getCountingRule(platform, { shortenLinks }).linkCharacters;
}

/** Lists the limits of the text of one post, or of each post of a thread; all apply. */
function listTextLimits(part: PostPart): readonly TextLimit[] {
  const { bytes, unit, isUnitUnknown } = part.limits.text;
  return [
    { unit, max: getMaxLength(part), ...(isUnitUnknown && { isUnitUnknown }) },
    ...(bytes === undefined ? [] : [{ unit: 'bytes', max: bytes } as const]),
  ];
}

/** Options for longer texts have no effect on a thread. @see docs/service/posts.md#POST-14 */
function getMaxLength({ limits: { text }, options, mediaUrls, kinds, isThread }: PostPart): number {
  if (isThread) return text.max;
  if (options['longPost'] === true && text.long !== undefined) return text.long;
  if (kinds?.includes('image') && text.withImages !== undefined) return text.withImages;
  return (mediaUrls.length > 0 ? text.withMedia : undefined) ?? text.max;
}

function suggestThread({ limits, isThread }: PostPart): string {
  return limits.threadOptions !== undefined && !isThread ? '; thread: true splits it into several posts' : '';
}

/** Names each forbidden character once, with its first place. */
function findForbiddenFaults(text: string, forbidden = ''): readonly string[] {
  return Array.from(forbidden).flatMap((character) => {
    const at = text.indexOf(character);
    if (at === -1) return [];
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    const place = Array.from(text.slice(0, at)).length + 1;
    const shown = INVISIBLE.test(character) ? `U+${code}` : `"${character}" (U+${code})`;
    return [`must not contain ${shown}, which is character ${place}`];
  });
}

const INVISIBLE = /[\p{Cf}\p{Cn}]/u;

/**
 * The same link twice counts once. A name without a scheme is a link for certain if it begins with `www.`, as in the
 * examples of Threads, and otherwise suspected to be one.
 */
function findLinkFaults(
  { platform, name, textPath, limits, isThread }: PostPart,
  text: string,
): readonly PostFault[] {
  const most = limits.text.links;
  if (most === undefined) return [];
  const about = { code: 101, platform, path: textPath };
  const links = [...findLinks(text)].map(({ start, end, kind }) => ({ kind, link: text.slice(start, end) }));
  const all = new Set(links.map(({ link }) => link)).size;
  if (all <= most) return [];
  const certain = links.filter(({ kind, link }) => kind === 'url' || /^www\./i.test(link));
  const count = new Set(certain.map(({ link }) => link)).size;
  if (count > most) {
    const message = `must have at most ${most} different links, but has ${formatNumber(count)}`;
    return [toError(about, isThread ? `${message}: ${MOVE_LINKS}` : message)];
  }
  const message = `has ${formatNumber(all)} different links and names that may be links, and ${name} takes at most ${most}`;
  return [toWarning(about, message, 'links')];
}

const MOVE_LINKS = 'remove some, or begin the next post before them with an empty line';

/** Letters that only X takes for no part of an address, such as Greek ones. */
function findCutLinksOnX({ platform, textPath, limits }: PostPart, text: string): readonly PostFault[] {
  if (limits.text.unit !== 'weighted') return [];
  const cutAnywhere = new Set(findCutLinks(text));
  return findCutLinks(text, 'x')
    .filter((message) => !cutAnywhere.has(message))
    .map((message) => toWarning({ code: 101, platform, path: textPath }, message, 'links'));
}

/** `#` and a word that is not only digits; not inside a word. */
const HASHTAG = /(?<![\p{L}\p{N}_/&#])#[\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*/gu;

function findHashtagFaults(
  { platform, name, textPath, limits: { text: limits } }: PostPart,
  text: string,
): readonly PostFault[] {
  if (limits.hashtags === undefined) return [];
  const about = { code: 101, platform, path: textPath };
  const count = countMatches(maskLinks(text), HASHTAG);
  if (count > limits.hashtags) {
    return [toError(about, `must have at most ${limits.hashtags} hashtags, but has ${formatNumber(count)}`)];
  }
  if (limits.hashtagsOfApp === undefined || count <= limits.hashtagsOfApp) return [];
  const message = `has ${count} hashtags, and the app of ${name} takes at most ${limits.hashtagsOfApp}: the others may be removed`;
  return [toWarning(about, message, 'hashtags')];
}

/** `@` and a name; not in an email address. */
const MENTION = /(?<![\p{L}\p{N}_.@/+-])@[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.]*/gu;

function findMentionFaults({ limits: { text: limits } }: PostPart, text: string): readonly string[] {
  const count = limits.mentions === undefined ? 0 : countMatches(maskLinks(text), MENTION);
  if (limits.mentions === undefined || count <= limits.mentions) return [];
  return [`must have at most ${limits.mentions} mentions, but has ${formatNumber(count)}`];
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _match of text.matchAll(pattern)) count += 1;
  return count;
}

function formatNumber(count: number): string {
  return count.toLocaleString('en');
}

/** Finds a missing or too long title, and characters that it must not have. @see docs/service/posts.md#options */
export function findTitleFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  const { platform, name, limits, options } = part;
  if (limits.title === undefined) return [];
  const { title = '' } = options;
  const about = { code: 101, platform, path: getOptionPath(body, platform, 'title') };
  if (typeof title !== 'string' || title.trim() === '') {
    return limits.title.isRequired
      ? [toError(about, `is required: ${name} does not accept posts without a title`)]
      : [];
  }
  return [
    ...findExcess(title, limits.title, { about, name }),
    ...findForbiddenFaults(title, limits.title.forbidden).map((message) => toError(about, message)),
  ];
}

function findExcess(
  text: string,
  limit: TextLimit,
  { about, name }: { about: FaultPlace; name: string },
): readonly PostFault[] {
  const excess = describeExcess(text, [limit], { name });
  if (excess === null) return [];
  return [excess.isSuspected ? toWarning(about, excess.message, about.path) : toError(about, excess.message)];
}

/** Finds further texts of the options that are too long, such as texts of images. @see docs/service/limits.md#texts */
export function findOptionTextFaults(body: PostBody, part: PostPart): readonly PostFault[] {
  const { platform, name, limits, options } = part;
  const toPlace = (path: string) => ({ about: { code: 101, platform, path }, name });
  const texts = Object.entries(limits.optionTexts ?? {}).flatMap(([member, limit]) => {
    const path = getOptionPath(body, platform, member);
    const value: unknown = options[member];
    if (typeof value === 'string') return findExcess(value, limit, toPlace(path));
    if (!Array.isArray(value)) return [];
    return value.flatMap((text: unknown, at) =>
      typeof text === 'string' ? findExcess(text, limit, toPlace(`${path}[${at}]`)) : [],
    );
  });
  return limits.tags === undefined
    ? texts
    : [
        ...texts,
        ...findExcess(joinTags(options['tags']), limits.tags, toPlace(getOptionPath(body, platform, 'tags'))),
      ];
}

/** Finds a first comment that is too long for a network. @see docs/service/limits.md#texts */
export function findFirstCommentFaults(
  { firstComment }: PostBody,
  { platform, name }: PostPart,
): readonly PostFault[] {
  const known = CommentPlatform.safeParse(platform).data;
  if (known === undefined || firstComment === undefined || !PLATFORMS[known].comments.create) return [];
  const about = { code: 101, platform, path: 'firstComment.comment' };
  const excess = describeExcess(firstComment.comment, PLATFORMS[known].comments.limits, { name });
  if (excess === null) return [];
  return [
    excess.isSuspected ? toWarning(about, excess.message, 'firstComment') : toError(about, excess.message),
  ];
}

/** Tags as they are counted: with commas between them, and quotation marks around those with a space. */
function joinTags(tags: unknown): string {
  if (!Array.isArray(tags)) return '';
  return tags
    .filter((tag) => typeof tag === 'string')
    .map((tag) => (/\s/.test(tag) ? `"${tag}"` : tag))
    .join(',');
}
