import type { Client } from '../../../../client/client.ts';
import { CrierError } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import type { FolderPlace } from '../../../../storage/private-files.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { Finder } from '../../../framework/input/flags/find-flags.ts';
import { type CommentsReadRequest, readComments } from '../read-comments.ts';
import { openCursorFile, pruneCursors } from './cursor-file.ts';
import type { CursorNames } from './cursor-name.ts';
import type { CommentEvent, SeenComments, WatchedId } from './find-comment-changes.ts';
import { handlePollAnswer, handlePollFailure, type PollResult, type WatchState } from './poll.ts';
import { computeCursorDue, formatNextPoll, formatWait, type WatchTime, waitUntil } from './watch-time.ts';

/** Options of a watch. */
export interface WatchOptions {
  ids: readonly string[];
  /** The kind of ids. */
  pair: Omit<CommentsReadRequest, 'id'>;
  /** Also reports changes of counts such as likes and replies. */
  counts: boolean;
  /** Polls every id once, at once, and ends. */
  once: boolean;
  /** Says which events are printed. */
  finder: Finder;
  /** Where to start: after what the last watch printed, with all existing comments, or with new ones only. */
  from: 'place' | 'start' | 'now';
}

export interface WatchParts {
  io: IoPort;
  client: Client;
  time: WatchTime;
  /** The folder of cursors. */
  cursorFolder: FolderPlace;
  /** The names of an id's cursor files. */
  getCursorNames(id: string): CursorNames;
}

/** A running watch: its events, and its results at the end. */
export type CommentsWatch = ReturnType<typeof watchComments>;

/**
 * Watches comments: polls each id when it is due, one request at a time, and yields what is new. The cursor
 * is saved after each printed batch, so that the next watch neither repeats nor misses anything.
 *
 * @throws CrierError from `batches`, of kind usage, when another process watches one of the ids
 * @see docs/command-line.md#watch
 * @see docs/service/comments.md#COM-13, #COM-14
 */
export function watchComments(options: WatchOptions, parts: WatchParts) {
  // the state of each watched id, in the given order
  const all = new Map<string, WatchState>();
  const printing = {
    /** Whether the last batch is printed separately, not collected for one document. */
    handedOver: false,
    /** Ids whose cursor was saved after their last poll. */
    kept: new Set<string>(),
  };
  return {
    /**
     * Ends when nothing is left to watch; pulling the next batch confirms that the previous one was printed.
     */
    batches: follow(all, options, { ...parts, printing }),
    /** Marks the last batch as being printed, so that pulling the next one confirms it. */
    confirmPrinting() {
      printing.handedOver = true;
    },
    /** The result of the last poll of each id. */
    ids: (): readonly WatchedId[] => [...all.values()].flatMap(({ last }) => last ?? []),
    /** The service's time of its last response, in milliseconds since 1970; undefined when it is unknown. */
    asOf: (): number | undefined => Math.max(...all.values().map(({ asOf }) => asOf), 0) || undefined,
    /** Ids whose last poll failed completely, in the given order. */
    failures: (): readonly { id: string; failure: CrierError }[] =>
      [...all.values()].flatMap(({ id, failure }) => (failure === null ? [] : [{ id, failure }])),
    /** Saves the cursors of output that was not printed in batches, once all of it was printed. */
    saveCursors() {
      for (const { id } of all.values()) if (!printing.kept.has(id)) saveCursorOf(id, all, parts);
    },
    /** Releases the locks, at the end of the run after the cursors were saved. */
    release: () => releaseAll(all),
  };
}

async function* follow(
  all: Map<string, WatchState>,
  options: WatchOptions,
  parts: WatchParts & { printing: { handedOver: boolean; kept: Set<string> } },
): AsyncGenerator<readonly CommentEvent[]> {
  const { printing } = parts;
  try {
    await openAll(all, options, parts).catch((error: unknown) => {
      releaseAll(all); // the error message may have to open files
      throw error;
    });
    for (let next = findNext(all, options); next !== null; next = findNext(all, options)) {
      if (!options.once) await waitFor(next, parts);
      const { state, doubtful, events, sentences } = await pollId(next, options, parts);
      all.set(next.id, state);
      // the end of the last id is reported as the failure of the run
      if (!state.hasEnded || findNext(all, options) !== null)
        await reportSentences(next.id, sentences, options, parts);
      printing.handedOver = events.length === 0;
      if (events.length > 0) {
        // when it is killed while printing, the next watch prints these events again
        all.set(next.id, saveState(state, doubtful, parts));
        yield events;
      }
      // no await in between: the consumer has printed the batch, and may end at the next wait
      if (!printing.handedOver) continue;
      printing.kept.add(next.id);
      saveCursorOf(next.id, all, parts);
    }
  } finally {
    parts.io.progress(null);
  }
}

function releaseAll(all: Map<string, WatchState>): void {
  for (const { cursorFile } of all.values()) cursorFile.release();
}

async function openAll(
  all: Map<string, WatchState>,
  { ids, from, once }: WatchOptions,
  parts: WatchParts,
): Promise<void> {
  const { cursorFolder: where, getCursorNames, io } = parts;
  const now = await parts.time.now();
  for (const id of new Set(ids)) {
    const place = openCursorFile({ where, names: getCursorNames(id), id, now: io.clock.now() });
    const found = from === 'start' ? null : place.found;
    const isDueByPlace = found !== null && from === 'place' && !once;
    const { due, doubt } = isDueByPlace ? computeCursorDue(found, now) : { due: now, doubt: null };
    all.set(id, {
      ...NEW,
      id,
      cursorFile: place,
      seen: found?.seen ?? new Map(),
      unheard: new Set(found?.unheard),
      absent: new Set(found?.absent),
      due,
      skipsExisting: from === 'now',
    });
    for (const warning of place.warnings) await io.note(warning);
    if (due > now || doubt !== null)
      await io.note(`${id} ${doubt ?? 'was checked recently'}; ${formatNextPoll(due, now)}`);
  }
  pruneCursors(where.folder, io.clock.now());
}

const NEW = {
  remembered: new Map<never, never>(),
  excluded: new Set<never>(),
  reported: new Map<never, never>(),
  failures: 0,
  fault: null,
  failure: null,
  hasEnded: false,
  lookedAt: 0,
  last: null,
  asOf: 0,
  hasCursorFault: false,
} satisfies Partial<WatchState>;

/** The next id to poll; with `once`, the first that was not polled yet. */
function findNext(all: Map<string, WatchState>, { once }: WatchOptions): WatchState | null {
  const open = [...all.values()].filter(({ hasEnded, last }) => !hasEnded && !(once && last !== null));
  if (once) return open[0] ?? null;
  return open.reduce<WatchState | null>(
    (first, each) => (first && first.due <= each.due ? first : each),
    null,
  );
}

async function waitFor({ id, due }: WatchState, parts: WatchParts): Promise<void> {
  const { time, io } = parts;
  const now = await time.now();
  if (due <= now) return;
  // a service may name any time, so a long wait is announced
  if (due - now > DAY_MS)
    await io.note(`${id} is next checked in ${formatWait(due, now)}, as requested by the service`);
  io.progress(() => formatNextPoll(due, time.latest()));
  await waitUntil(due, time, io);
  io.progress(null);
}

async function pollId(followed: WatchState, options: WatchOptions, parts: WatchParts): Promise<PollResult> {
  const { client, time, io } = parts;
  const asked = await readComments(client, { id: followed.id, ...options.pair }).then(
    (read) => ({ read }),
    (error: unknown) => ({ error }),
  );
  if ('read' in asked) {
    const result = handlePollAnswer(followed, asked.read, { counts: options.counts, now: await time.now() });
    return { ...result, events: result.events.filter((event) => isWanted(event, options.finder)) };
  }
  if (io.signal.aborted || !(asked.error instanceof CrierError)) throw asked.error;
  return handlePollFailure(followed, asked.error, await time.now());
}

/** A comment that is gone may have matched, if its text is not known any longer. */
function isWanted({ event, comment: { text, author } }: CommentEvent, finder: Finder): boolean {
  return (event === 'gone' && text === null) || finder.matches(text, author);
}

async function reportSentences(
  id: string,
  sentences: readonly string[],
  { ids, once }: WatchOptions,
  { io }: WatchParts,
): Promise<void> {
  if (once) return; // its end lists them
  const whose = new Set(ids).size > 1 ? `${id}: ` : '';
  for (const sentence of sentences) await io.note(`${whose}${sentence}`);
}

/** Saves the cursor of an id, if its last poll succeeded. */
function saveCursorOf(id: string, all: Map<string, WatchState>, parts: WatchParts): void {
  const followed = all.get(id);
  if (followed === undefined || followed.last === null || followed.failure !== null) return;
  all.set(id, saveState(followed, followed.seen, parts));
}

/**
 * Synchronous, since an aborted run waits for nothing. @returns the state, with whether the cursor could be
 * saved
 */
function saveState(followed: WatchState, seen: SeenComments, { io }: WatchParts): WatchState {
  const { cursorFile, lookedAt, due, unheard, absent, hasCursorFault } = followed;
  const fault = cursorFile.save({
    seen,
    lookedAt: Math.floor(lookedAt),
    due,
    unheard: [...unheard],
    absent: [...absent],
  });
  if (fault !== null && !hasCursorFault) void io.note(fault);
  return { ...followed, hasCursorFault: fault !== null };
}
