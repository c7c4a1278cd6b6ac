import { estimateLimitWait } from '../../../client/request-budget.ts';
import { CrierError, isEndOfRun } from '../../../errors.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { formatLimitWait } from '../../framework/many/request-pace.ts';
import { mapInOrder, runEach } from '../../framework/many/run-each.ts';
import { formatDuration } from '../../framework/output/cell.ts';
import type { PausedWork, PauseRecord } from './pause-record.ts';
import { REQUESTS_OF_PICTURE, type WorkOfProfile } from './read-work.ts';
import { WORK } from './work-kinds.ts';

/** One request of a pause, or of bringing back. */
export interface WorkChange {
  readonly service: ServicePort;
  readonly paused: PausedWork;
}

export interface ChangedWork {
  readonly paused: PausedWork;
  readonly failure: CrierError | null;
}

interface ChangeOptions {
  readonly action: 'pause' | 'resume';
  readonly record: PauseRecord;
  readonly io: IoPort;
  /** How many profiles are changed at the same time. */
  readonly atOnce: number;
  /** Of the run: it knows what the request limit makes it wait. */
  readonly run: Pick<ServicePort, 'budget' | 'markWritesShown'>;
}

/**
 * Sends the changes: profiles at the same time, since each has its own request limit, and those of one profile one after
 * another, what goes out first before the others. A failure of one does not end the others. The record is written before
 * each request, so that an interrupted run is continued by the next one.
 */
export async function changeWork(
  changes: readonly WorkChange[],
  options: ChangeOptions,
): Promise<readonly ChangedWork[]> {
  const { io, atOnce, action, run } = options;
  const queues = [...Map.groupBy(changes, ({ paused }) => paused.profile).values()];
  const all: ChangedWork[] = [];
  let count = 0;
  const done = action === 'pause' ? 'paused' : 'resumed';
  io.progress(() => `${count} of ${changes.length} ${done}${formatLimitWait(run.budget.waitMs)}`);
  const changeQueue = async (queue: readonly WorkChange[]) => {
    const sorted = queue.toSorted((one, other) => one.paused.work.dueAt - other.paused.work.dueAt);
    for await (const { id: change, failure } of runEach(sorted, {}, (each) => changeOne(each, options))) {
      count += 1;
      all.push({ paused: change.paused, failure });
    }
  };
  try {
    for await (const _queue of mapInOrder(queues, atOnce, changeQueue));
  } catch (error) {
    if (!io.signal.aborted) throw error;
    run.markWritesShown(); // the record has them, and a list of hundreds is not read
    await io.note(
      `${all.length} of ${changes.length} were ${done}: run the same command again for the others`,
    );
    throw error;
  } finally {
    io.progress(null);
  }
  return all;
}

async function changeOne({ service, paused }: WorkChange, { action, record }: ChangeOptions): Promise<void> {
  const client = await service.client();
  const request = WORK[paused.work.kind][action](paused.work);
  if (action === 'pause') record.addPausing(paused);
  try {
    await request.send(client);
    if (action === 'resume') record.addOver(paused);
  } catch (error) {
    const isRefused = error instanceof CrierError && error.facts.mayBeDone !== true && !isEndOfRun(error);
    // what was not paused is not resumed; what could not be resumed can be tried again, unless it is gone
    if (isRefused && (action === 'pause' || error.kind === 'not-found')) record.addOver(paused);
    throw error;
  }
}

/** The time that the request limit makes a run wait, and the profile that is the reason; null if it does not. */
export function findLimitWait(
  works: readonly WorkOfProfile[],
  changes: readonly WorkChange[],
): { readonly profile: string | null; readonly requests: number; readonly ms: number } | null {
  const all = works.flatMap(({ profile, value }) => {
    const own = changes.filter(({ paused }) => paused.profile === profile).length;
    if (own === 0 || value?.usage == null) return [];
    const requests = own + REQUESTS_OF_PICTURE;
    return [{ profile, requests, ms: estimateLimitWait(value.usage, requests) }];
  });
  const longest = all.toSorted((one, other) => other.ms - one.ms)[0];
  return longest === undefined || longest.ms === 0 ? null : longest;
}

/** The sentence about it, before the question. */
export function describeLimitWait(wait: ReturnType<typeof findLimitWait>): readonly string[] {
  if (wait === null) return [];
  const of = wait.profile === null ? 'the Primary Profile' : `the profile ${wait.profile}`;
  return [
    `this takes up to ${formatDuration(wait.ms)}: ${wait.requests} requests of ${of} are more than its request limit has left; what goes out first is changed first`,
  ];
}
