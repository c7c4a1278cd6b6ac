import { CommentPlatform, PLATFORMS, SOCIAL_DELETING_PLATFORMS } from '../../../../service/platforms.ts';
import type { Palette, ScreenSize } from '../../../../world.ts';
import { layOutRows, wrap } from '../../../framework/output/text/wrap.ts';
import type { Comment } from '../comment.ts';
import { CANNOT_HIDE, type TriageMode, type TriageState } from './triage-state.ts';

type KeyRow = readonly [key: string, action: string];

/** The keys while a comment is read, the most used ones first: a small window shows as many as it has room for. */
function listReadingKeys({ items, at, missing }: TriageState): readonly KeyRow[] {
  const comment = items[at]?.comment;
  return [
    ['Enter', 'more'],
    ['n', 'next'],
    ['p', 'previous'],
    ['r', 'reply'],
    ['d', 'done'],
    ['s', 'skip'],
    ['Tab', 'saved replies'],
    ...(comment !== undefined && canDelete(comment) ? [['x', 'delete'] as const] : []),
    ['u', 'undo'],
    ['o', 'open'],
    ['t', 'thread'],
    ...(missing.length > 0 ? [['w', 'what is missing'] as const] : []),
  ];
}

/** Whether the service deletes comments of other people there, by the network's id. */
function canDelete({ platform, id }: Comment): boolean {
  const known = CommentPlatform.safeParse(platform).data;
  if (known === undefined || id === null) return false;
  return SOCIAL_DELETING_PLATFORMS.includes(known) && PLATFORMS[known].comments.removesOwnOnly !== true;
}

const CANCEL: KeyRow = ['Esc', 'cancel'];
const CLOSE: readonly KeyRow[] = [
  ['Enter', 'more'],
  ['Esc', 'close'],
];

/** The keys of the other screens. */
const KEYS: Readonly<Record<Exclude<TriageMode, 'read'>, readonly KeyRow[]>> = {
  write: [['Enter', 'preview'], ['Alt-Enter', 'new line'], ['Tab', 'saved replies'], CANCEL],
  preview: [['y', 'send'], ['e', 'edit'], CANCEL],
  delete: [['y', 'delete'], CANCEL],
  choose: [['↑ ↓', 'select'], ['Enter', 'take'], CANCEL],
  thread: CLOSE,
  missing: CLOSE,
  keys: CLOSE,
};

/** Always shown while a comment is read. */
const LAST_KEYS: readonly KeyRow[] = [
  ['q', 'quit'],
  ['?', 'all keys'],
];

const GAP = 2;

/** The keys on as few lines as they need, and no more than `most`. */
export function drawKeys(
  state: TriageState,
  { palette, size }: { palette: Palette; size: ScreenSize },
  most: number,
): readonly string[] {
  const [rows, last] = state.mode === 'read' ? [listReadingKeys(state), LAST_KEYS] : [KEYS[state.mode], []];
  let count = rows.length;
  let lines = fillLines([...rows, ...last], size.columns);
  while (lines.length > most && count > 0) {
    count -= 1;
    lines = fillLines([...rows.slice(0, count), ...last], size.columns);
  }
  return lines.map((line) =>
    line.map(([key, action]) => `${palette.strong(key)} ${palette.dim(action)}`).join(' '.repeat(GAP)),
  );
}

function fillLines(rows: readonly KeyRow[], width: number): readonly (readonly KeyRow[])[] {
  const lines: { rows: KeyRow[]; used: number }[] = [];
  for (const row of rows) {
    const [key, action] = row;
    const wide = key.length + 1 + action.length;
    const line = lines.at(-1);
    if (line === undefined || line.used + GAP + wide > width) lines.push({ rows: [row], used: wide });
    else {
      line.rows.push(row);
      line.used += GAP + wide;
    }
  }
  return lines.map((line) => line.rows);
}

/** All keys while a comment is read, with what they do. */
export function drawAllKeys(state: TriageState, { size }: { size: ScreenSize }): readonly string[] {
  const comment = state.items[state.at]?.comment;
  const rows = [
    ['Enter', 'show the rest of the comment, then the next one'],
    ['n, p', 'next comment, previous comment'],
    ['r', 'write a reply: Enter shows the preview, Alt-Enter or Ctrl-J makes a new line'],
    ['Tab', 'reply with one of the saved replies'],
    ['d', 'mark it as done: it is not listed again'],
    ['s', 'skip it until the next run'],
    [
      'x',
      comment === undefined || canDelete(comment)
        ? 'delete it, after a question'
        : 'delete it: the service cannot do that on this network, o opens it there',
    ],
    ['u', 'undo the last of these, but for replies and deletions'],
    ['o', 'open it in the browser'],
    ['t', 'show the whole post, and the thread'],
    ['w', 'show why comments may be missing'],
    ['q', 'quit, as Ctrl-D does'],
  ];
  return [...layOutRows(rows, size.columns), '', ...wrap(CANNOT_HIDE, size.columns)];
}
