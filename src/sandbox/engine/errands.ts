import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { noneUnderway, type Room } from './underway.ts';

/** A request to an address of a user that somebody here has taken up. */
export interface Errand {
  /** Host and port: of one alone not too many are asked at once. */
  readonly address: string;
}

/**
 * One kind of errands: what is due, how it is asked, and how what came of it is written down. Truth is in the rows; of
 * what is underway nothing is known but its lease.
 */
export interface ErrandKind<Taken extends Errand = Errand, Outcome = unknown> {
  readonly name: ErrandName;
  /** When the next one falls due that there is room for, in the sandbox's time; null when there is none. */
  nextDue(room: Room): number | null;
  /**
   * What somebody works on of what is due by `target`: other names when something of it was written down or taken up.
   */
  workedOn(target: number): readonly string[];
  /** Takes up what is due, in its order and as far as there is room, in one transaction. */
  take(room: Room): readonly Taken[];
  /** Asks. It rejects only with what is a fault of our own. */
  run(taken: Taken, signal: AbortSignal): Promise<Outcome>;
  /** Lets the leases of what is underway begin anew. */
  renew(taken: readonly Taken[]): void;
  /** Writes down what came of some, in one transaction. Who lost one meanwhile leaves it alone. */
  record(done: readonly Done<Taken, Outcome>[]): void;
}

export type ErrandName = 'deliveries' | 'callbacks';

export interface Done<Taken, Outcome> {
  readonly taken: Taken;
  readonly outcome: Outcome;
}

/** Errands of one kind, as this process runs them. */
export interface Errands {
  readonly name: ErrandName;
  readonly underway: number;
  /** How many were written down so far. */
  readonly done: number;
  /** Null also when it was stopped: nothing is done about it here any more. */
  nextDue(): number | null;
  workedOn(target: number): readonly string[];
  /** Begins what is due, as far as there is room. */
  begin(): void;
  /** Resolves when something more of what is underway was written down; at once when nothing is underway. */
  change(): Promise<void>;
  /** Begins nothing more, ends what is underway, and resolves when that is written down. */
  stop(): Promise<void>;
}

interface ErrandParts {
  /** Another process holds the write lock: nothing can be written down without waiting. */
  isWriteLocked(): boolean;
  onFault(error: unknown): void;
  /** Something was written down: more may be due. */
  onChange(): void;
}

/** How long what came of errands waits for another process that holds the write lock, and how often it looks. */
const [WRITE_WAIT_MS, LOOK_EVERY_MS] = [30_000, 20] as const;

/** Runs errands: a few at once, fewer to one address, so that a slow one delays no other. */
export function runErrands<Taken extends Errand, Outcome>(
  kind: ErrandKind<Taken, Outcome>,
  { onFault, onChange, isWriteLocked }: ErrandParts,
): Errands {
  const underway = noneUnderway<Taken>((taken) =>
    guarded(() => {
      if (!isWriteLocked()) kind.renew(taken);
    }),
  );
  const ending = new AbortController();
  let finished: Done<Taken, Outcome>[] = [];
  let done = 0;

  const room = () => (ending.signal.aborted ? null : underway.room());

  function begin(): void {
    const free = room();
    if (free === null) return;
    for (const taken of kind.take(free)) {
      underway.add(taken);
      void go(taken);
    }
  }

  async function go(taken: Taken): Promise<void> {
    try {
      const outcome = await kind.run(taken, ending.signal);
      finished.push({ taken, outcome });
      if (finished.length > 1) return; // whoever came first writes down all that come in the same turn
      await nextTurn();
      await untilWritable();
      const together = finished;
      finished = [];
      settle(
        together.map((each) => each.taken),
        () => kind.record(together),
      );
    } catch (fault) {
      settle([taken], () => onFault(fault));
    }
  }

  /** SQLite's own wait would hold up everything else of this process. */
  async function untilWritable(): Promise<void> {
    const deadline = performance.now() + WRITE_WAIT_MS;
    while (!ending.signal.aborted && performance.now() < deadline && isWriteLocked()) {
      await pause(LOOK_EVERY_MS);
    }
  }

  /** What cannot be written down is taken up again when its lease has ended. */
  function settle(those: readonly Taken[], work: () => void): void {
    if (guarded(work)) done += those.length;
    underway.end(those);
    onChange();
  }

  /** @returns whether it went well */
  function guarded(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (fault) {
      onFault(fault);
      return false;
    }
  }

  return {
    name: kind.name,
    get underway() {
      return underway.size;
    },
    get done() {
      return done;
    },
    nextDue() {
      const free = room();
      return free === null ? null : kind.nextDue(free);
    },
    workedOn: (target) => kind.workedOn(target),
    begin,
    change: underway.change,
    async stop() {
      ending.abort();
      while (underway.size > 0) await underway.change();
    },
  };
}
