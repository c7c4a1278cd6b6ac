import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { report } from '../report.ts';
import { type Choose, chooser } from '../terminal/scripted-prompts.ts';
import { createLostDisk } from './lost-disk.ts';
import type { TraceEvent } from './read-trace.ts';

/** What a power failure left, and when it was. */
export interface LostImage {
  /** The folder, as that of the traced process was. */
  readonly folder: string;
  /** The number of events of the trace that had happened. */
  readonly place: number;
  /** Starting the program takes as long as judging fifty images: it is done with some of them. */
  readonly isStarted: boolean;
}

interface ImageOptions {
  readonly root: string;
  readonly count: number;
  readonly seed: number;
  /** Only directly after answers (default: no). */
  readonly isAtAnswers?: boolean;
  /** The first event that counts: what is before it prepares (default: all). */
  readonly from?: number;
  /** Half of the images are made around changes of these files (default: no other ones). */
  readonly isNear?: (path: string) => boolean;
}

/** How many were judged, and what is wrong with which: its seed shows it again. */
export interface JudgedImages {
  readonly images: number;
  readonly faults: readonly string[];
}

/**
 * Makes images of a disk at random moments of a trace, and has each judged.
 *
 * @param root the folder that the traced process worked in
 * @param judge @returns what is wrong, a sentence each
 */
export async function judgeImages(
  events: readonly TraceEvent[],
  { root, count, seed, isAtAnswers = false, from = 0, isNear }: ImageOptions,
  judge: Judge,
): Promise<JudgedImages> {
  const choose = chooser(`${seed} places`);
  const places = isAtAnswers
    ? chooseAnswers(events, count, choose)
    : choosePlaces(events, count, choose, { from, isNear });
  const disk = createLostDisk(root);
  const begun = performance.now();
  const faults: string[] = [];
  let done = 0;
  for (const [at, place] of places.entries()) {
    for (; done < place; done += 1) {
      const event = events[done];
      if (event !== undefined) disk.apply(event);
    }
    const base = mkdtempSync(join(getMemoryFolder(), 'crier-image-'));
    const folder = join(base, 'home');
    const loss = disk.writeImage(folder, chooser(`${seed} image ${at}`));
    const found = await judgeSafely(judge, { folder, place, isStarted: at % STARTED_ONE_IN === 0 });
    for (const each of found) faults.push(`image ${at} of ${count}, after event ${place}, ${loss}: ${each}`);
    rmSync(base, { recursive: true, force: true });
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  report(`${places.length} images in ${seconds} s, ${faults.length} faults (seed ${seed})`);
  return { images: places.length, faults };
}

const STARTED_ONE_IN = 12;

type Judge = (image: LostImage) => Promise<readonly string[]> | readonly string[];

/** A program that throws does not open the image. */
async function judgeSafely(judge: Judge, image: LostImage): Promise<readonly string[]> {
  try {
    return await judge(image);
  } catch (error) {
    return [`it does not open: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** The same program without a single sync, as with `pragma synchronous = off`. */
export function withoutSyncs(events: readonly TraceEvent[]): TraceEvent[] {
  return events.filter(({ does }) => does !== 'sync');
}

/** The same program, but for answers that are sent before the sync that they should have waited for. */
export function withEarlyAnswers(events: readonly TraceEvent[]): TraceEvent[] {
  const moved: TraceEvent[] = [];
  for (const event of events) {
    const place = isAnswer(event)
      ? moved.findLastIndex(({ does }) => does === 'sync' || does === 'accept')
      : -1;
    moved.splice(moved[place]?.does === 'sync' ? place : moved.length, 0, event);
  }
  return moved;
}

function isAnswer(event: TraceEvent | undefined): boolean {
  return event?.does === 'send' && event.bytes.toString('latin1', 0, 9) === 'HTTP/1.1 ';
}

function chooseAnswers(events: readonly TraceEvent[], count: number, choose: Choose): readonly number[] {
  const answers = events.flatMap((event, place) => (isAnswer(event) ? [place + 1] : []));
  const chosen = Array.from({ length: count }, () => answers[choose(answers.length)] ?? 0);
  return chosen.toSorted((one, other) => one - other);
}

/** A quarter of them at any time, one around answers and requests, one around syncs, and one where names and sizes change. */
function choosePlaces(
  events: readonly TraceEvent[],
  count: number,
  choose: Choose,
  { from = 0, isNear }: Pick<ImageOptions, 'from' | 'isNear'>,
): readonly number[] {
  const all = events.flatMap(({ does }, place) =>
    place < from || does === 'send' || does === 'accept' ? [] : [place],
  );
  const syncs = all.filter((place) => events[place]?.does === 'sync');
  const rare = all.filter((place) => events[place]?.does !== 'write' && events[place]?.does !== 'sync');
  const answers = events.flatMap(({ does }, place) => (place >= from && does === 'send' ? [place] : []));
  const near = isNear === undefined ? [] : findChanges(events, isNear).filter((place) => place >= from);
  const kinds = [all, near, answers, near, syncs, near, rare, near].filter((each) => each.length > 0);
  const chosen = Array.from({ length: count }, (_, at) => {
    const kind = kinds[at % kinds.length] ?? all;
    // before it or after it
    return (kind[choose(kind.length)] ?? 0) + choose(2);
  });
  return chosen.toSorted((one, other) => one - other);
}

/** The places at which files are changed or synced, or their names are. */
function findChanges(events: readonly TraceEvent[], isNear: (path: string) => boolean): readonly number[] {
  const paths = new Map<number, string>();
  return events.flatMap((event, place) => {
    if (event.does === 'accept' || event.does === 'send') return [];
    if (event.does === 'open') paths.set(event.handle, event.path);
    const path = 'path' in event ? event.path : (paths.get(event.handle) ?? '');
    return isNear(path) ? [place] : [];
  });
}

/** The first column of what a query finds in a SQLite file. */
export function readColumn(file: string, sql: string): readonly string[] {
  const database = new DatabaseSync(file);
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  } finally {
    database.close();
  }
}

/** Images are judged by programs that wait for the disk at each commit: in memory, that is at once. */
function getMemoryFolder(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
}
