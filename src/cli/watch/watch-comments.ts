import type { Client } from '../../client/client.ts';
import type { FolderPlace } from '../../disk/private-folder.ts';
import { CrierError } from '../../errors.ts';
import type { CommentEvent, WatchedId } from '../../facts/comment-event.ts';
import { DAY_MS } from '../../facts/durations.ts';
import type { SeenComments } from '../../rules/find-comment-changes.ts';
import { type CommentsRequest, readComments } from '../comments-read.ts';
import type { CommandContext } from '../context.ts';
import { dueOfPlace } from './due-of-place.ts';
import type { Followed } from './followed.ts';
import { type Looked, lookAt, lookFailed } from './look.ts';
import { nextLookText, waitText } from './next-look-text.ts';
import { openPlace, prunePlaces } from './place-file.ts';
import { type WatchTime, waitUntil } from './watch-time.ts';

/** What is watched, and how. */
export interface WatchOptions {
  readonly ids: readonly string[];
  /** What they are ids of. */
  readonly pair: Omit<CommentsRequest, 'id'>;
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
  readonly place: FolderPlace;
  /** The name of an id's place, made by us. */
  placeName(id: string): string;
}

/** A watch: its events as they come, and what is known when it has ended. */
export interface Watch {
  /** Ends when nothing is left to watch; asked for more, what it gave before counts as printed. */
  readonly batches: AsyncIterable<readonly CommentEvent[]>;
  /** How the last look at each id went. */
  ids(): readonly WatchedId[];
  /** What time it was for the service when it last answered, in milliseconds since 1970; undefined when it does not say. */
  asOf(): number | undefined;
  /** The last look of these failed as a whole; in the order in which they were given. */
  failures(): readonly { readonly id: string; readonly failure: CrierError }[];
  /** Says that the events of the last batch are being printed: then to be asked for more means that they were. */
  handOver(): void;
  /** Keeps the places of what was not printed batch by batch, when all of it was. */
  keepPlaces(): void;
  /** Lets other watches have the ids: for the end of the run, when what was kept last is kept. */
  release(): void;
}

/** The ids that are followed, in the order in which they were given. */
type All = Map<string, Followed>;

/**
 * Watches comments: asks for each id when its comments are due, one request at a time, and gives what is new. Where
 * it stands is kept after each batch that was printed, so that another watch repeats nothing and misses nothing.
 *
 * @throws CrierError from `batches`, of kind usage, when another watch follows one of the ids
 * @see docs/command-line.md#watch
 * @see docs/service/comments.md#COM-13, #COM-14
 */
export function watchComments(options: WatchOptions, parts: WatchParts): Watch {
  const all: All = new Map();
  const printing = { handedOver: false, kept: new Set<string>() };
  return {
    batches: follow(all, options, { ...parts, printing }),
    handOver() {
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
    keepPlaces() {
      for (const { id } of all.values()) if (!printing.kept.has(id)) keepAt(id, all, parts);
    },
    release: () => releaseAll(all),
  };
}

/** How far the printing is. */
interface Printing {
  /** The last batch is being printed by itself, and not held for one whole document. */
  handedOver: boolean;
  /** Ids whose place was kept after the last look at them. */
  readonly kept: Set<string>;
}

async function* follow(
  all: All,
  options: WatchOptions,
  parts: WatchParts & { readonly printing: Printing },
): AsyncGenerator<readonly CommentEvent[]> {
  const { printing } = parts;
  try {
    await openAll(all, options, parts).catch((error: unknown) => {
      releaseAll(all); // to say why, files have to be opened
      throw error;
    });
    for (let next = nextOf(all, options); next !== null; next = nextOf(all, options)) {
      if (!options.once) await waitFor(next, parts);
      const { followed, doubtful, events, sentences } = await look(next, options, parts);
      all.set(next.id, followed);
      // why the last one ended is told as the failure of the run
      if (!followed.isOver || nextOf(all, options) !== null) await tell(next.id, sentences, options, parts);
      printing.handedOver = events.length === 0;
      if (events.length > 0) {
        // one that is killed while it prints leaves a doubt, and the next one tells of it again
        all.set(next.id, keepPlace(followed, doubtful, parts));
        yield events;
      }
      // nothing may stand between: whoever asks for more has printed what there was, and may end at the next wait
      if (!printing.handedOver) continue;
      printing.kept.add(next.id);
      keepAt(next.id, all, parts);
    }
  } finally {
    parts.progress(null);
  }
}

function releaseAll(all: All): void {
  for (const { place } of all.values()) place.release();
}

async function openAll(all: All, { ids, from, once }: WatchOptions, parts: WatchParts): Promise<void> {
  const { place: where, placeName, clock, note } = parts;
  const now = await parts.time.now();
  for (const id of new Set(ids)) {
    const place = openPlace({ where, name: placeName(id), id, now: clock.now() });
    const found = from === 'start' ? null : place.found;
    const isDueByPlace = found !== null && from === 'place' && !once;
    const { due, doubt } = isDueByPlace ? dueOfPlace(found, now) : { due: now, doubt: null };
    all.set(id, {
      ...NEW,
      id,
      place,
      seen: found?.seen ?? new Map(),
      unheard: new Set(found?.unheard),
      absent: new Set(found?.absent),
      due,
      takesAll: from === 'now',
    });
    for (const warning of place.warnings) await note(warning);
    if (due > now || doubt !== null)
      await note(`${id} ${doubt ?? 'was looked at a short while ago'}; ${nextLookText(due, now)}`);
  }
  prunePlaces(where.folder, clock.now());
}

const NEW = {
  remembered: new Map<never, never>(),
  leftOut: new Set<never>(),
  told: new Map<never, never>(),
  failures: 0,
  fault: null,
  failure: null,
  isOver: false,
  lookedAt: 0,
  last: null,
  asOf: 0,
  isPlaceMissed: false,
} satisfies Partial<Followed>;

/** Whose look comes next: of a watch that looks once, the first that had none. */
function nextOf(all: All, { once }: WatchOptions): Followed | null {
  const open = [...all.values()].filter(({ isOver, last }) => !isOver && !(once && last !== null));
  if (once) return open[0] ?? null;
  return open.reduce<Followed | null>(
    (first, each) => (first === null || each.due < first.due ? each : first),
    null,
  );
}

async function waitFor({ id, due }: Followed, parts: WatchParts): Promise<void> {
  const { time, note, progress } = parts;
  const now = await time.now();
  if (due <= now) return;
  // a service may name any moment, and who waits for years should know it
  if (due - now > DAY_MS)
    await note(`${id} is not asked again for ${waitText(due, now)}: its last answer says so`);
  progress(() => nextLookText(due, time.latest()));
  await waitUntil(due, parts);
  progress(null);
}

async function look(followed: Followed, options: WatchOptions, parts: WatchParts): Promise<Looked> {
  const { service, time, signal } = parts;
  const asked = await readComments(service, { id: followed.id, ...options.pair }).then(
    (read) => ({ read }),
    (error: unknown) => ({ error }),
  );
  if ('read' in asked) return lookAt(followed, asked.read, { counts: options.counts, now: await time.now() });
  if (signal.aborted || !(asked.error instanceof CrierError)) throw asked.error;
  return lookFailed(followed, asked.error, await time.now());
}

async function tell(
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
function keepAt(id: string, all: All, parts: WatchParts): void {
  const followed = all.get(id);
  if (followed === undefined || followed.last === null || followed.failure !== null) return;
  all.set(id, keepPlace(followed, followed.seen, parts));
}

/** All at once, since a run that is told to end waits for nothing. @returns the same, with whether it could be kept */
function keepPlace(followed: Followed, seen: SeenComments, { note }: WatchParts): Followed {
  const { place, lookedAt, due, unheard, absent, isPlaceMissed } = followed;
  const fault = place.save({
    seen,
    lookedAt: Math.floor(lookedAt),
    due,
    unheard: [...unheard],
    absent: [...absent],
  });
  if (fault !== null && !isPlaceMissed) void note(fault);
  return { ...followed, isPlaceMissed: fault !== null };
}
