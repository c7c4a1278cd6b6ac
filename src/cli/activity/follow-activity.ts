import type { Client } from '../../client/client.ts';
import { CrierError } from '../../errors.ts';
import type { ActivityRow } from '../../facts/activity.ts';
import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import type { CommandOutcome } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { askedWait, isPassing } from '../watch/passing-failure.ts';
import { activityStream } from './activity-stream.ts';
import { isWanted } from './activity-wanted.ts';
import { type Looked, type LookWanted, lookAtActivity } from './look-at-activity.ts';
import type { PeopleNames } from './people-names.ts';
import { createdOf } from './since.ts';

type Parts = Pick<CommandContext, 'clock' | 'signal' | 'note' | 'progress'> & {
  readonly client: Client;
  readonly names: PeopleNames;
};

/** Rows as they are written, oldest first, and each again when its status has changed; until the run is told to end. */
export function followActivity(wanted: LookWanted, parts: Parts): CommandOutcome {
  let asOf: number | undefined;
  async function* batches() {
    for await (const { rows, looked } of follow(wanted, parts)) {
      asOf = looked.asOf ?? asOf;
      yield rows;
    }
  }
  return {
    view: activityStream({
      batches: batches(),
      names: parts.names,
      asOf: () => asOf,
      empty: () => 'no rows yet',
      endless: true,
    }),
  };
}

/** What a look brought that was not printed yet. */
interface News {
  readonly rows: readonly ActivityRow[];
  readonly looked: Looked;
}

async function* follow(wanted: LookWanted, parts: Parts): AsyncGenerator<News> {
  let looked = await lookAtActivity(wanted, { ...parts, before: null });
  const isPrinted = (row: ActivityRow) => isWanted(row, wanted);
  yield { rows: looked.rows.filter(isPrinted).slice(0, wanted.limit).reverse(), looked };
  for (;;) {
    parts.progress('waiting for rows');
    // more pages at a look, fewer looks: others ask this service, too
    await parts.clock.sleep(wanted.every * looked.pages, parts.signal);
    parts.progress(null);
    const before = looked;
    looked = await lookAgain(wanted, parts, before);
    const isNews = newsSince(before, looked);
    const changed = looked.rows.filter((row) => isNews(row) && isPrinted(row));
    yield { rows: changed.reverse(), looked };
  }
}

/** Tells rows that were not there at the look before, or stood otherwise. */
function newsSince(before: Looked, { wentBackTo }: Looked): (row: ActivityRow) => boolean {
  const known = new Map(before.rows.map(({ id, status }) => [id, status]));
  // a clock that was set back uncovers rows that were there before: those of the time that was left
  const isUncovered = (row: ActivityRow) => wentBackTo !== null && createdOf(row) > wentBackTo;
  return (row) => (known.has(row.id) ? known.get(row.id) !== row.status : !isUncovered(row));
}

/** A failure that passes by itself is told once, and looked past. */
async function lookAgain(wanted: LookWanted, parts: Parts, before: Looked): Promise<Looked> {
  const { clock, signal, note } = parts;
  for (let isTold = false; ; isTold = true) {
    try {
      const looked = await lookAtActivity(wanted, { ...parts, before });
      if (looked.wentBackTo !== null) await note(wentBack(looked.wentBackTo));
      return looked;
    } catch (error) {
      if (signal.aborted || !(error instanceof CrierError) || !isPassing(error)) throw error;
      if (!isTold) await note(`${error.message}; it is asked again until it answers`);
      await clock.sleep(Math.max(askedWait(error) ?? 0, wanted.every), signal);
    }
  }
}

function wentBack(to: number): string {
  return `the service's clock went back to ${formatIsoSeconds(to)}: rows are followed from there`;
}
