import { isRecord } from '../../../../domain/json/loose-record.ts';
import type { PostFault } from '../../../../domain/posts/post-part.ts';
import { type NetworkPreview, previewPost } from '../../../../domain/posts/preview-post.ts';
import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { PLATFORMS } from '../../../../service/platforms.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../../../../service/post-body.ts';
import type { PromptDrawing, PromptLook } from '../../../../world.ts';
import { drawFramedText, drawParagraph } from '../../../framework/terminal/wizard/drawings.ts';
import { formatUsage } from './ask-content.ts';
import { describeUnlinked, NETWORK_FIELDS } from './ask-networks.ts';
import { describeTiming } from './ask-when.ts';
import {
  findDraftFaults,
  getCommonMedia,
  getPart,
  joinNetworkNames,
  listChosenNetworks,
  listOwnNetworks,
  type PostDraft,
  type PostWizardContext,
  toPost,
} from './post-draft.ts';

const MOST_LINES = 24;

/** Draws the preview of a post for each network, with notes and the outcome. @param outcome a sentence */
export function drawPost(draft: PostDraft, wizard: PostWizardContext, outcome: string): PromptDrawing {
  const networks = listChosenNetworks(draft, wizard);
  const previews = networks.map((platform) => previewPost(toPost(draft), platform));
  // what is shown alike is drawn once
  const alike = Map.groupBy(previews, ({ posts }) => JSON.stringify(posts.map(({ text }) => text)));
  const rows = [
    ...getCommonMedia(draft).map((url) => `Media: ${url}`),
    ...listPostRest(draft),
    `When: ${describeTiming(draft, wizard)}`,
  ];
  return (look) => [
    '',
    ...alike.values().flatMap((same) => drawPreviews(draft, same, look)),
    ...drawFirstComment(draft, look),
    ...rows.flatMap((row) => drawParagraph(row, look, 'text')),
    ...listPostNotes(draft, wizard).flatMap((note) => drawParagraph(`Note: ${note}`, look, 'warn')),
    ...drawParagraph(outcome, look, 'strong'),
    '',
  ];
}

/** A text as it is cut, its networks, and what each shows beside it. */
function drawPreviews(
  draft: PostDraft,
  previews: readonly NetworkPreview[],
  look: PromptLook,
): readonly string[] {
  const posts = previews[0]?.posts ?? [];
  const networks = previews.map(({ platform }) => platform);
  return [
    ...drawParagraph(`On ${joinNetworkNames(networks)}:`, look, 'dim'),
    ...posts.flatMap(({ text }) =>
      text === '' ? drawParagraph('(no text)', look, 'dim') : drawFramedText(text, look, MOST_LINES),
    ),
    ...previews.flatMap((preview) => drawParagraph(describeOnNetwork(draft, preview), look, 'text')),
    '',
  ];
}

function describeOnNetwork(draft: PostDraft, { platform, posts, changes }: NetworkPreview): string {
  const { mediaUrls, options } = getPart(draft, platform);
  const isOwn = listOwnNetworks(draft, 'mediaUrls', [platform]).length > 0;
  const cards = posts.flatMap(({ card }) => card ?? []);
  const parts = [
    describeLengths(posts),
    ...(mediaUrls.length === 0 ? [] : [formatCount(mediaUrls.length, 'media file')]),
    ...(isOwn ? mediaUrls : []),
    ...cards.map((card) => `card of ${card}`),
    ...changes,
    ...NETWORK_FIELDS.filter((demand) => demand.platform === platform).flatMap(({ member, noun }) =>
      typeof options[member] === 'string' ? [`${noun} ${options[member]}`] : [],
    ),
  ];
  return `${PLATFORMS[platform].name}: ${parts.join(', ')}`;
}

/** `32 of 300 characters`, or `2 posts, 276 and 40 of 280 characters`. */
function describeLengths(posts: NetworkPreview['posts']): string {
  const [first, second] = posts;
  if (first === undefined) return '';
  if (second === undefined) return formatUsage(first);
  const counts = joinWithAnd(posts.map(({ count }) => count.toLocaleString('en')));
  return `${posts.length} posts, ${counts} of ${first.limit.toLocaleString('en')} characters`;
}

function drawFirstComment({ firstComment: first }: PostDraft, look: PromptLook): readonly string[] {
  if (first === undefined) return [];
  const head = drawParagraph('First comment:', look, 'dim');
  return [...head, ...drawFramedText(first.comment, look, MOST_LINES), ''];
}

/** Fields that the preview shows separately. */
const SHOWN: ReadonlySet<string> = new Set([
  'post',
  'platforms',
  'mediaUrls',
  'scheduleDate',
  'requiresApproval',
  'firstComment',
]);

/** Lists the other fields, one per line: `Options of YouTube: visibility: private`. */
function listPostRest(draft: PostDraft): readonly string[] {
  return Object.entries(draft).flatMap(([name, value]) => {
    if (SHOWN.has(name) || value === undefined) return [];
    if (!isOptions(name) || !isRecord(value)) return [`${name}: ${formatValue(value)}`];
    const members = Object.entries(value).filter(
      ([member]) => !NETWORK_FIELDS.some((demand) => demand.options === name && demand.member === member),
    );
    if (members.length === 0) return [];
    const words = members.map(([member, each]) => `${member}: ${formatValue(each)}`);
    return [`Options of ${PLATFORMS[OPTIONS_PLATFORM[name]].name}: ${words.join(', ')}`];
  });
}

function isOptions(name: string): name is PostOptionsName {
  return Object.hasOwn(OPTIONS_PLATFORM, name);
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listPostNotes(draft: PostDraft, wizard: PostWizardContext): readonly string[] {
  const { accounts } = wizard;
  const missing = listChosenNetworks(draft, wizard).filter(
    (each) => accounts !== null && !accounts.has(each),
  );
  return [
    ...(missing.length === 0 ? [] : [describeUnlinked(missing)]),
    ...findDraftFaults(draft, wizard).map(formatNote),
  ];
}

function formatNote({ platform, path, message, effect }: PostFault): string {
  const words = `${path}: ${message}`;
  if (effect === 'warning') return words;
  return platform === null
    ? `the service would refuse it: ${words}`
    : `${PLATFORMS[platform].name} would refuse it: ${words}`;
}
