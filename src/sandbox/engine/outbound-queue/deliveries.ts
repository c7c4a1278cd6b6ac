import { checkPublicUrl, isAllowed, isRefusedByUrl } from '../../../domain/addresses/public-url.ts';
import {
  buildDeliveryBody,
  buildDeliveryRequest,
  decideAfterAttempt,
  describeAttemptError,
  type SigningSecret,
  UNSENT_REASONS,
} from '../../../domain/webhooks/delivery.ts';
import { getEventKind } from '../../../domain/webhooks/event-name.ts';
import type { Outbound, OutboundAnswer } from '../../../outbound/outbound.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { Database } from '../../../storage/open-database.ts';
import { generateDeliveryId, type Random } from '../../generate-ids.ts';
import { INTERRUPTED } from '../../store/outbound/attempts.ts';
import { type Delivery, refreshNextDue } from '../../store/outbound/deliveries.ts';
import {
  type AddressFilter,
  blockDeliveries,
  type ClaimedDelivery,
  claimDelivery,
  type DeliveryTransition,
  getNextDeliveryDue,
  listDeliveriesInFlight,
  listDueDeliveries,
  listDueDeliveryAddresses,
  recordAttempt,
  releaseExpiredDeliveries,
  renewDeliveryLeases,
  wasAddressAllowed,
} from '../../store/outbound/delivery-queue.ts';
import { findProfile, type Profile } from '../../store/profiles.ts';
import { readSettings } from '../../store/settings.ts';
import { describeAllowingRun, describeRequirement, findSigningSecret } from '../../webhooks.ts';
import { type AttemptReport, type BlockedDelivery, drawShare, type EnginePorts } from '../ports.ts';
import type { QueueCapacity } from './lanes.ts';
import type { AfterCommit, FinishedJob, JobKind, JobRequest } from './queue.ts';

/** The result of an attempt: a response, or why no request was sent. */
export interface DeliveryAnswer extends Pick<OutboundAnswer, 'status' | 'byAllowance' | 'ms'> {
  readonly fault: OutboundAnswer['fault'] | (typeof UNSENT_REASONS)[keyof typeof UNSENT_REASONS];
}

/**
 * Deliveries to webhooks: sent at least once, by the retry schedule.
 *
 * @see docs/service/webhooks.md#deliveries, #HOOK-04 to #HOOK-10, #HOOK-22
 * @see docs/service/readings.md#U-01 to #U-07, #U-30
 */
export function createDeliveryJobs(
  ports: EnginePorts,
  { allowed }: Outbound,
): JobKind<ClaimedDelivery, DeliveryAnswer> {
  const { store, now, real, onAttempted } = ports;
  const findSender = createSenderLookup(store);
  return {
    name: 'deliveries',
    steps: { claim: 'claimDeliveries', post: 'postDelivery', record: 'recordDeliveries' },
    nextDue: (capacity) => getNextDeliveryDue(store, toAddressFilter(capacity, allowed), real()),
    listInFlight: (target) => listDeliveriesInFlight(store, { now: target, real: real() }),
    releaseExpired: () => releaseExpiredDeliveries(store, real()),
    listDueAddresses: (capacity) =>
      listDueDeliveryAddresses(store, toAddressFilter(capacity, allowed), { now: now(), most: capacity.max }),
    claim: (address, max, afterCommit) => claimDue(ports, allowed, { address, max, afterCommit }),
    prepare: (job) => prepare(findSender(job), job),
    faultOutcome: buildUnsentAnswer(UNSENT_REASONS.ownFault),
    renewLeases: (jobs) => renewDeliveryLeases(store, jobs, real()),
    record(finished, afterCommit) {
      const { job, outcome } = finished;
      const { status, ms, byAllowance } = outcome;
      const error = describeAttemptError(outcome);
      const transition = decideTransition(ports, allowed, finished);
      const stored = recordAttempt(store, job, { ms, status, error, byAllowance }, transition);
      if (stored === null) return;
      afterCommit(() => onAttempted?.(toAttemptReport(job, { status, error, ms, ...stored }, allowed)));
    },
  };
}

/** Claims what is due at an address, and blocks what this run may not reach. */
function claimDue(
  { store, now, real, random, onBlocked }: EnginePorts,
  allowed: Outbound['allowed'],
  { address, max, afterCommit }: { address: string; max: number; afterCommit: AfterCommit },
): readonly ClaimedDelivery[] {
  const at = now();
  const due = listDueDeliveries(store, address, { now: at, max, withBlocked: allowed.includes(address) });
  const claimed = due.flatMap((delivery) => {
    if (isReachable(delivery.url, allowed)) {
      return [claimDelivery(store, delivery, { deliveryId: generateDeliveryId(random), at, real: real() })];
    }
    blockDeliveries(store, delivery);
    afterCommit(() => onBlocked?.(toBlockedDelivery(delivery, now())));
    return [];
  });
  refreshNextDue(store, address);
  return claimed;
}

function decideTransition(
  { store, now, random }: EnginePorts,
  allowed: Outbound['allowed'],
  { job, outcome }: FinishedJob<ClaimedDelivery, DeliveryAnswer>,
): DeliveryTransition {
  const { attemptsCompleted } = job;
  const dueAt = Math.min(job.dueAt ?? Infinity, now()); // the clock may have been set back
  // outcome unknown: does not count as an attempt of the schedule
  if (outcome.fault === INTERRUPTED) return { state: 'waiting', dueAt, attemptsCompleted, isBlocked: false };
  const wasRefused = outcome.fault === 'address not allowed';
  if (wasRefused && mayBeAllowed(store, job, allowed))
    return { state: 'waiting', dueAt, attemptsCompleted, isBlocked: true };
  const isRefused = wasRefused && isRefusedByUrl(job.url, allowed);
  const verdict = decideAfterAttempt(attemptsCompleted, { ...outcome, isRefused });
  const over = { attemptsCompleted: attemptsCompleted + 1, isBlocked: false };
  return verdict.kind === 'again'
    ? { ...over, state: 'waiting', dueAt: now() + computeRetryWait(store, verdict.afterMs, random) }
    : { ...over, state: verdict.kind, dueAt: null };
}

/**
 * Another run may reach the address: an earlier one did, or allowed it to be registered.
 *
 * @see docs/service/readings.md#U-07
 * @see docs/safety.md#S9
 */
function mayBeAllowed(store: Database, job: ClaimedDelivery, allowed: Outbound['allowed']): boolean {
  return !isAllowed(job.url, allowed) && wasAddressAllowed(store, job);
}

/** On a clock that was set or advanced every wait is exact, without jitter. @see docs/service/readings.md#U-03 */
function computeRetryWait(store: Database, waitMs: number, random: Random): number {
  const { setClock, clockLead } = readSettings(store);
  return setClock === null && clockLead === null ? applyJitter(waitMs, drawShare(random)) : waitMs;
}

interface Sender {
  signing: SigningSecret;
  /** The profile that the event is about. */
  about: Profile;
}

/**
 * Reads the secret and the profile of a delivery. For deliveries that are sent one after the other, without a pause in
 * which they might change, they are read once.
 */
function createSenderLookup(store: Database) {
  const found = new Map<string, Sender>();
  return ({ owner, profile, at }: ClaimedDelivery): Sender => {
    const key = `${owner} ${profile} ${at}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const about = findProfile(store, profile);
    if (about === undefined) throw new Error('a delivery without its profile');
    const sender = { signing: findSigningSecret(store, owner, at), about };
    if (found.size === 0) queueMicrotask(() => found.clear());
    found.set(key, sender);
    return sender;
  };
}

/**
 * Builds a new request for each attempt, with its own time stamp and signature. A delivery that must be signed is
 * never sent unsigned.
 *
 * @see docs/service/webhooks.md#HOOK-08 to #HOOK-10, #W-01, #W-06, #W-07
 * @see docs/service/readings.md#U-30
 * @see docs/safety.md#S10
 */
function prepare({ signing, about }: Sender, job: ClaimedDelivery): JobRequest<DeliveryAnswer> {
  const { url, attempt, deliveryId, at } = job;
  if (signing.kind === 'unreadable') return { unsent: buildUnsentAnswer(UNSENT_REASONS.unreadableSecret) };
  const { refId, title } = about;
  const timeStamp = Math.floor(at / SECOND_MS);
  const fields = buildDeliveryBody({ ...job, refId, title }, timeStamp);
  return {
    url,
    ...buildDeliveryRequest(fields, { attempt, deliveryId, timeStamp, signing }),
    deadlineMs: LIMITS.webhookAnswerMs,
    answerBytes: ASSUMED.webhookAnswerBytes,
    answerIs: 'dropped',
    keepsConnection: true,
  };
}

function buildUnsentAnswer(fault: DeliveryAnswer['fault']): DeliveryAnswer {
  return { status: null, fault, byAllowance: false, ms: 0 };
}

function toAddressFilter({ remaining }: QueueCapacity, allowed: Outbound['allowed']): AddressFilter {
  const those = (isFull: boolean) =>
    [...remaining].filter(([, free]) => free <= 0 === isFull).map(([address]) => address);
  return { full: those(true), busy: those(false), allowed };
}

/**
 * A URL that is private by its spelling is not attempted: the delivery waits for a run that allows it.
 *
 * @see docs/safety.md#S9
 * @see docs/service/readings.md#U-07
 */
function isReachable(url: string, allowed: Outbound['allowed']): boolean {
  return checkPublicUrl(url) === null || isAllowed(url, allowed);
}

function toBlockedDelivery({ hookId, action, address, event }: Delivery, at: number): BlockedDelivery {
  return { hookId, action, type: getEventKind(event), at, requirement: describeAllowingRun(address) };
}

function toAttemptReport(
  { hookId, action, event, attempt, at, address }: ClaimedDelivery,
  after: DeliveryTransition & Pick<AttemptReport, 'status' | 'error' | 'ms'>,
  allowed: Outbound['allowed'],
): AttemptReport {
  const { status, error, ms, state, dueAt: nextAt, isBlocked } = after;
  const requirement = describeRequirement({ isBlocked, address }, allowed);
  const type = getEventKind(event);
  return { hookId, action, type, attempt, at, ms, status, error, state, nextAt, requirement };
}

/**
 * Adds jitter to a wait, so that deliveries that failed together are not retried together.
 *
 * @param share position within the jitter range: from 0, the shortest wait, up to 1, the longest
 * @returns whole milliseconds
 * @see docs/service/readings.md#U-03
 */
export function applyJitter(waitMs: number, share: number): number {
  const { webhookJitter } = ASSUMED;
  return Math.round(waitMs * (1 - webhookJitter + 2 * webhookJitter * share));
}
