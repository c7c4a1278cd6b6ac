import { PLATFORMS, type Platform } from '../../facts/platforms.ts';
import type { Drawing, PromptLook } from '../prompts/prompts.ts';
import { safeText } from '../render/safe-text.ts';
import { wrap } from '../render/wrap.ts';
import { framedText } from '../wizard/framed-text.ts';
import { whenWords } from './ask-when.ts';
import { chosenNetworks, namesOf } from './chosen-networks.ts';
import { DEMANDS } from './demands.ts';
import { commonMedia, ownNetworks, partFor } from './own-part.ts';
import { postNotes } from './post-notes.ts';
import { postRest } from './post-rest.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';
import { roomWords, textRoom } from './text-room.ts';

const INDENT = '  ';
/** Lines of a text that are shown: enough to know it again. */
const MOST_LINES = 24;

/** A post as each network will have it, what is to be known of it, and what comes of it. @param outcome a sentence */
export function postDrawing(draft: PostDraft, talk: PostTalk, outcome: string): Drawing {
  const networks = chosenNetworks(draft, talk);
  const rows = [
    ...commonMedia(draft).map((url) => `Media: ${url}`),
    ...postRest(draft),
    `When: ${whenWords(draft, talk)}`,
  ];
  return (look) => [
    '',
    ...sameTexts(draft, networks).flatMap((same) => preview(draft, same, look)),
    ...firstComment(draft, look),
    ...rows.flatMap((row) => paragraph(row, look, look.palette.text)),
    ...postNotes(draft, talk).flatMap((note) => paragraph(`Note: ${note}`, look, look.palette.warn)),
    ...paragraph(outcome, look, look.palette.strong),
    '',
  ];
}

/** The networks in groups that have the same text. */
function sameTexts(draft: PostDraft, networks: readonly Platform[]): readonly (readonly Platform[])[] {
  return [...Map.groupBy(networks, (platform) => partFor(draft, platform).text).values()];
}

/** A text with the networks that have it, and what each of them makes of it. */
function preview(draft: PostDraft, networks: readonly Platform[], look: PromptLook): readonly string[] {
  const [text = ''] = networks.map((platform) => partFor(draft, platform).text);
  return [
    ...paragraph(`On ${namesOf(networks)}:`, look, look.palette.dim),
    ...(text === '' ? paragraph('(no text)', look, look.palette.dim) : framedText(text, look, MOST_LINES)),
    ...networks.flatMap((platform) => paragraph(onNetwork(draft, platform), look, look.palette.text)),
    '',
  ];
}

/** How much of a network's room a post takes, and what it has there beside the text. */
function onNetwork(draft: PostDraft, platform: Platform): string {
  const { mediaUrls, options } = partFor(draft, platform);
  const isOwn = ownNetworks(draft, 'mediaUrls', [platform]).length > 0;
  const parts = [
    roomWords(textRoom(draft, platform)),
    ...(mediaUrls.length === 0
      ? []
      : [mediaUrls.length === 1 ? '1 media file' : `${mediaUrls.length} media files`]),
    ...(isOwn ? mediaUrls : []),
    ...DEMANDS.filter((demand) => demand.platform === platform).flatMap(({ member, noun }) =>
      typeof options[member] === 'string' ? [`${noun} ${options[member]}`] : [],
    ),
  ];
  return `${PLATFORMS[platform].name}: ${parts.join(', ')}`;
}

function firstComment({ firstComment: first }: PostDraft, look: PromptLook): readonly string[] {
  if (first === undefined) return [];
  const head = paragraph('First comment:', look, look.palette.dim);
  return [...head, ...framedText(first.comment, look, MOST_LINES), ''];
}

function paragraph(text: string, { width }: PromptLook, paint: (text: string) => string): readonly string[] {
  return wrap(safeText(text), width - INDENT.length).map((line) => INDENT + paint(line));
}
