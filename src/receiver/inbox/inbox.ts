import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import type { DeliveryFacts } from '../delivery-facts.ts';

/** How a delivery came: sent by the service, or read from its history. */
export const DELIVERY_SOURCES = ['request', 'history'] as const;
export type DeliverySource = (typeof DELIVERY_SOURCES)[number];

/** A delivery whose signature was checked, before it is stored. */
export interface ArrivedDelivery {
  /** In milliseconds since 1970. */
  readonly receivedAt: number;
  readonly source: DeliverySource;
  readonly facts: DeliveryFacts;
  /** Of `listClaims`. */
  readonly claims: readonly Uint8Array[];
  readonly deliveryId: string | null;
  /** Zero-based, as its header says. */
  readonly attempt: number | null;
  /** Header and encoding of the valid signature; null if it was not checked. */
  readonly signature: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw bytes. */
  readonly body: Uint8Array;
  /** The number of the delivery that it is a changed copy of, made by a person; absent for what the service sent. */
  readonly editedFrom?: number | undefined;
  /** Where it is forwarded to, unless it repeats another one. */
  readonly forwardings: readonly PlannedForwarding[];
}

/** Most bytes of the name of a target: an index of Postgres has at most 2,704 in a row, and its number beside it. */
export const MOST_TARGET_BYTES = 2_000;

export interface PlannedForwarding {
  /** Name of the target, of at most `MOST_TARGET_BYTES`. */
  readonly target: string;
  /** What is forwarded in order of arrival, such as all of one person; null for no order. */
  readonly lane: string | null;
}

export interface TakenDelivery {
  /** Counts the deliveries of the inbox, in order of arrival. */
  readonly number: number;
  /** The number of the delivery that it repeats, which is the only one that is forwarded; null if it is the first. */
  readonly repeats: number | null;
}

/** What is done with a delivery: `kept` without targets, `waiting` while any target has not got it. */
export const DELIVERY_STATES = ['kept', 'waiting', 'forwarded', 'dead', 'repeated'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface InboxDelivery extends DeliveryFacts {
  readonly number: number;
  readonly receivedAt: number;
  readonly source: DeliverySource;
  readonly repeats: number | null;
  /** The number of the delivery that it is a changed copy of; null for what the service sent. */
  readonly editedFrom: number | null;
  readonly state: DeliveryState;
  readonly deliveryId: string | null;
  readonly attempt: number | null;
  readonly signature: string | null;
  readonly bytes: number;
}

/** The same with what it contains, and what was done with it. */
export interface WholeDelivery extends InboxDelivery {
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a repetition: the first one has it. */
  readonly body: Uint8Array | null;
  readonly forwardings: readonly InboxForwarding[];
}

/** What a delivery contains, without what was done with it. */
export interface DeliveryContent {
  readonly number: number;
  /** The raw bytes. */
  readonly body: Uint8Array;
}

/** A delivery and one of its targets. */
export interface InboxForwarding {
  readonly target: string;
  readonly state: ForwardingState;
  /** When it is attempted next, in milliseconds since 1970; null after the last attempt. */
  readonly dueAt: number | null;
  readonly attempts: readonly ForwardAttempt[];
}

/** `behind` waits for an earlier one of its lane; `dead` is not attempted again unless it is asked for. */
export type ForwardingState = 'behind' | 'waiting' | 'running' | 'done' | 'dead';

export interface ForwardAttempt {
  /** One-based. */
  readonly attempt: number;
  readonly startedAt: number;
  /** Null if it was cut short, so that its result is not known. */
  readonly ms: number | null;
  /** HTTP status, or exit code; null without one. */
  readonly status: number | null;
  /** Why it failed; null if it did not. */
  readonly error: string | null;
}

/** Which deliveries; an absent member selects all. */
export interface DeliveryFilter {
  readonly numbers?: readonly number[] | undefined;
  readonly action?: string | undefined;
  readonly type?: string | undefined;
  readonly person?: string | undefined;
  readonly post?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Received at this time or later, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Received before this time. */
  readonly until?: number | undefined;
}

/** What is claimed: at most this many attempts for a target. */
export interface ForwardClaim {
  target: string;
  most: number;
  /** In milliseconds since 1970. */
  now: number;
  /** Only of these deliveries (default: all). */
  numbers?: readonly number[] | undefined;
}

/** An attempt that is to be made now. */
export interface ForwardJob {
  readonly number: number;
  readonly target: string;
  /** One-based, over everything that was ever attempted: above 1, it is a repetition. */
  readonly attempt: number;
  /** The same since it was last asked for, which the waits count by. */
  readonly round: number;
  /** A later claim has another one: a result of an old claim is ignored. */
  readonly fence: number;
  readonly facts: DeliveryFacts;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ForwardResult {
  readonly job: ForwardJob;
  readonly ms: number;
  readonly status: number | null;
  readonly error: string | null;
  /** Done, given up, or how long to wait before it is attempted again, in milliseconds. */
  readonly next: 'done' | 'dead' | { readonly waitMs: number };
}

export interface InboxCounts {
  readonly deliveries: Readonly<Record<DeliveryState, number>>;
  /** When the oldest waiting delivery came; null if none waits. */
  readonly oldestWaiting: number | null;
  /** Requests that were refused, by reason: they are counted, not kept. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Requests that were refused for one reason: they are counted, not kept. */
export interface InboxRefusals {
  readonly reason: string;
  readonly count: number;
  /** When the last of them came, in milliseconds since 1970. */
  readonly latestAt: number;
}

/** What a target has not got. */
export interface TargetBacklog {
  readonly target: string;
  /** Deliveries that wait for it, or are on their way. */
  readonly waiting: number;
  readonly dead: number;
  /** When the oldest waiting delivery came, in milliseconds since 1970; null if none waits. */
  readonly oldestWaiting: number | null;
}

/**
 * The deliveries that were received, what they claim, and what is to be done with them. Everything is durable when
 * its promise resolves, and any number of processes may use the same inbox.
 */
export interface Inbox {
  /** Whether another process does its work: meanwhile, this one can do something else. */
  isRemote: boolean;
  /** Stores deliveries and their claims in one transaction, in the order given. */
  takeIn(arrived: readonly ArrivedDelivery[]): Promise<readonly TakenDelivery[]>;
  countRefusals(reasons: ReadonlyMap<string, number>, at: number): Promise<void>;
  listRefusals(): Promise<readonly InboxRefusals[]>;
  /**
   * Finds the number of the delivery that has claimed each of these. Claims outlive their deliveries.
   *
   * @param keys of `listClaims`
   * @returns in the order of the keys; null for one that is not claimed
   */
  findClaims(keys: readonly Uint8Array[]): Promise<readonly (number | null)[]>;
  /**
   * Newest first: by number, with a limit of time by the time when they were received.
   *
   * @param before only deliveries after this one, in this order
   */
  list(filter: DeliveryFilter, most: number, before?: DeliveryCursor): Promise<readonly InboxDelivery[]>;
  /** Null if there is none with this number. */
  find(number: number): Promise<WholeDelivery | null>;
  /** Finds the numbers of a delivery, of its repetitions and of changed copies with this id, in order of arrival. */
  findByHookId(hookId: string): Promise<readonly number[]>;
  /**
   * Lists what the service sent, oldest first, without repetitions and changed copies.
   *
   * @param after only those with a higher number
   */
  listContents(filter: DeliveryFilter, most: number, after: number): Promise<readonly DeliveryContent[]>;
  count(filter: DeliveryFilter): Promise<InboxCounts>;
  /** What each target has not got, by name. It reads no more than that, so that it may be asked again and again. */
  listBacklogs(): Promise<readonly TargetBacklog[]>;
  /** Claims attempts that are due, oldest first; without a renewal, others may claim them after the lease. */
  claim(claim: ForwardClaim): Promise<readonly ForwardJob[]>;
  /** Extends the claims of attempts that take long. */
  renew(jobs: readonly ForwardJob[], now: number): Promise<void>;
  record(results: readonly ForwardResult[], now: number): Promise<void>;
  /** The time until the next attempt for a target is due, in milliseconds, 0 or less if one is; null if none waits. */
  findWait(target: string, now: number): Promise<number | null>;
  /**
   * Limits the waits for a target to their length from now on: those that are longer began before the clock was set back.
   *
   * @see {@link FORWARD_WAITS_MS}
   */
  limitWaits(target: string, now: number): Promise<void>;
  listWaitingTargets(): Promise<readonly string[]>;
  /** Makes deliveries due again for a target, whatever their state is. @returns how many */
  forwardAgain(filter: DeliveryFilter, target: string, now: number): Promise<number>;
  /** Removes deliveries, but not their claims. @returns how many */
  remove(filter: DeliveryFilter): Promise<number>;
  /**
   * Removes old deliveries that nothing is to be done with, and old claims: some at a time, in order of arrival.
   *
   * @param after where the last call ended, so that nothing is looked at twice; null to look at all
   */
  prune(before: PruneLimits, after: DeliveryCursor | null): Promise<PruneProgress>;
  /** Reads what the receiver noted for its next run; null if it has not. */
  readMark(name: InboxMark): Promise<string | null>;
  writeMark(name: InboxMark, value: string): Promise<void>;
  /** Notes a value unless there is one: of several processes, one does. @returns the value that is there */
  ensureMark(name: InboxMark, value: string): Promise<string>;
  /**
   * Calls `wake` when another process has stored something for one of these targets, as soon as that is known. An inbox
   * may never call it: callers look by themselves, too. Without targets, it only tells others of what this process stores.
   */
  watch(targets: readonly string[], wake: (target: string) => void): Promise<void>;
  noteProcess(process: ReceiverProcess, now: number): Promise<void>;
  removeProcess(id: string): Promise<void>;
  /** The processes that were noted, the latest first; those that have not ended by themselves for some time, too. */
  listProcesses(now: number): Promise<readonly SeenProcess[]>;
  describe(): Promise<InboxDescription>;
  close(): Promise<void>;
}

/** Processes that were not seen for so long are forgotten. */
export const LONGEST_UNSEEN_MS = DAY_MS;

export interface ReceiverProcess {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** What tells it from others with the same id, as its machine does; null if an earlier version of crier noted it. */
  readonly identity: string | null;
  readonly role: 'listener' | 'forwarder';
  /** What it forwards to, or plans for. */
  readonly targets: readonly string[];
}

/** The same, and when it was noted, by the clock of the inbox. */
export interface SeenProcess extends ReceiverProcess {
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** How long ago it was noted the last time, in milliseconds. */
  readonly seenMs: number;
}

export interface InboxDescription {
  readonly kind: 'SQLite' | 'Postgres';
  /** The path, or the URL without a password. */
  readonly address: string;
  readonly version: number;
}

/** What arrived, or was claimed, before these times is old, in milliseconds since 1970. */
export interface PruneLimits {
  deliveries: number;
  claims: number;
}

/** A delivery in the order of time: up to it, all were listed, or looked at. */
export interface DeliveryCursor {
  readonly receivedAt: number;
  readonly number: number;
}

export interface PruneProgress {
  /** Null before the first delivery. */
  readonly cursor: DeliveryCursor | null;
  readonly isDone: boolean;
}

/**
 * `last seen` is when the receiver last ran, in milliseconds since 1970; `path` is the path of its endpoint; `registered`
 * is what it has to take back at its end, as JSON.
 */
export type InboxMark = 'last seen' | 'path' | 'registered';

/** Another process attempts again what a dead one had begun, within this time. */
export const TAKEOVER_MS = 10 * SECOND_MS;

/** Forwarders look for what other processes have stored, at least this often. */
export const LOOK_EVERY_MS = SECOND_MS;

/** How long a claimed attempt belongs to the process that claimed it: another one then looks once, and attempts it. */
export const FORWARD_LEASE_MS = TAKEOVER_MS - 2 * LOOK_EVERY_MS;

/** A claim that ends later than this from now was made before the clock was set back, and is not waited for. */
export const LONGEST_LEASE_MS = 2 * FORWARD_LEASE_MS;

/**
 * Waits before each further attempt. They are the receiver's own, not those of the service: a target is near, and may only
 * be restarting, so that the first ones are short.
 */
export const FORWARD_WAITS_MS: readonly number[] = [
  SECOND_MS,
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  7 * HOUR_MS,
];
