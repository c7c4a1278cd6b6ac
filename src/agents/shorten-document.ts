import { isRecord, type LooseRecord } from '../domain/json/loose-record.ts';
import { createLocalClock, formatClock, formatDay, type LocalClock } from '../domain/time/local-time.ts';

/** Drops what is empty, and fields that say nothing more: a model reads each of them, on each call. */
export function compactDocument(value: unknown, omit: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => compactDocument(each, omit));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !omit.includes(key))
      .map(([key, each]) => [key, compactDocument(each, omit)] as const)
      .filter(([, each]) => !isEmpty(each)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Times of JSON are UTC; beside each, the same time in the zone of the user. */
const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/;

export function addLocalTimes(value: unknown, zone: string): unknown {
  if (zone === 'UTC') return value;
  const clock = createLocalClock(zone);
  const add = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(add);
    if (!isRecord(each)) return each;
    return Object.fromEntries(
      Object.entries(each).flatMap(([key, field]) =>
        typeof field === 'string' && UTC_TIME.test(field)
          ? [
              [key, field],
              [`${key}Local`, formatLocally(field, clock)],
            ]
          : [[key, add(field)]],
      ),
    );
  };
  return add(value);
}

/** Such as `Tue 24 Nov 2026 09:00 Europe/Oslo`. */
function formatLocally(time: string, clock: LocalClock): string {
  const there = clock.wallAt(Date.parse(time));
  return `${formatDay(there)} ${formatClock(there)} ${clock.name}`;
}

/** The key of the only list of records of a document; null when it has none. */
export function findRecords(document: unknown): string | null {
  if (!isRecord(document)) return null;
  const lists = Object.keys(document).filter((key) => key !== 'errors' && Array.isArray(document[key]));
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** How many of the first records fit into a number of characters, at least one. */
export function countFitting(records: readonly unknown[], characters: number): number {
  let used = 0;
  const over = records.findIndex((each) => {
    used += JSON.stringify(each)?.length ?? 0;
    return used > characters;
  });
  return over === -1 ? records.length : Math.max(over, 1);
}

/** Cuts each long text, and says how much of it is missing. */
export function cutTexts(value: unknown, longest: number): unknown {
  if (typeof value === 'string') {
    if (value.length <= longest) return value;
    const kept = [...value.slice(0, longest)].slice(0, -1).join('');
    return `${kept}… (${value.length - kept.length} characters more)`;
  }
  if (Array.isArray(value)) return value.map((each) => cutTexts(each, longest));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cutTexts(each, longest)]));
}

/** Of a text in an answer that is too long. */
export const LONGEST_TEXT = 600;
/** Of a text where even that is too long. */
const SHORT_TEXT = 60;
/** Lengths of the lists within records, until an answer fits. */
const SHORTER_LISTS = [20, 10, 5, 2];

/** Cuts long texts, then rows, then the lists in them, until a document fits into a number of characters. */
export function shortenDocument(document: unknown, characters: number): unknown {
  if (measure(document) <= characters) return document;
  const cut = cutTexts(document, LONGEST_TEXT);
  const rows = isRecord(cut) ? cutRows(cut, characters) : cut;
  const attempts = SHORTER_LISTS.map((most) => () => cutLists(rows, most));
  const shorter = [() => rows, ...attempts, () => cutTexts(cutLists(rows, 2), SHORT_TEXT)];
  for (const make of shorter) {
    const made = make();
    if (measure(made) <= characters) return made;
  }
  return { tooLong: 'ask for less: a lower limit, fewer days, one id' };
}

function measure(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** Cuts the longest list until the document fits, at least one row of each; `left` counts what is missing. */
function cutRows(document: LooseRecord, characters: number): LooseRecord {
  const lists = Object.entries(document).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const [longest] = lists
    .filter(([, list]) => list.length > 1)
    .toSorted(([, one], [, other]) => measure(other) - measure(one));
  if (longest === undefined || measure(document) <= characters) return document;
  const [key, list] = longest;
  const kept = list.slice(0, countFitting(list, characters - measure(document) + measure(list)));
  if (kept.length === list.length) return document;
  const left = { ...(isRecord(document['left']) && document['left']), [key]: list.length - kept.length };
  return cutRows({ ...document, [key]: kept, left }, characters);
}

function cutLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) {
    const kept = value.slice(0, most).map((each) => cutLists(each, most));
    return value.length > most ? [...kept, `… (${value.length - most} more)`] : kept;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cutLists(each, most)]));
}
