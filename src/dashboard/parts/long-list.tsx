import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Rows drawn beyond each edge of the window, so that a quick scroll meets no gap. */
const SPARE_ROWS = 10;

interface LongListProps<Row> {
  /** What the rows are, for readers of the screen: `Comments`. */
  readonly label: string;
  readonly rows: readonly Row[];
  /** In pixels, the same for every row: the row's own style cuts longer text. */
  readonly rowHeight: number;
  /** The key of the row that is chosen, which Tab leads to first. */
  readonly chosen?: string | null;
  getKey(row: Row): string;
  /** The content of a row; its first link or button takes the focus. */
  renderRow(row: Row, index: number): ComponentChildren;
}

/** The rows in and near the window; `end` is not one of them. */
interface RowRange {
  readonly first: number;
  readonly end: number;
}

/**
 * A list of any length, of which only the rows near the window are drawn; it scrolls with the page, or with a box around
 * it. Tab leads to one row; arrow keys, j and k, Page Up and Down, Home and End move on from there. When rows come and go,
 * the focus stays at its row, or at its place if the row is gone, and what is being read does not move.
 */
export function LongList<Row>(props: LongListProps<Row>) {
  const { label, rows, rowHeight, chosen = null, getKey, renderRow } = props;
  const list = useRef<HTMLUListElement>(null);
  const keys = useMemo(() => rows.map(getKey), [rows]);
  const [focused, setFocused] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const range = useRange(list, rows.length, rowHeight);
  const current = findCurrent(keys, focused, chosen);
  const moveFocus = useFocus(list, current ?? range.first, focused !== null && !keys.includes(focused.key));
  useKeptScroll(list, keys, rowHeight);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(innerHeight / rowHeight) - 2);
    const index = readMove(event, current ?? range.first, rows.length, page);
    const key = index === null ? undefined : keys[index];
    if (index === null || key === undefined) return;
    event.preventDefault();
    moveFocus();
    setFocused({ key, index });
  };
  const drawn = new Set(Array.from({ length: range.end - range.first }, (_, index) => range.first + index));
  if (current !== null) drawn.add(current);
  return (
    <ul
      ref={list}
      class="long-list"
      aria-label={label}
      style={{ height: `${rows.length * rowHeight}px` }}
      onKeyDown={onKeyDown}
    >
      {[...drawn]
        .sort((one, other) => one - other)
        .map((index) => {
          const row = rows[index];
          const key = keys[index];
          if (row === undefined || key === undefined) return null;
          return (
            <li
              key={key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ height: `${rowHeight}px`, top: `${index * rowHeight}px` }}
              onFocusIn={() => focused?.key !== key && setFocused({ key, index })}
            >
              {renderRow(row, index)}
            </li>
          );
        })}
    </ul>
  );
}

/** The row that has the focus, or has its place; else the chosen one; null when there is neither. */
function findCurrent(
  keys: readonly string[],
  focused: { readonly key: string; readonly index: number } | null,
  chosen: string | null,
): number | null {
  const index = focused === null ? -1 : keys.indexOf(focused.key);
  if (index !== -1) return index;
  if (focused !== null && keys.length > 0) return Math.min(focused.index, keys.length - 1);
  const ofChosen = chosen === null ? -1 : keys.indexOf(chosen);
  return ofChosen === -1 ? null : ofChosen;
}

/** Follows the window: which rows are to be drawn. */
function useRange(list: RefObject<HTMLUListElement | null>, count: number, rowHeight: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: 2 * SPARE_ROWS });
  useEffect(() => {
    const follow = () => {
      const { top = 0 } = list.current?.getBoundingClientRect() ?? {};
      const first = Math.floor(-top / rowHeight);
      const end = Math.ceil((innerHeight - top) / rowHeight);
      setRange((range) =>
        // a few rows on, those that are drawn are still enough
        range.first <= Math.max(0, first - 1) && range.end >= Math.min(count, end + 1)
          ? range
          : { first: Math.max(0, first - SPARE_ROWS), end: Math.max(0, end + SPARE_ROWS) },
      );
    };
    follow();
    // the scrolling of a box around the list is seen on its way down only
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', follow, { passive: true });
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, [count, rowHeight]);
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) };
}

/**
 * Makes one row the place that Tab leads to, and focuses it after a move by a key, or when the row that had the focus is
 * gone.
 *
 * @returns what a key calls that moves
 */
function useFocus(list: RefObject<HTMLUListElement | null>, index: number, isGone: boolean): () => void {
  const isMoving = useRef(false);
  useLayoutEffect(() => {
    for (const row of list.current?.querySelectorAll<HTMLElement>('li') ?? []) {
      const target = row.querySelector<HTMLElement>('a, button');
      const isCurrent = row.ariaPosInSet === String(index + 1);
      if (target !== null) target.tabIndex = isCurrent ? 0 : -1;
      // an element that is removed leaves the focus to the body
      const isLost = isGone && document.activeElement === document.body;
      if (isCurrent && (isMoving.current || isLost)) target?.focus();
    }
    isMoving.current = false;
  });
  return () => {
    isMoving.current = true;
  };
}

/** Keeps the topmost row in the window where it is, when rows above it come or go. */
function useKeptScroll(
  list: RefObject<HTMLUListElement | null>,
  keys: readonly string[],
  rowHeight: number,
): void {
  const before = useRef(keys);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = keys;
    if (list.current === null || old === keys) return;
    const box = findScroller(list.current);
    const edge = Math.max(0, box.getBoundingClientRect().top) - list.current.getBoundingClientRect().top;
    const index = Math.floor(edge / rowHeight);
    const key = old[index];
    const now = key === undefined ? -1 : keys.indexOf(key);
    if (index > 0 && now !== -1 && now !== index) box.scrollTop += (now - index) * rowHeight;
  }, [keys]);
}

/** The box that scrolls the list: one around it, or the page. */
function findScroller(element: HTMLElement): Element {
  const box = element.parentElement;
  if (box === null) return document.scrollingElement ?? document.documentElement;
  return /auto|scroll/.test(getComputedStyle(box).overflowY) ? box : findScroller(box);
}

/** Where a key leads; null for another key, and for one that is typed into a field. */
function readMove(
  { key, target, ctrlKey, metaKey, altKey }: KeyboardEvent,
  from: number,
  count: number,
  page: number,
): number | null {
  const isTyped = target instanceof HTMLElement && target.matches('input, textarea, select');
  if (isTyped || ctrlKey || metaKey || altKey || count === 0) return null;
  const to = {
    ...{ ArrowDown: from + 1, j: from + 1, PageDown: from + page, End: count - 1 },
    ...{ ArrowUp: from - 1, k: from - 1, PageUp: from - page, Home: 0 },
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
