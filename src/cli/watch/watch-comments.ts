import type { Client } from '../../client/client.ts';
import type { FolderPlace } from '../../disk/private-folder.ts';
import { CrierError } from '../../errors.ts';
import type { CommentEvent, WatchedId } from '../../facts/comment-event.ts';
import { DAY_MS } from '../../facts/durations.ts';
import type { SeenComments } from '../../rules/find-comment-changes.ts';
import { type CommentsReadRequest, readComments } from '../comments-read.ts';
import type { CommandContext } from '../context.ts';
import { computeCursorDue } from './cursor-due.ts';
import { openCursorFile, pruneCursors } from './cursor-file.ts';
import { formatNextPoll, formatWait } from './format-next-poll.ts';
import { handlePollAnswer, handlePollFailure, type PollResult } from './poll.ts';
import type { WatchState } from './watch-state.ts';
import { type WatchTime, waitUntil } from './watch-time.ts';

/** What is watched, and how. */
export interface WatchOptions {
  readonly ids: readonly string[];
  /** What they are ids of. */
  readonly pair: Omit<CommentsReadRequest, 'id'>;
  /** A change of likes, replies and the like is told, too. */
  readonly counts: boolean;
  /** Ends after one look at every id, which does not wait for its time. */
  readonly once: boolean;
  /** What fails is told as it happens; one that looks once may tell it at its end. */
  readonly tellsFailures: boolean;
  /** Where it begins: after what the last watch printed, with all that is there, or with nothing of it. */
  readonly from: 'place' | 'start' | 'now';
}

export interface WatchParts extends Pick<CommandContext, 'clock' | 'signal' | 'note' | 'progress'> {
  readonly service: Client;
  readonly time: WatchTime;
  /** Where places are kept. */
  readonly cursorFolder: FolderPlace;
  /** The name of an id's place, made by us. */
  getCursorName(id: string): string;
}

/** A watch: its events as they come, and what is known when it has ended. */
export interface CommentsWatch {
  /** Ends when nothing is left to watch; asked for more, what it gave before counts as printed. */
  readonly batches: AsyncIterable<readonly CommentEvent[]>;
  /** How the last look at each id went. */
  ids(): readonly WatchedId[];
  /** What time it was for the service when it last answered, in milliseconds since 1970; undefined when it does not say. */
  asOf(): number | undefined;
  /** The last look of these failed as a whole; in the order in which they were given. */
  failures(): readonly { readonly id: string; readonly failure: CrierError }[];
  /** Says that the events of the last batch are being printed: then to be asked for more means that they were. */
  confirmPrinting(): void;
  /** Keeps the places of what was not printed batch by batch, when all of it was. */
  saveCursors(): void;
  /** Lets other watches have the ids: for the end of the run, when what was kept last is kept. */
  release(): void;
}

/** The ids that are followed, in the order in which they were given. */
type WatchStates = Map<string, WatchState>;

/**
 * Watches comments: asks for each id when its comments are due, one request at a time, and gives what is new. Where
 * it stands is kept after each batch that was printed, so that another watch repeats nothing and misses nothing.
 *
 * @throws CrierError from `batches`, of kind usage, when another watch follows one of the ids
 * @see docs/command-line.md#watch
 * @see docs/service/comments.md#COM-13, #COM-14
 */
export function watchComments(options: WatchOptions, parts: WatchParts): CommentsWatch {
  const all: WatchStates = new Map();
  const printing = { handedOver: false, kept: new Set<string>() };
  return {
    batches: follow(all, options, { ...parts, printing }),
    confirmPrinting() {
      printing.handedOver = true;
    },
    ids: () => [...all.values()].flatMap(({ last }) => last ?? []),
    asOf: () =>
      [...all.values()].reduce<number | undefined>(
        (last, { asOf }) => (asOf > (last ?? 0) ? asOf : last),
        undefined,
      ),
    failures: () =>
      [...all.values()].flatMap(({ id, failure }) => (failure === null ? [] : [{ id, failure }])),
    saveCursors() {
      for (const { id } of all.values()) if (!printing.kept.has(id)) saveCursorOf(id, all, parts);
    },
    release: () => releaseAll(all),
  };
}

/** How far the printing is. */
interface PrintProgress {
  /** The last batch is being printed by itself, and not held for one whole document. */
  handedOver: boolean;
  /** Ids whose place was kept after the last look at them. */
  readonly kept: Set<string>;
}

async function* follow(
  all: WatchStates,
  options: WatchOptions,
  parts: WatchParts & { readonly printing: PrintProgress },
): AsyncGenerator<readonly CommentEvent[]> {
  const { printing } = parts;
  try {
    await openAll(all, options, parts).catch((error: unknown) => {
      releaseAll(all); // to say why, files have to be opened
      throw error;
    });
    for (let next = findNext(all, options); next !== null; next = findNext(all, options)) {
      if (!options.once) await waitFor(next, parts);
      const { state, doubtful, events, sentences } = await pollId(next, options, parts);
      all.set(next.id, state);
      // why the last one ended is told as the failure of the run
      if (!state.hasEnded || findNext(all, options) !== null)
        await reportSentences(next.id, sentences, options, parts);
      printing.handedOver = events.length === 0;
      if (events.length > 0) {
        // one that is killed while it prints leaves a doubt, and the next one tells of it again
        all.set(next.id, saveState(state, doubtful, parts));
        yield events;
      }
      // nothing may stand between: whoever asks for more has printed what there was, and may end at the next wait
      if (!printing.handedOver) continue;
      printing.kept.add(next.id);
      saveCursorOf(next.id, all, parts);
    }
  } finally {
    parts.progress(null);
  }
}

function releaseAll(all: WatchStates): void {
  for (const { cursorFile } of all.values()) cursorFile.release();
}

async function openAll(
  all: WatchStates,
  { ids, from, once }: WatchOptions,
  parts: WatchParts,
): Promise<void> {
  const { cursorFolder: where, getCursorName, clock, note } = parts;
  const now = await parts.time.now();
  for (const id of new Set(ids)) {
    const place = openCursorFile({ where, name: getCursorName(id), id, now: clock.now() });
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
    for (const warning of place.warnings) await note(warning);
    if (due > now || doubt !== null)
      await note(`${id} ${doubt ?? 'was looked at a short while ago'}; ${formatNextPoll(due, now)}`);
  }
  pruneCursors(where.folder, clock.now());
}

const NEW = {
  remembered: new Map<never, never>(),
  excluded: new Set<never>(),
  told: new Map<never, never>(),
  failures: 0,
  fault: null,
  failure: null,
  hasEnded: false,
  lookedAt: 0,
  last: null,
  asOf: 0,
  hasCursorFault: false,
} satisfies Partial<WatchState>;

/** Whose look comes next: of a watch that looks once, the first that had none. */
function findNext(all: WatchStates, { once }: WatchOptions): WatchState | null {
  const open = [...all.values()].filter(({ hasEnded, last }) => !hasEnded && !(once && last !== null));
  if (once) return open[0] ?? null;
  return open.reduce<WatchState | null>(
    (first, each) => (first === null || each.due < first.due ? each : first),
    null,
  );
}

async function waitFor({ id, due }: WatchState, parts: WatchParts): Promise<void> {
  const { time, note, progress } = parts;
  const now = await time.now();
  if (due <= now) return;
  // a service may name any moment, and who waits for years should know it
  if (due - now > DAY_MS)
    await note(`${id} is not asked again for ${formatWait(due, now)}: its last answer says so`);
  progress(() => formatNextPoll(due, time.latest()));
  await waitUntil(due, parts);
  progress(null);
}

async function pollId(followed: WatchState, options: WatchOptions, parts: WatchParts): Promise<PollResult> {
  const { service, time, signal } = parts;
  const asked = await readComments(service, { id: followed.id, ...options.pair }).then(
    (read) => ({ read }),
    (error: unknown) => ({ error }),
  );
  if ('read' in asked)
    return handlePollAnswer(followed, asked.read, { counts: options.counts, now: await time.now() });
  if (signal.aborted || !(asked.error instanceof CrierError)) throw asked.error;
  return handlePollFailure(followed, asked.error, await time.now());
}

async function reportSentences(
  id: string,
  sentences: readonly string[],
  { ids, tellsFailures }: WatchOptions,
  { note }: WatchParts,
): Promise<void> {
  if (!tellsFailures) return;
  const whose = new Set(ids).size > 1 ? `${id}: ` : '';
  for (const sentence of sentences) await note(`${whose}${sentence}`);
}

/** Keeps where an id stands, when its last look brought something to stand on. */
function saveCursorOf(id: string, all: WatchStates, parts: WatchParts): void {
  const followed = all.get(id);
  if (followed === undefined || followed.last === null || followed.failure !== null) return;
  all.set(id, saveState(followed, followed.seen, parts));
}

/** All at once, since a run that is told to end waits for nothing. @returns the same, with whether it could be kept */
function saveState(followed: WatchState, seen: SeenComments, { note }: WatchParts): WatchState {
  const { cursorFile, lookedAt, due, unheard, absent, hasCursorFault } = followed;
  const fault = cursorFile.save({
    seen,
    lookedAt: Math.floor(lookedAt),
    due,
    unheard: [...unheard],
    absent: [...absent],
  });
  if (fault !== null && !hasCursorFault) void note(fault);
  return { ...followed, hasCursorFault: fault !== null };
}
