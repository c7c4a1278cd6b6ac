import type { Outbound } from '../../outbound/outbound.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Platform } from '../../service/platforms.ts';
import type { WebhookAction } from '../../service/webhooks.ts';
import type { Database } from '../../storage/open-database.ts';
import { findEarliest } from '../clock.ts';
import type { Random } from '../generate-ids.ts';
import { getNextDispatchDue } from '../store/automations/dispatches.ts';
import { getNextPostDue, type PostError } from '../store/posts.ts';

/** What a change of the simulated networks needs, in the engine and outside of it. */
export interface ChangePorts {
  store: Database;
  /** Source of jitter and ids. */
  random: Random;
  /** Sandbox time: due times and dedup windows. */
  now(): number;
}

export interface EnginePorts extends ChangePorts {
  /** The machine's wall clock: leases. */
  real(): number;
  /** Called with each internal error; the work is retried. */
  onFault(error: unknown): void;
  /** Called with the id of each dispatch that ended in this process. */
  onEnded?(id: string): void;
  /** Called for each scheduled post that this process published or failed. */
  onPublished?(published: PublishedDuePost): void;
  /** Called for each delivery attempt that this process recorded. */
  onAttempted?(attempted: AttemptReport): void;
  /** Called for each delivery that this run may not send. */
  onBlocked?(held: BlockedDelivery): void;
  /** Opens the outbound client on first use (default: no outbound requests). */
  openOutbound?(): Promise<Outbound>;
  /** Called at each crash point; tests throw here. */
  crashPoint?(point: CrashPoint): void;
}

/** The result of publishing a scheduled post. */
export interface PublishedDuePost {
  /** Service Post ID. */
  readonly id: string;
  /** In sandbox time: milliseconds since 1970. */
  readonly at: number;
  /** Networks that accepted the post. */
  readonly networks: readonly Platform[];
  readonly errors: readonly Pick<PostError, 'platform' | 'code'>[];
}

/** A delivery to a private address that this run does not allow. It waits for a run that allows the address. */
export interface BlockedDelivery extends Pick<AttemptReport, 'hookId' | 'action' | 'type' | 'at'> {
  readonly requirement: string;
}

/** One attempt of a delivery, and the state of the delivery after it. */
export interface AttemptReport {
  readonly hookId: string;
  readonly action: WebhookAction;
  /** `subAction` or `type` of the event, such as `automation.triggered`; null for one without a kind. */
  readonly type: string | null;
  /** Zero-based, as in the delivery-attempt header. */
  readonly attempt: number;
  /** In sandbox time, as `nextAt`: milliseconds since 1970. */
  readonly at: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** Why the attempt does not count as delivered; null when it does. */
  readonly error: string | null;
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null when there is none. */
  readonly nextAt: number | null;
  /** What a later run needs before it can attempt the delivery; null when nothing is needed. */
  readonly requirement: string | null;
}

/** Names the sandbox in its requests to addresses of users. */
export const OUTBOUND_USER_AGENT = 'crier-sandbox';

/** Named transactions, after which recovery is tested. */
const COMMITS = {
  /** From an engagement to its result. `recover` is a step of `runDispatches`, and for posts a transaction. */
  dispatches: ['ingest', 'runDispatches', 'recover'],
  /** Sent at least once. */
  deliveries: ['claimDeliveries', 'recordDeliveries'],
  callbacks: ['claimCallbacks', 'recordCallbacks'],
  /** A reading is repeated after a crash; its new entries are recorded once. */
  feeds: ['claimFeeds', 'recordFeeds'],
  /** These publish due posts and resolve pending TikTok copies. */
  posts: ['publishPost', 'confirmCopy'],
  /** Of the control routes that move the clock or reset the sandbox. */
  control: ['advance', 'reset'],
} as const;

/** Named calls to the outside. */
const CALLS = {
  /** The simulated network: what it accepts is committed with the group. */
  dispatches: ['sendDm'],
  deliveries: ['postDelivery'],
  callbacks: ['postCallback'],
  feeds: ['readFeed'],
  posts: [],
  control: [],
} as const;

const MOMENTS = ['before', 'after'] as const;

type CrashArea = keyof typeof COMMITS;
export type CommitName = (typeof COMMITS)[CrashArea][number];

/** A step of `runDispatches`: an error undoes the step, a crash the whole group. */
type StepName = 'runDispatch' | 'recover';
export type ExternalCall = (typeof CALLS)[CrashArea][number];

/** A moment at which a process may die, and from which the engine must recover. */
export type CrashPoint = `${(typeof MOMENTS)[number]} ${CommitName | StepName | ExternalCall}`;

/**
 * Crash points between an engagement and its result: before and after every commit, and every call to the outside.
 *
 * @see docs/safety.md#T2
 */
export const CRASH_POINTS = [...listCrashPoints('dispatches'), ...listMoments('runDispatch')];
export const DELIVERY_CRASH_POINTS = listCrashPoints('deliveries');
export const CALLBACK_CRASH_POINTS = listCrashPoints('callbacks');
export const FEED_CRASH_POINTS = listCrashPoints('feeds');
export const POST_CRASH_POINTS = listCrashPoints('posts');
export const CONTROL_CRASH_POINTS = listCrashPoints('control');

function listCrashPoints(area: CrashArea): readonly CrashPoint[] {
  return [...COMMITS[area], ...CALLS[area]].flatMap(listMoments);
}

function listMoments(name: CommitName | StepName | ExternalCall): readonly CrashPoint[] {
  return MOMENTS.map((moment): CrashPoint => `${moment} ${name}`);
}

/** Runs `work` in one transaction, with a crash point before and after its commit. */
export function commit<Result>(
  { store, crashPoint }: EnginePorts,
  name: CommitName,
  work: () => Result,
): Result {
  const result = store.transaction(() => {
    const done = work();
    crashPoint?.(`before ${name}`);
    return done;
  });
  crashPoint?.(`after ${name}`);
  return result;
}

/** Runs `work` as a step of the open transaction, with a crash point before and after its end. */
export function step<Result>({ store, crashPoint }: EnginePorts, name: StepName, work: () => Result): Result {
  const result = store.savepoint(() => {
    const done = work();
    crashPoint?.(`before ${name}`);
    return done;
  });
  crashPoint?.(`after ${name}`);
  return result;
}

/** When the next runnable dispatch or post falls due, in sandbox time; null when there is none. */
export function getNextDue({ store }: EnginePorts): number | null {
  return findEarliest([getNextDispatchDue(store), getNextPostDue(store)]);
}

/** Whether a post or dispatch is due. Reads only, without the write lock. */
export function isWorkDue(ports: EnginePorts): boolean {
  const due = getNextDue(ports);
  return due !== null && due <= ports.now();
}

/** Whether a post is due before the next dispatch. At equal times the post comes first. */
export function isPostNext({ store, now }: EnginePorts): boolean {
  const post = getNextPostDue(store);
  if (post === null || post > now()) return false;
  const dispatch = getNextDispatchDue(store);
  return dispatch === null || post <= dispatch;
}

const BYTES = 4;
const TWO_TO_32 = 2 ** 32;

/** Draws a random share, from 0 up to but not including 1. */
export function drawShare(random: Random): number {
  const bytes = random(BYTES);
  return new DataView(bytes.buffer, bytes.byteOffset, BYTES).getUint32(0) / TWO_TO_32;
}

/**
 * Computes when a dispatch falls due: 20 to 60 seconds after the engagement (jitter), whenever it was reported
 * (U-22), rounded to a whole second, so that the time shown is exact.
 *
 * @see docs/service/engine.md#ENG-04, #J-01
 */
export function computeDueAt(moment: number, random: Random): number {
  const { min, max } = LIMITS.dispatchJitterMs;
  const first = Math.ceil((moment + min) / SECOND_MS);
  const last = Math.floor((moment + max) / SECOND_MS);
  return (first + Math.floor(drawShare(random) * (last - first + 1))) * SECOND_MS;
}
