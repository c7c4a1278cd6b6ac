import type { Client } from '../../../../client/client.ts';
import { parseTimeShift, type TimeShift } from '../../../../domain/time/shift-time.ts';
import { addAdvice, CrierError, createUsageError } from '../../../../errors.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { addRest, MOST_NAMED } from '../../../framework/many/read-ids.ts';
import type { IdResult } from '../../../framework/many/run-each.ts';
import { toValueWords } from '../../../framework/output/text/shell-command.ts';
import { formatSchedule, type ScheduledTime, type ScheduleReader } from '../../schedule/read-schedule.ts';
import { toPostEntry, WAITING } from '../read-posts.ts';
import { type CheckedStoredPost, checkStoredPosts } from '../stored-faults.ts';

/** Posts that are moved, with the new time of each. */
export interface ShiftedPosts {
  readonly times: ReadonlyMap<string, ScheduledTime>;
  /** In which days were counted. */
  readonly timeZone: string;
  readonly posts: readonly IdResult<CheckedStoredPost>[];
  /** Posts that the service has moved, or may have moved when its response was lost. */
  readonly moved: Set<string>;
  readonly doubtful: Set<string>;
}

/**
 * Reads the posts and computes the new time of each from its own. All of them or none: when one cannot be moved, nothing
 * is sent, since the same shift again would move the others twice.
 *
 * @param text of `--shift`
 * @throws CrierError that names each post that cannot be moved
 */
export async function shiftPosts(
  text: string,
  { ids, times, open }: { ids: readonly string[]; times: ScheduleReader; open(): Promise<Client> },
  context: CommandContext,
): Promise<ShiftedPosts> {
  const { io } = context;
  const shift = requireShift(text);
  const client = await open();
  const posts = await checkStoredPosts(ids, client, context);
  const now = await readServiceTime(async () => client, context);
  const found = posts.map((post) => tryToMove(post, { shift, now, times }));
  refuseUnmoved(found);
  await noteMoves(found, io);
  return {
    times: new Map(found.flatMap(({ id, move }) => (move === null ? [] : [[id, move.time] as const]))),
    timeZone: times.timeZone,
    posts,
    moved: new Set(),
    doubtful: new Set(),
  };
}

/** A post with its new time, or why it cannot be moved. */
interface PostMove {
  id: string;
  /** The old time for people, and the new one. */
  move: { from: string; time: ScheduledTime } | null;
  failure: CrierError | null;
}

interface Shifting {
  shift: TimeShift;
  now: number;
  times: ScheduleReader;
}

function tryToMove({ id, value, failure }: IdResult<CheckedStoredPost>, shifting: Shifting): PostMove {
  if (failure !== null) return { id, move: null, failure };
  try {
    return { id, move: moveTime(value, shifting), failure: null };
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return { id, move: null, failure: error };
  }
}

/** @throws CrierError of kind usage */
function requireShift(text: string): TimeShift {
  const shift = parseTimeShift(text);
  if (shift !== null) return shift;
  throw createUsageError(
    '--shift is not a length of time',
    'write +7d, -2h, +1w or +1h30m: days keep the local time, and hours are elapsed time',
  );
}

/** @throws CrierError of kind usage for a post that does not wait, or without a time, and for a time in the past */
function moveTime(
  { record }: CheckedStoredPost,
  { shift, now, times }: Shifting,
): { from: string; time: ScheduledTime } {
  const { status, scheduleDate } = toPostEntry(record);
  if (!WAITING.has(status ?? ''))
    throw createUsageError(`it has the status "${status ?? ''}": only posts that wait have a time to move`);
  if (scheduleDate === null)
    throw createUsageError('it has no time', 'give it one with --schedule; nothing was sent');
  const from = Date.parse(scheduleDate);
  const zone = { now, timeZone: times.timeZone };
  return { from: formatSchedule(from, { ...zone, now: from }), time: times.shift(from, shift, now) };
}

/** @throws CrierError that names each of them */
function refuseUnmoved(found: readonly PostMove[]): void {
  const combined = combineFailures(found, { done: 'moved', remainder: '' });
  if (combined === null) return;
  const [only, ...others] = found;
  if (only?.failure && others.length === 0) {
    const { kind, message, facts } = only.failure;
    throw new CrierError(kind, kind === 'usage' ? `the post ${only.id}: ${message}` : message, facts);
  }
  const { http: _, ...facts } = combined.facts;
  const advice = 'nothing was sent: leave these ids out, or correct them, and run it again';
  throw new CrierError(combined.kind === 'partial' ? 'usage' : combined.kind, combined.message, {
    ...facts,
    advice,
  });
}

async function noteMoves(found: readonly PostMove[], io: IoPort): Promise<void> {
  const lines = found
    .slice(0, MOST_NAMED)
    .map(({ id, move }) => `${id}: from ${move?.from ?? ''} to ${move?.time.shown ?? ''}`);
  for (const line of addRest(lines, found.length)) await io.note(line);
  for (const note of new Set(found.flatMap(({ move }) => move?.time.notes ?? []))) await io.note(note);
}

/** Sends the request of a post, and records whether it was moved. @throws CrierError that says how to be certain */
export async function recordMove<Answer>(
  id: string,
  send: () => Promise<Answer>,
  { times, moved, doubtful }: ShiftedPosts,
  context: CommandContext,
): Promise<Answer> {
  try {
    const answer = await send();
    moved.add(id);
    return answer;
  } catch (error) {
    if (!(error instanceof CrierError) || error.facts.mayBeDone !== true) throw error;
    doubtful.add(id);
    const { change } = await createPrintedCommands(context);
    const command = change`posts update ${id} --schedule ${times.get(id)?.iso ?? ''}`;
    throw addAdvice(error, `the same shift again may move it twice; to set its new time: ${command}`);
  }
}

/**
 * The commands that move what was not moved, and nothing twice: of a lost response, to the exact time.
 *
 * @returns sentences; none when all were moved
 */
export async function listUnmoved(
  text: string,
  { times, timeZone, moved, doubtful }: ShiftedPosts,
  context: CommandContext,
): Promise<readonly string[]> {
  const { change } = await createPrintedCommands(context);
  const left = [...times.keys()].filter((id) => !moved.has(id) && !doubtful.has(id));
  const exact = [...doubtful].map((id) => {
    const { iso = '' } = times.get(id) ?? {};
    return `${id} may have been moved; to set its time for certain: ${change`posts update ${id} --schedule ${iso}`}`;
  });
  if (left.length === 0) return exact;
  const command = change`posts update ${toValueWords(left)} --shift ${text} --time-zone ${timeZone}`;
  return [...exact, `to move only what was not moved: ${command}`];
}
