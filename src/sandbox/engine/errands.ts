import { setImmediate as nextTurn } from 'node:timers/promises';
import { ASSUMED } from '../../facts/assumed.ts';

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

/** How many may be taken up besides what is underway. */
export interface Room {
  readonly most: number;
  /** To one address. */
  readonly ofAddress: number;
  /** The same, to those to which some are underway; 0 for one that may have no more. */
  readonly left: ReadonlyMap<string, number>;
  /** Of `most`, how many may be other than the first of their address: none that is slow leaves no place for another. */
  readonly spare: number;
}

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
  onFault(error: unknown): void;
  /** Something was written down: more may be due. */
  onChange(): void;
  /** Left out, as many as we assume. */
  readonly atOnce?: typeof ASSUMED.outgoingAtOnce;
}

/** A lease is renewed so often in its time. */
const RENEWALS = 3;

/** Runs errands: a few at once, fewer to one address, so that a slow one delays no other. */
export function runErrands<Taken extends Errand, Outcome>(
  kind: ErrandKind<Taken, Outcome>,
  { onFault, onChange, atOnce = ASSUMED.outgoingAtOnce }: ErrandParts,
): Errands {
  const { all, ofAddress, kept } = atOnce;
  const underway = new Set<Taken>();
  const ending = new AbortController();
  let waiting: (() => void)[] = [];
  let finished: Done<Taken, Outcome>[] = [];
  let done = 0;
  let renewal: ReturnType<typeof setInterval> | undefined;

  function begin(): void {
    if (ending.signal.aborted || underway.size >= all) return;
    for (const taken of kind.take(room())) {
      underway.add(taken);
      void go(taken);
    }
    if (underway.size > 0) renewal ??= setInterval(renew, ASSUMED.leaseMs / RENEWALS);
  }

  function room(): Room {
    const spare = Math.max(0, all - kept - underway.size);
    const left = new Map<string, number>();
    for (const { address } of underway) {
      left.set(address, spare === 0 ? 0 : (left.get(address) ?? ofAddress) - 1);
    }
    return { most: all - underway.size, ofAddress, left, spare };
  }

  async function go(taken: Taken): Promise<void> {
    try {
      const outcome = await kind.run(taken, ending.signal);
      finished.push({ taken, outcome });
      if (finished.length > 1) return; // whoever came first writes down all that come in the same turn
      await nextTurn();
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

  /** What cannot be written down is taken up again when its lease has ended. */
  function settle(those: readonly Taken[], work: () => void): void {
    try {
      work();
      done += those.length;
    } catch (fault) {
      onFault(fault);
    }
    for (const taken of those) underway.delete(taken);
    if (underway.size === 0) {
      clearInterval(renewal);
      renewal = undefined;
    }
    const told = waiting;
    waiting = [];
    for (const tell of told) tell();
    onChange();
  }

  function renew(): void {
    try {
      kind.renew([...underway]);
    } catch (fault) {
      onFault(fault);
    }
  }

  const change = () =>
    underway.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve));

  return {
    name: kind.name,
    get underway() {
      return underway.size;
    },
    get done() {
      return done;
    },
    nextDue: () => (ending.signal.aborted || underway.size >= all ? null : kind.nextDue(room())),
    workedOn: (target) => kind.workedOn(target),
    begin,
    change,
    async stop() {
      ending.abort();
      while (underway.size > 0) await change();
    },
  };
}
