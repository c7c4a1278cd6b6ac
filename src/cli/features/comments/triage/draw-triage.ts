import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatInZones, type LocalClock } from '../../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import type { Palette, ScreenFrame, ScreenSize } from '../../../../world.ts';
import { formatRelativeTime, getNetworkName } from '../../../framework/output/cell.ts';
import { sanitizeText } from '../../../framework/output/text/sanitize-text.ts';
import { getWidestWidth, truncate } from '../../../framework/output/text/width.ts';
import { wrap } from '../../../framework/output/text/wrap.ts';
import { layOutText } from '../../../framework/terminal/edit-text.ts';
import type { Comment } from '../comment.ts';
import { formatAuthor } from '../comments-outcome.ts';
import type { InboxEntry } from '../inbox.ts';
import { drawAllKeys, drawKeys } from './draw-keys.ts';
import { countDecisions, getDraft, listMatchingReplies, NAMES, type TriageState } from './triage-state.ts';

/** What the screen of a triage shows beside its state. */
interface TriageLook {
  size: ScreenSize;
  palette: Palette;
  /** The service's time, in milliseconds since 1970. */
  now: number;
  /** The zone in which people read times. */
  zone: LocalClock;
  /** The service and the profile that replies are sent with. */
  where: string;
  /** The profile that the comment is for, if the inbox is that of several. */
  owner: string | null;
}

/** The screen, and how much of the comment fits on it, in lines. */
interface DrawnTriage {
  frame: ScreenFrame;
  page: TriageState['page'];
}

const LEAST_COLUMNS = 20;
/** Rows of the screen that are kept for the comment or the reply, before the rest is shortened. */
const LEAST_BODY = 4;

/** Draws the screen: the position and the author on top, messages and keys at the bottom, the text between them. */
export function drawTriage(state: TriageState, look: TriageLook): DrawnTriage {
  const { columns, rows } = look.size;
  if (columns < LEAST_COLUMNS) return drawTooSmall(state, look);
  const parts = drawAround(state, look, false);
  const isSmall = rows - parts.head.length - parts.foot.length < LEAST_BODY;
  const { head, foot } = isSmall ? drawAround(state, look, true) : parts;
  const height = rows - head.length - foot.length;
  if (height < 1) return drawTooSmall(state, look);
  const { lines, cursor, page } = drawBody(state, look, height);
  const filled = [...lines, ...Array.from({ length: height - lines.length }, () => '')];
  return {
    frame: {
      lines: [...head, ...filled, ...foot],
      cursor: cursor === null ? null : { ...cursor, row: cursor.row + head.length },
    },
    page,
  };
}

/** Lines of keys, in a window with enough room and in a small one. */
const KEY_LINES = 2;
const LEAST_KEY_LINES = 1;
/** Rows of a window in which each line counts. */
const TINY = 10;

/** What is above the text and below it; in a small window without rules, and with less of everything. */
function drawAround(state: TriageState, look: TriageLook, isSmall: boolean) {
  const { palette, size } = look;
  const head = drawHead(state, look, isSmall);
  const keys = drawKeys(state, look, size.rows < TINY ? LEAST_KEY_LINES : KEY_LINES);
  const space = Math.max(0, size.rows - head.length - keys.length - 1 - LEAST_BODY);
  const message = drawMessage(state, look, isSmall ? 1 : Math.min(MESSAGE_LINES, space));
  const rule = isSmall ? [] : [palette.dim('─'.repeat(size.columns))];
  return { head, foot: [...rule, ...message, ...keys] };
}

/** The keys work all the same. */
function drawTooSmall({ page }: TriageState, { size }: TriageLook): DrawnTriage {
  return { frame: { lines: [truncate('the window is too small', size.columns)], cursor: null }, page };
}

function drawHead(state: TriageState, look: TriageLook, isSmall: boolean): readonly string[] {
  const { palette, size } = look;
  const { at, items, missing } = state;
  const { open, ...decided } = countDecisions(state);
  const counts = [
    `${open} open`,
    ...Object.entries(decided).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])),
  ].join(', ');
  const position = `${at + 1} of ${items.length}`;
  const doubt = missing.length > 0 ? `  ${NOT_ALL}` : '';
  const rest = truncate(`  ${counts}`, Math.max(0, size.columns - position.length - doubt.length));
  const isRoomy = size.columns >= position.length + doubt.length;
  const first = palette.strong(position) + palette.dim(rest) + (isRoomy ? palette.warn(doubt) : '');
  const author = drawAuthor(state, look, isSmall);
  if (isSmall) return [first, ...author.slice(0, SMALL_HEAD)];
  return [first, palette.dim('─'.repeat(size.columns)), ...author, drawPost(state, look), ''];
}

/** Beside the counts, as long as the triage runs. */
const NOT_ALL = 'not all are shown (w)';
/** Lines of a small window for the author, the time and the profile. */
const SMALL_HEAD = 2;

/** One line, to recognize the post. */
function drawPost(state: TriageState, { palette, size }: TriageLook): string {
  const post = getShownItem(state)?.post;
  const [line = ''] = wrapText(post?.post || (post?.id ?? ''), Number.MAX_SAFE_INTEGER);
  return palette.dim(truncate(`on the post: ${line}`, size.columns));
}

/** Network, author, time and likes; on narrow screens on several lines. */
function drawAuthor(
  state: TriageState,
  { palette, size, now, zone, owner }: TriageLook,
  isSmall: boolean,
): readonly string[] {
  const item = getShownItem(state);
  if (item === undefined) return [];
  const { platform, author, createdAt, likes, parentId } = item.comment;
  const decision = state.decisions.get(state.at);
  const network = truncate(getNetworkName(platform), size.columns - LEAST_NAME);
  const name = sanitizeText(formatAuthor(item.comment) || 'unnamed author');
  const fullName = sanitizeText(author.name ?? '');
  const facts = [
    ...(createdAt === null ? [] : [formatWhen(createdAt, now, isSmall ? null : zone)]),
    ...(likes === null || isSmall ? [] : [formatCount(likes, 'like')]),
    ...(owner === null ? [] : [`for ${sanitizeText(owner)}`]),
    ...(parentId === null ? [] : ['in a thread']),
  ].join(', ');
  const isSame = fullName === '' || name === fullName || name === `@${fullName}`;
  const both = isSame ? name : `${name} (${fullName})`;
  const shown = truncate(both, Math.max(1, size.columns - getWidestWidth(network) - 2));
  return [
    `${palette.network(platform)(network)}  ${palette.strong(shown)}`,
    ...wrap(facts, size.columns)
      .slice(0, FACT_LINES)
      .map((line) => palette.dim(line)),
    ...(decision === undefined ? [] : [palette.good(NAMES[decision])]),
  ];
}

/** Columns that are kept for a name. */
const LEAST_NAME = 10;
/** Lines for the time and the likes; a time that is not understood may have any length. */
const FACT_LINES = 3;

/** Relative, and with a zone in that and in UTC, to the minute; a time that is not understood as it came. */
function formatWhen(createdAt: string, now: number, zone: LocalClock | null): string {
  const { ms } = readTimestamp(createdAt);
  if (ms === null) return sanitizeText(createdAt);
  if (zone === null) return formatRelativeTime(ms, now);
  return `${formatRelativeTime(ms, now)} (${formatInZones(Math.floor(ms / MINUTE_MS) * MINUTE_MS, zone)})`;
}

function getShownItem({ items, at }: TriageState): InboxEntry | undefined {
  return items[at];
}

interface TriageBody {
  lines: readonly string[];
  cursor: { row: number; cell: number } | null;
  page: TriageState['page'];
}

function drawBody(state: TriageState, look: TriageLook, height: number): TriageBody {
  if (state.mode === 'write') return drawEditor(state, look, height);
  const all = DRAWINGS[state.mode](state, look);
  const hasRest = all.length > height && height > 1; // a single line is part of the text
  const fits = hasRest ? height - 1 : height;
  const first = Math.min(state.scroll, Math.max(0, all.length - fits));
  const hidden = all.length - first - fits;
  const more = hidden > 0 ? `… ${hidden} more below` : '… the end';
  const lines = all.slice(first, first + fits);
  return {
    lines: hasRest ? [...lines, look.palette.dim(truncate(more, look.size.columns))] : lines,
    cursor: null,
    page: { fits, all: all.length },
  };
}

const DRAWINGS = {
  read: drawComment,
  preview: drawPreview,
  delete: drawDeletion,
  choose: drawChoice,
  thread: drawThread,
  missing: drawMissing,
  keys: drawAllKeys,
} as const;

/** The text of the comment, below what it answers. */
function drawComment(state: TriageState, { palette, size }: TriageLook): readonly string[] {
  const item = getShownItem(state);
  const text = wrapText(item?.comment.text ?? '(without text)', size.columns).map((line) =>
    palette.text(line),
  );
  return [...(item === undefined ? [] : quoteThread(item, palette, size)), ...text];
}

/** In short, the comment that this one replies to, and the latest one before it. */
function quoteThread({ comment, thread }: InboxEntry, palette: Palette, size: ScreenSize): readonly string[] {
  const before = thread.slice(0, findPlace(thread, comment));
  const above = before.find(({ id }) => id !== null && id === comment.parentId);
  const latest = before.at(-1);
  const shown = [...new Set([above, latest])].filter((each) => each !== undefined);
  const others = before.length - shown.length;
  const quotes = shown.flatMap((each) => {
    const start = each === above ? `In reply to ${nameAuthor(each)}` : `Before it, ${nameAuthor(each)}`;
    return quote(`${start}: ${each.text ?? ''}`, size.columns);
  });
  const more = others > 0 ? [`… and ${formatCount(others, 'earlier comment')} in the thread (t)`] : [];
  const lines = [...quotes, ...more.map((line) => truncate(line, size.columns))];
  return lines.length === 0 ? [] : [...lines.map((line) => palette.dim(line)), ''];
}

/** What is after the comment in its thread is not above it. */
function findPlace(thread: readonly Comment[], { id }: Comment): number {
  return Math.max(
    0,
    thread.findIndex((each) => each.id === id),
  );
}

function nameAuthor(comment: Comment): string {
  return comment.author.isMe === true ? 'you' : formatAuthor(comment) || 'a comment';
}

/** The whole post, and the thread, each comment with its time. */
function drawThread(state: TriageState, look: TriageLook): readonly string[] {
  const { palette, size, now } = look;
  const item = getShownItem(state);
  if (item === undefined) return [];
  const { comment, post, thread } = item;
  const all = thread.length === 0 ? [comment] : thread;
  const body = (text: string) =>
    wrapText(text, size.columns - GUTTER.length).map((line) => palette.dim(GUTTER) + palette.text(line));
  return [
    palette.strong(truncate('The post', size.columns)),
    ...body(post.post || post.id),
    ...all.flatMap((each) => {
      const { ms } = readTimestamp(each.createdAt);
      const when = ms === null ? '' : `, ${formatRelativeTime(ms, now)}`;
      const mark = each.id === comment.id ? ' (this comment)' : '';
      const head = truncate(sanitizeText(`${nameAuthor(each)}${when}${mark}`), size.columns);
      return ['', palette.strong(head), ...body(each.text ?? '(without text)')];
    }),
  ];
}

function drawMissing({ missing }: TriageState, { size }: TriageLook): readonly string[] {
  return missing.flatMap((note) => wrapText(note, size.columns));
}

/** The saved replies that match, a line each, around the one that is chosen; below them, its whole text. */
function drawChoice({ choice }: TriageState, { palette, size }: TriageLook): readonly string[] {
  const matching = listMatchingReplies(choice);
  const filter = sanitizeText(choice.filter.lines.join(' '));
  const head = filter === '' ? 'Saved replies (type to find one)' : `Saved replies with: ${filter}`;
  const first = Math.max(0, Math.min(choice.at - 2, matching.length - CHOICE_LINES));
  const some = matching.slice(first, first + CHOICE_LINES);
  const widest = Math.max(...some.map(({ name }) => name.length));
  const rows = some.map(({ name, text }, index) => {
    const isChosen = first + index === choice.at;
    const [line = ''] = wrapText(text, Number.MAX_SAFE_INTEGER);
    const shown = truncate(`${isChosen ? '>' : ' '} ${name.padEnd(widest)}  ${line}`, size.columns);
    return isChosen ? palette.strong(shown) : palette.dim(shown);
  });
  const counted = matching.length > rows.length ? [`  ${choice.at + 1} of ${matching.length}`] : [];
  const chosen = matching[choice.at];
  const text = chosen === undefined ? [] : wrapText(chosen.text, size.columns - GUTTER.length);
  return [
    palette.strong(truncate(head, size.columns)),
    ...(matching.length === 0 ? [truncate('  none matches', size.columns)] : rows),
    ...counted.map((line) => palette.dim(line)),
    '',
    ...text.map((line) => palette.dim(GUTTER) + palette.text(line)),
  ];
}

/** Saved replies that are shown at once. */
const CHOICE_LINES = 5;

/** The first lines of a text. */
function quote(text: string, width: number): readonly string[] {
  const lines = wrapText(text, width);
  return lines.length > QUOTE_LINES ? [...lines.slice(0, QUOTE_LINES - 1), '…'] : lines;
}

/** Wraps text that may have several lines. */
function wrapText(text: string, width: number): string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .flatMap((line) => wrap(sanitizeText(line), Math.max(1, width)))
    .map((line) => (getWidestWidth(line) > width ? '' : line)); // a character that is wider than the screen
}

const GUTTER = '│ ';

/** The comment in short, and the reply with the rows around its cursor. */
function drawEditor(state: TriageState, look: TriageLook, height: number): TriageBody {
  const { palette, size } = look;
  const width = Math.max(1, size.columns - GUTTER.length - 1);
  const { rows, at, cell } = layOutText(getDraft(state), width);
  const around = [...quoteComment(state, look), '', palette.strong('Your reply')];
  const above = around.slice(around.length - Math.max(0, Math.min(around.length, height - LEAST_EDITOR)));
  const space = Math.max(1, height - above.length);
  const first = Math.max(0, Math.min(at - Math.floor(space / 2), rows.length - space));
  const shown = rows.slice(first, first + space).map((row) => palette.dim(GUTTER) + row);
  return {
    lines: [...above, ...shown].slice(0, height),
    cursor: { row: Math.min(height - 1, above.length + at - first), cell: cell + GUTTER.length },
    page: state.page,
  };
}

/** Rows of the reply that are shown before anything above it. */
const LEAST_EDITOR = 2;
const QUOTE_LINES = 3;

/** The first lines of the comment. */
function quoteComment(state: TriageState, { palette, size }: TriageLook): readonly string[] {
  const text = getShownItem(state)?.comment.text ?? '';
  return quote(text, size.columns - GUTTER.length).map((line) => palette.dim(line));
}

/** What is sent, to whom, and by which service. */
function drawPreview(state: TriageState, look: TriageLook): readonly string[] {
  const { palette, size, where } = look;
  const comment = getShownItem(state)?.comment;
  if (comment === undefined) return [];
  const to = `${formatAuthor(comment) || 'the comment'} on ${getNetworkName(comment.platform)}`;
  const text = wrapText(state.text, size.columns - GUTTER.length);
  return [
    ...quoteComment(state, look),
    '',
    ...wrap(`Reply to ${sanitizeText(to)}, sent by ${sanitizeText(where)}:`, size.columns).map((line) =>
      palette.strong(line),
    ),
    ...text.map((line) => palette.dim(GUTTER) + palette.text(line)),
    '',
    ...wrap('It is public as soon as it is sent. Send it?', size.columns),
  ];
}

/** Whose comment is deleted, and by which service. */
function drawDeletion(state: TriageState, look: TriageLook): readonly string[] {
  const { palette, size, where } = look;
  const comment = getShownItem(state)?.comment;
  if (comment === undefined) return [];
  const by = `${formatAuthor(comment) || 'an unnamed author'} on ${getNetworkName(comment.platform)}`;
  const question = `Delete this comment by ${sanitizeText(by)}, with its replies? It is deleted by ${sanitizeText(where)}.`;
  return [
    ...quoteComment(state, look),
    '',
    ...wrap(question, size.columns).map((line) => palette.strong(line)),
    '',
    ...wrap('It disappears for everyone, and cannot be restored. Delete it?', size.columns),
  ];
}

const MESSAGE_LINES = 4;

function drawMessage({ message }: TriageState, { palette, size }: TriageLook, most: number): string[] {
  if (message === null) return [];
  const lines = wrapText(message.text, size.columns);
  const shown = lines.slice(0, most);
  if (lines.length > most) shown.push(`${truncate(shown.pop() ?? '', size.columns - 2)} …`);
  return shown.slice(0, most).map((line) => palette[message.tone](line));
}
