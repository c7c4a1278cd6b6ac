import { isRecord } from '../../../domain/json/loose-record.ts';
import type { PostFault } from '../../../domain/posts/post-part.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../../../service/post-body.ts';
import type { PromptDrawing, PromptLook } from '../../prompts/prompts.ts';
import { drawFramedText, drawParagraph } from '../../wizard/drawings.ts';
import { formatUsage, measureText } from './ask-content.ts';
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
} from './post-draft.ts';

/** Maximum number of lines of a text. */
const MOST_LINES = 24;

/** Draws the preview of a post for each network, with notes and the outcome. @param outcome a sentence */
export function drawPost(draft: PostDraft, wizard: PostWizardContext, outcome: string): PromptDrawing {
  const networks = listChosenNetworks(draft, wizard);
  const byText = Map.groupBy(networks, (platform) => getPart(draft, platform).text);
  const rows = [
    ...getCommonMedia(draft).map((url) => `Media: ${url}`),
    ...listPostRest(draft),
    `When: ${describeTiming(draft, wizard)}`,
  ];
  return (look) => [
    '',
    ...byText.values().flatMap((same) => drawPreview(draft, same, look)),
    ...drawFirstComment(draft, look),
    ...rows.flatMap((row) => drawParagraph(row, look, 'text')),
    ...listPostNotes(draft, wizard).flatMap((note) => drawParagraph(`Note: ${note}`, look, 'warn')),
    ...drawParagraph(outcome, look, 'strong'),
    '',
  ];
}

/** A text, its networks, and its length on each. */
function drawPreview(draft: PostDraft, networks: readonly Platform[], look: PromptLook): readonly string[] {
  const [text = ''] = networks.map((platform) => getPart(draft, platform).text);
  return [
    ...drawParagraph(`On ${joinNetworkNames(networks)}:`, look, 'dim'),
    ...(text === '' ? drawParagraph('(no text)', look, 'dim') : drawFramedText(text, look, MOST_LINES)),
    ...networks.flatMap((platform) => drawParagraph(describeOnNetwork(draft, platform), look, 'text')),
    '',
  ];
}

/** Length on a network, with its media and fields. */
function describeOnNetwork(draft: PostDraft, platform: Platform): string {
  const { mediaUrls, options } = getPart(draft, platform);
  const isOwn = listOwnNetworks(draft, 'mediaUrls', [platform]).length > 0;
  const parts = [
    formatUsage(measureText(draft, platform)),
    ...(mediaUrls.length === 0 ? [] : [formatCount(mediaUrls.length, 'media file')]),
    ...(isOwn ? mediaUrls : []),
    ...NETWORK_FIELDS.filter((demand) => demand.platform === platform).flatMap(({ member, noun }) =>
      typeof options[member] === 'string' ? [`${noun} ${options[member]}`] : [],
    ),
  ];
  return `${PLATFORMS[platform].name}: ${parts.join(', ')}`;
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

/** Notes about a post, one sentence each. */
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
