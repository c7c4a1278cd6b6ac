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
import {
  countDecisions,
  getDraft,
  getReplyText,
  NAMES,
  type TriageMode,
  type TriageState,
} from './triage-state.ts';

/** Keys and what they do, by what the screen shows. */
const KEYS: Readonly<Record<TriageMode, readonly (readonly [key: string, action: string])[]>> = {
  read: [
    ['Enter', 'more'],
    ['n', 'next'],
    ['p', 'previous'],
    ['r', 'reply'],
    ['d', 'done'],
    ['s', 'skip'],
    ['x', 'delete'],
    ['u', 'undo'],
    ['o', 'open'],
    ['q or Ctrl-D', 'quit'],
  ],
  write: [
    ['Ctrl-D', 'preview'],
    ['Enter', 'next line'],
    ['Esc', 'cancel'],
  ],
  preview: [
    ['y', 'send'],
    ['e', 'edit'],
    ['Esc', 'cancel'],
  ],
  delete: [
    ['y', 'delete'],
    ['Esc', 'cancel'],
  ],
};

/** The keys on as few lines as they need. */
function drawKeys(
  mode: TriageMode,
  { palette, size }: { palette: Palette; size: ScreenSize },
): readonly string[] {
  const lines: { text: string; width: number }[] = [];
  for (const [key, action] of KEYS[mode]) {
    const width = key.length + 1 + action.length;
    const text = `${palette.strong(key)} ${palette.dim(action)}`;
    const line = lines.at(-1);
    if (line === undefined || line.width + 2 + width > size.columns) lines.push({ text, width });
    else {
      line.text += `  ${text}`;
      line.width += 2 + width;
    }
  }
  return lines.map(({ text }) => text);
}

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
/** Rows of the screen that are kept for the comment or the reply, before messages are shortened. */
const LEAST_BODY = 3;

/** Draws the screen: the position and the author on top, messages and keys at the bottom, the text between them. */
export function drawTriage(state: TriageState, look: TriageLook): DrawnTriage {
  const { columns, rows } = look.size;
  const head = drawHead(state, look);
  const keys = drawKeys(state.mode, look);
  const space = Math.max(0, rows - head.length - keys.length - 1 - LEAST_BODY);
  const foot = [look.palette.dim('─'.repeat(columns)), ...drawMessage(state, look).slice(0, space), ...keys];
  const height = rows - head.length - foot.length;
  if (height < 1 || columns < LEAST_COLUMNS) return drawTooSmall(state, look);
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

/** The keys work all the same. */
function drawTooSmall({ page }: TriageState, { size }: TriageLook): DrawnTriage {
  return { frame: { lines: [truncate('the window is too small', size.columns)], cursor: null }, page };
}

function drawHead(state: TriageState, look: TriageLook): readonly string[] {
  const { palette, size } = look;
  const { at, items } = state;
  const { open, ...decided } = countDecisions(state);
  const counts = [
    `${open} open`,
    ...Object.entries(decided).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])),
  ].join(', ');
  const position = `${at + 1} of ${items.length}`;
  const rest = truncate(`  ${counts}`, size.columns - position.length);
  return [
    palette.strong(position) + palette.dim(rest),
    palette.dim('─'.repeat(size.columns)),
    ...drawAuthor(state, look),
    '',
  ];
}

/** Network, author, time and likes; on narrow screens on several lines. */
function drawAuthor(state: TriageState, { palette, size, now, zone, owner }: TriageLook): readonly string[] {
  const item = getShownItem(state);
  if (item === undefined) return [];
  const { platform, author, createdAt, likes, parentId } = item.comment;
  const decision = state.decisions.get(state.at);
  const network = truncate(getNetworkName(platform), size.columns - LEAST_NAME);
  const name = sanitizeText(formatAuthor(item.comment) || 'unnamed author');
  const fullName = sanitizeText(author.name ?? '');
  const facts = [
    ...(createdAt === null ? [] : [formatWhen(createdAt, now, zone)]),
    ...(likes === null ? [] : [formatCount(likes, 'like')]),
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

/** Relative, in the zone and in UTC, to the minute; a time that is not understood as it came. */
function formatWhen(createdAt: string, now: number, zone: TriageLook['zone']): string {
  const { ms } = readTimestamp(createdAt);
  if (ms === null) return sanitizeText(createdAt);
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
  const fits = all.length > height ? Math.max(1, height - 1) : height;
  const first = Math.min(state.scroll, Math.max(0, all.length - fits));
  const hidden = all.length - first - fits;
  const more = hidden > 0 ? `… ${hidden} more below` : '… the end';
  const lines = all.slice(first, first + fits);
  return {
    lines: all.length > height ? [...lines, look.palette.dim(truncate(more, look.size.columns))] : lines,
    cursor: null,
    page: { fits, all: all.length },
  };
}

const DRAWINGS = {
  read: drawComment,
  preview: drawPreview,
  delete: drawDeletion,
} as const;

/** The text of the comment, and the post that it is on. */
function drawComment(state: TriageState, { palette, size }: TriageLook): readonly string[] {
  const item = getShownItem(state);
  const text = wrapText(item?.comment.text ?? '(without text)', size.columns).map((line) =>
    palette.text(line),
  );
  const above = item?.above === null || item === undefined ? [] : quoteAbove(item.above, palette, size);
  const post = wrapText(`On the post: ${item?.post.post ?? item?.post.id}`, size.columns);
  const cut = post.slice(0, POST_LINES);
  const last = post.length > POST_LINES ? [`${truncate(cut.pop() ?? '', size.columns - 2)} …`] : [];
  return [...above, ...text, '', ...[...cut, ...last].map((line) => palette.dim(line))];
}

/** The comment that this one replies to, in short. */
function quoteAbove(above: Comment, palette: Palette, size: ScreenSize): readonly string[] {
  const author = formatAuthor(above) || 'a comment';
  const lines = wrapText(`In reply to ${author}: ${above.text ?? ''}`, size.columns);
  const cut = lines.length > QUOTE_LINES ? [...lines.slice(0, QUOTE_LINES - 1), '…'] : lines;
  return [...cut.map((line) => palette.dim(line)), ''];
}

/** Lines of the post, to recognize it. */
const POST_LINES = 2;

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
  const above = [...quoteComment(state, look), '', palette.strong('Your reply')].slice(
    -(height - 1) || height,
  );
  const space = Math.max(1, height - above.length);
  const first = Math.max(0, Math.min(at - Math.floor(space / 2), rows.length - space));
  const shown = rows.slice(first, first + space).map((row) => palette.dim(GUTTER) + row);
  return {
    lines: [...above, ...shown].slice(0, height),
    cursor: { row: Math.min(height - 1, above.length + at - first), cell: cell + GUTTER.length },
    page: state.page,
  };
}

const QUOTE_LINES = 3;

/** The first lines of the comment. */
function quoteComment(state: TriageState, { palette, size }: TriageLook): readonly string[] {
  const text = wrapText(getShownItem(state)?.comment.text ?? '', size.columns - GUTTER.length);
  const cut = text.length > QUOTE_LINES ? [...text.slice(0, QUOTE_LINES - 1), '…'] : text;
  return cut.map((line) => palette.dim(line));
}

/** What is sent, to whom, and by which service. */
function drawPreview(state: TriageState, look: TriageLook): readonly string[] {
  const { palette, size, where } = look;
  const comment = getShownItem(state)?.comment;
  if (comment === undefined) return [];
  const to = `${formatAuthor(comment) || 'the comment'} on ${getNetworkName(comment.platform)}`;
  const text = wrapText(getReplyText(state), size.columns - GUTTER.length);
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

function drawMessage({ message }: TriageState, { palette, size }: TriageLook): readonly string[] {
  if (message === null) return [];
  const lines = wrapText(message.text, size.columns);
  return lines.slice(0, MESSAGE_LINES).map((line) => palette[message.tone](line));
}
