import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { PromptDrawing, PromptLook } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { wrap } from '../../render/wrap.ts';
import { drawFramedText } from '../../wizard/framed-text.ts';
import { describeTiming } from './ask-when.ts';
import { joinNetworkNames, listChosenNetworks } from './list-chosen-networks.ts';
import { formatUsage, measureText } from './measure-text.ts';
import { NETWORK_FIELDS } from './network-fields.ts';
import { getCommonMedia, getPart, listOwnNetworks } from './own-part.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';
import { listPostNotes } from './post-notes.ts';
import { listPostRest } from './post-rest.ts';

const INDENT = '  ';
/** Maximum number of lines of a text. */
const MOST_LINES = 24;

/** Draws the preview of a post for each network, with notes and the outcome. @param outcome a sentence */
export function drawPost(draft: PostDraft, wizard: PostWizardContext, outcome: string): PromptDrawing {
  const networks = listChosenNetworks(draft, wizard);
  const rows = [
    ...getCommonMedia(draft).map((url) => `Media: ${url}`),
    ...listPostRest(draft),
    `When: ${describeTiming(draft, wizard)}`,
  ];
  return (look) => [
    '',
    ...groupByText(draft, networks).flatMap((same) => drawPreview(draft, same, look)),
    ...drawFirstComment(draft, look),
    ...rows.flatMap((row) => drawParagraph(row, look, look.palette.text)),
    ...listPostNotes(draft, wizard).flatMap((note) =>
      drawParagraph(`Note: ${note}`, look, look.palette.warn),
    ),
    ...drawParagraph(outcome, look, look.palette.strong),
    '',
  ];
}

/** Groups networks with the same text. */
function groupByText(draft: PostDraft, networks: readonly Platform[]): readonly (readonly Platform[])[] {
  return [...Map.groupBy(networks, (platform) => getPart(draft, platform).text).values()];
}

/** A text, its networks, and its length on each. */
function drawPreview(draft: PostDraft, networks: readonly Platform[], look: PromptLook): readonly string[] {
  const [text = ''] = networks.map((platform) => getPart(draft, platform).text);
  return [
    ...drawParagraph(`On ${joinNetworkNames(networks)}:`, look, look.palette.dim),
    ...(text === ''
      ? drawParagraph('(no text)', look, look.palette.dim)
      : drawFramedText(text, look, MOST_LINES)),
    ...networks.flatMap((platform) =>
      drawParagraph(describeOnNetwork(draft, platform), look, look.palette.text),
    ),
    '',
  ];
}

/** Length on a network, with its media and fields. */
function describeOnNetwork(draft: PostDraft, platform: Platform): string {
  const { mediaUrls, options } = getPart(draft, platform);
  const isOwn = listOwnNetworks(draft, 'mediaUrls', [platform]).length > 0;
  const parts = [
    formatUsage(measureText(draft, platform)),
    ...(mediaUrls.length === 0
      ? []
      : [mediaUrls.length === 1 ? '1 media file' : `${mediaUrls.length} media files`]),
    ...(isOwn ? mediaUrls : []),
    ...NETWORK_FIELDS.filter((demand) => demand.platform === platform).flatMap(({ member, noun }) =>
      typeof options[member] === 'string' ? [`${noun} ${options[member]}`] : [],
    ),
  ];
  return `${PLATFORMS[platform].name}: ${parts.join(', ')}`;
}

function drawFirstComment({ firstComment: first }: PostDraft, look: PromptLook): readonly string[] {
  if (first === undefined) return [];
  const head = drawParagraph('First comment:', look, look.palette.dim);
  return [...head, ...drawFramedText(first.comment, look, MOST_LINES), ''];
}

function drawParagraph(
  text: string,
  { width }: PromptLook,
  paint: (text: string) => string,
): readonly string[] {
  return wrap(sanitizeText(text), width - INDENT.length).map((line) => INDENT + paint(line));
}
