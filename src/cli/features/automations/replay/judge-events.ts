import { setImmediate as nextTurn } from 'node:timers/promises';
import { ACTIVITY_STATES } from '../../../../service/endpoints/activity.ts';
import { openRowPartitions, type RowPart } from '../../../../storage/row-partitions.ts';
import type { JudgedEvent, ReplayPeople } from './answer-people.ts';
import type { PreparedAnswers } from './prepare-answers.ts';
import type { ReplayCounts } from './replay-document.ts';
import type { RecordedAnswer, ReplayRow } from './replay-row.ts';
import { openSortedRows, type SortedRows } from './sorted-rows.ts';
import type { ReplayOptions, SilentRow, StoredRows } from './store-rows.ts';

/** Events that one turn of the event loop takes: Ctrl-C is heard between turns. */
const EVENTS_A_TURN = 2_000;
/** A larger part has a person with very many events, which are sorted outside of memory. */
const PART_BYTES = 8 * 1024 * 1024;

/** Joins the rows of each event, judges it, and hands the events on person by person, in the order of time. */
export async function judgeEvents(
  rows: StoredRows,
  people: ReplayPeople,
  options: ReplayOptions & { counts: ReplayCounts },
): Promise<void> {
  const apart = openSortedRows<JudgedEvent>();
  try {
    const judging = { ...options, rows };
    for (const part of rows.parts.readParts()) {
      if (rows.by === 'event') await setApart(part, apart, judging);
      else if (part.bytes > PART_BYTES) await splitPart(part, apart, judging);
      else {
        const events: JudgedEvent[] = [];
        for (const each of judgePart(part, judging)) events.push(each);
        answerSorted(events, people);
        await pass(judging);
      }
    }
    await answerApart(apart, people, judging);
  } finally {
    apart.close();
  }
}

interface Judging extends ReplayOptions {
  readonly rows: StoredRows;
  readonly counts: ReplayCounts;
}

async function pass({ progress, counts, signal }: Judging): Promise<void> {
  progress(`${counts.events} events judged`);
  await nextTurn();
  signal.throwIfAborted();
}

/** Splits a part of people by events. */
async function splitPart(
  part: RowPart<ReplayRow | SilentRow>,
  apart: SortedRows<JudgedEvent>,
  judging: Judging,
): Promise<void> {
  const byEvent = openRowPartitions<ReplayRow | SilentRow>();
  try {
    for (const row of part.read()) byEvent.add(row.key, row);
    for (const each of byEvent.readParts()) await setApart(each, apart, judging);
  } finally {
    byEvent.close();
  }
}

async function setApart(
  part: RowPart<ReplayRow | SilentRow>,
  apart: SortedRows<JudgedEvent>,
  judging: Judging,
): Promise<void> {
  for (const each of judgePart(part, judging)) apart.add(getPerson(each), getTime(each), each);
  await pass(judging);
}

async function answerApart(
  apart: SortedRows<JudgedEvent>,
  people: ReplayPeople,
  judging: Judging,
): Promise<void> {
  let [last, answered]: [string | null, number] = [null, 0];
  for (const { key, row } of apart.read()) {
    if (key !== last) people.end();
    last = key;
    people.answer(row);
    answered += 1;
    if (answered % EVENTS_A_TURN === 0) await pass(judging);
  }
  people.end();
}

function answerSorted(events: readonly JudgedEvent[], people: ReplayPeople): void {
  const byPerson = Map.groupBy(events, getPerson);
  for (const own of byPerson.values()) {
    own.sort((one, other) => getTime(one) - getTime(other));
    for (const each of own) people.answer(each);
    people.end();
  }
}

const getTime = ({ event: { at } }: JudgedEvent) => at ?? 0;

const getPerson = ({ event: { personId, username, key } }: JudgedEvent) => personId ?? `@${username ?? key}`;

/** An event, and what each automation did about it, from rows that were read so far. */
interface JoinedRows {
  /** Null while all rows are comments that fire nothing. */
  event: ReplayRow | null;
  /** Whether one of the rows was judged, and fires nothing. */
  isSilent: boolean;
  answers: Map<string, { answer: RecordedAnswer; rank: number }> | null;
}

/** Judges the events of a part, of which it has all rows; counts those on which nothing fired or fires. */
function* judgePart(
  part: RowPart<ReplayRow | SilentRow>,
  { rows, prepared, counts }: Judging,
): Generator<JudgedEvent> {
  for (const joined of joinRows(part).values()) {
    counts.events += 1;
    const judged = judge(joined, rows, prepared);
    if (judged !== null) {
      yield judged;
      continue;
    }
    counts.silent += 1;
    counts.same += 1;
  }
}

function joinRows(part: RowPart<ReplayRow | SilentRow>): ReadonlyMap<string, JoinedRows> {
  const events = new Map<string, JoinedRows>();
  for (const row of part.read()) {
    let joined = events.get(row.key);
    if (joined === undefined) {
      joined = { event: null, isSilent: false, answers: null };
      events.set(row.key, joined);
    }
    if (row.kind === null) joined.isSilent = true;
    else {
      joined.event = joined.event === null ? row : joinEvents(joined.event, row);
      addAnswer(joined, row);
    }
  }
  return events;
}

/** The row with the higher rank is authoritative, but the match is recorded some seconds after what the person did. */
function joinEvents(one: ReplayRow, other: ReplayRow): ReplayRow {
  const at = Math.min(one.at ?? Number.POSITIVE_INFINITY, other.at ?? Number.POSITIVE_INFINITY);
  const joined = one.rank < other.rank ? { ...one, ...other } : { ...other, ...one };
  return { ...joined, ...(Number.isFinite(at) && { at }) };
}

function addAnswer(joined: JoinedRows, { answer, rank }: ReplayRow): void {
  if (answer === undefined) return;
  joined.answers ??= new Map();
  const known = joined.answers.get(answer.automationId);
  // an archive that was made later has the end of what was open in an earlier one
  const isBetter = known === undefined || rank > known.rank || (rank === known.rank && isOpen(known.answer));
  if (isBetter) joined.answers.set(answer.automationId, { answer, rank });
}

function isOpen({ status }: RecordedAnswer): boolean {
  const states: Readonly<Record<string, { isTerminal: boolean }>> = ACTIVITY_STATES;
  return Object.hasOwn(states, status) && states[status]?.isTerminal === false;
}

const SILENT = { firings: [], unsure: [] };

/** @returns null for an event on which nothing fired or fires */
function judge(
  { event, isSilent, answers: byAutomation }: JoinedRows,
  { from, to }: StoredRows,
  prepared: PreparedAnswers,
): JudgedEvent | null {
  if (event === null) return null;
  const { firings, unsure } = isSilent ? SILENT : prepared.judge(event);
  const answers = byAutomation === null ? [] : [...byAutomation.values()].map(({ answer }) => answer);
  if (answers.length + firings.length + unsure.length === 0) return null;
  const isInPeriod = event.at !== undefined && event.at >= from && event.at <= to;
  return {
    event,
    answers,
    firings,
    isRecorded: answers.length > 0 || isInPeriod,
    isUnsure: unsure.length > 0,
  };
}
