import { getHostPort } from '../../../../domain/addresses/url-shape.ts';
import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { MINUTE_MS } from '../../../../service/durations.ts';
import { RETRIED_CLIENT_ERRORS } from '../../../../service/webhooks.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { crier, formatFlags } from '../../../framework/output/text/shell-command.ts';
import { FINDINGS, type FindingKind, type ReconcileFinding } from './finding.ts';
import type {
  ActivityEvent,
  EventIds,
  HistoryEvent,
  InboxArrival,
  InboxPlace,
  Sources,
  StoreRefusals,
} from './sources.ts';

export interface ComparisonOptions {
  /** The service's time, in milliseconds since 1970. */
  now: number;
  /** A delivery that was received longer after its event is late, in milliseconds; null if that cannot be judged. */
  lateMs: number | null;
}

/** A finding, and the delivery of the history that `--fetch` takes in. */
export interface Difference {
  readonly finding: ReconcileFinding;
  readonly history: HistoryEvent | null;
}

/**
 * Our choice: an event that is younger may still be in flight.
 *
 * @see docs/service/webhooks.md#HOOK-04
 */
const ON_ITS_WAY_MS = MINUTE_MS;

/** Compares what the history and the activity say with what inboxes have: the oldest first. */
export function findDifferences(sources: Sources, options: ComparisonOptions): readonly Difference[] {
  const { history, arrivals, expected, refusals } = sources;
  const listed = new Set(history.map(({ payloadKey }) => payloadKey));
  const differences = [
    ...history.flatMap((each) => judgeHistory(each, options)),
    ...expected
      .filter(({ payloadKey }) => !listed.has(payloadKey))
      .flatMap((each) => judgeExpected(each, options)),
    ...[
      ...findDoubled(arrivals),
      ...findLate(arrivals, options),
      ...findUnordered(arrivals),
      ...refusals.map(toRefusal),
    ].map((finding) => ({ finding, history: null })),
  ];
  return differences.toSorted((one, other) => (one.finding.at ?? '').localeCompare(other.finding.at ?? ''));
}

const NO_IDS: EventIds = {
  action: null,
  type: null,
  hookId: null,
  activityId: null,
  actionId: null,
  person: null,
};

function buildFinding(
  finding: FindingKind,
  parts: {
    ids: EventIds;
    at: number | null;
    deliveries?: readonly InboxPlace[];
    rules: readonly string[];
    reason: string;
    advice: string;
  },
  isProblem: boolean = FINDINGS[finding].isProblem,
): ReconcileFinding {
  const { ids, at, deliveries = [], rules, reason, advice } = parts;
  return {
    finding,
    isProblem,
    ...ids,
    at: at === null ? null : new Date(at).toISOString(),
    deliveries: deliveries.map(({ store, number }) => ({ store, number })),
    rules: [...rules],
    reason,
    advice,
    fetched: null,
  };
}

const FETCH = `${formatFlags`--fetch`} takes it in`;

function judgeHistory(one: HistoryEvent, { now }: ComparisonOptions): readonly Difference[] {
  if (one.taken.length > 0) return [];
  const { ids, delivery, url } = one;
  const at = one.at === 0 ? null : one.at;
  const build = (kind: FindingKind, rules: readonly string[], reason: string, advice: string) => [
    { finding: buildFinding(kind, { ids, at, rules, reason, advice }), history: one },
  ];
  const { state, lastStatus, lastError, attempts, nextAttempt } = delivery ?? {};
  if (state === 'retrying') {
    const { iso } = readTimestamp(nextAttempt);
    const when = iso === null ? 'soon' : `at ${iso}`;
    const last = describeLast(lastStatus, lastError);
    return build(
      'waiting',
      ['HOOK-05'],
      `${last}; the service tries again ${when}`,
      'see that the receiver runs',
    );
  }
  const isFinal = typeof lastStatus === 'number' && isFinalRefusal(lastStatus);
  if (state === 'failed' && isFinal)
    return build(
      'refused',
      ['HOOK-06'],
      `the receiver refused it with ${lastStatus}, which ends a delivery`,
      `${adviseRefusal(lastStatus)}; ${FETCH}`,
    );
  if (state === 'failed') {
    const tries = typeof attempts === 'number' ? `none of ${formatCount(attempts, 'attempt')}` : 'no attempt';
    return build(
      'missing',
      ['HOOK-05', 'HOOK-22'],
      `${tries} was accepted: ${describeLast(lastStatus, lastError)}`,
      FETCH,
    );
  }
  if (state === 'delivered') {
    const where = url === null ? 'another receiver' : getHostPort(url);
    return build(
      'missing',
      ['HOOK-12'],
      `${where} answered 200, and it is not in the inbox`,
      `${FETCH}, unless another receiver has it`,
    );
  }
  if (at !== null && at > now - ON_ITS_WAY_MS)
    return build('waiting', ['HOOK-05'], 'it occurred just now', 'look again later');
  return build('missing', ['HOOK-20'], 'the history lists it, without its result', FETCH);
}

function describeLast(status: number | null | undefined, error: string | null | undefined): string {
  return error ?? (typeof status === 'number' ? `status ${status}` : 'no answer');
}

function isFinalRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !RETRIED_CLIENT_ERRORS.some((each) => each === status);
}

function adviseRefusal(status: number): string {
  if (status === 401 || status === 403) return 'check that the receiver has the secret of the profile';
  if (status === 404 || status === 405) return 'check that the registered URL has the path of the receiver';
  return 'see why the receiver refuses it';
}

function judgeExpected({ event, taken }: ActivityEvent, { now }: ComparisonOptions): readonly Difference[] {
  if (taken.length > 0) return [];
  const { at, type, activityId, actionId, person, rules, reason } = event;
  const ids = { ...NO_IDS, action: 'automations', type, activityId, actionId, person };
  const isYoung = at !== null && at > now - ON_ITS_WAY_MS;
  const parts = {
    ids,
    at,
    rules,
    reason: `${reason}, and neither the history nor the inbox has the event`,
    advice: isYoung
      ? 'look again later'
      : `the row has what happened: ${crier`automations explain ${activityId}`}`,
  };
  return [{ finding: buildFinding(isYoung ? 'waiting' : 'missing', parts), history: null }];
}

/** Deliveries that claimed the same, each as the first. */
function findDoubled(arrivals: readonly InboxArrival[]): readonly ReconcileFinding[] {
  // most keys are claimed once
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { keys } of arrivals) for (const key of keys) (seen.has(key) ? repeated : seen).add(key);
  const byKey = new Map<string, InboxArrival[]>();
  for (const arrival of arrivals)
    for (const key of arrival.keys) {
      if (!repeated.has(key)) continue;
      const same = byKey.get(key) ?? [];
      same.push(arrival);
      byKey.set(key, same);
    }
  const groups = new Map<InboxArrival, readonly InboxArrival[]>();
  for (const same of byKey.values()) {
    const [first] = same;
    if (first !== undefined && same.length > (groups.get(first)?.length ?? 1)) groups.set(first, same);
  }
  return [...groups.values()].map((same) => {
    const [first] = same;
    const stores = [...new Set(same.map(({ store }) => store))];
    const times = same.length === 2 ? 'twice' : `${same.length} times`;
    const places = joinWithAnd(same.map((each) => formatPlace(each, stores.length > 1)));
    return buildFinding('doubled', {
      ids: first?.ids ?? NO_IDS,
      at: first?.at ?? null,
      deliveries: same,
      rules: ['HOOK-12', 'HOOK-13'],
      reason: `taken in ${times} as new: ${places}`,
      advice:
        stores.length > 1
          ? 'receivers that share the work need one inbox'
          : 'its claim had expired: keep claims longer with "hooks listen --keep"',
    });
  });
}

function formatPlace({ store, number }: InboxPlace, isNamed: boolean): string {
  return isNamed ? `${number} of ${store}` : String(number);
}

/** Deliveries that came long after their events. */
function findLate(
  arrivals: readonly InboxArrival[],
  { lateMs }: ComparisonOptions,
): readonly ReconcileFinding[] {
  if (lateMs === null) return [];
  return arrivals.flatMap((arrival) => {
    const { ids, at, receivedAt, source } = arrival;
    if (at === null || receivedAt - at <= lateMs) return [];
    const isFetched = source === 'history';
    const after = formatDuration(Math.floor((receivedAt - at) / MINUTE_MS) * MINUTE_MS);
    const parts = {
      ids,
      at,
      deliveries: [arrival],
      rules: ['HOOK-05'],
      reason: isFetched
        ? `taken from the history ${after} after the event`
        : `received ${after} after the event`,
      advice: isFetched
        ? 'nothing is left to do'
        : 'see what the receiver answered before: crier hooks history --attempts',
    };
    return [buildFinding('late', parts, !isFetched)];
  });
}

/** Nothing depends on the order, so this is information. @see docs/service/webhooks.md#HOOK-21, #W-18 */
function findUnordered(arrivals: readonly InboxArrival[]): readonly ReconcileFinding[] {
  const inOrder = arrivals.toSorted(
    (one, other) => one.receivedAt - other.receivedAt || one.number - other.number,
  );
  const completed = new Map<string, InboxArrival>();
  const latest = new Map<string, InboxArrival>();
  return inOrder.flatMap((arrival) => {
    const { ids, at } = arrival;
    const { type, activityId, person } = ids;
    if (type === 'automation.completed' && activityId !== null) completed.set(activityId, arrival);
    const before =
      type === 'automation.triggered' && activityId !== null ? completed.get(activityId) : undefined;
    const newest = person === null ? undefined : latest.get(person);
    const isLater = newest?.at == null || at === null || at >= newest.at;
    if (person !== null && isLater && at !== null) latest.set(person, arrival);
    const other = before ?? (isLater ? undefined : newest);
    if (other === undefined) return [];
    const reason =
      before === undefined
        ? `it came after ${other.number}, a later event of the same person`
        : `automation.completed, ${other.number}, came before it`;
    return [
      buildFinding('unordered', {
        ids,
        at,
        deliveries: [other, arrival],
        rules: ['HOOK-21'],
        reason,
        advice: 'nothing may depend on the order',
      }),
    ];
  });
}

const REFUSALS_SHOWN = 'see "crier hooks listen", which says why, and "crier hooks verify"';

function toRefusal({ store, reason, count, latestAt }: StoreRefusals): ReconcileFinding {
  return buildFinding('refused', {
    ids: NO_IDS,
    at: latestAt,
    rules: ['HOOK-14'],
    reason: `${store} has refused ${formatCount(count, 'request')} so far: ${reason}`,
    advice: REFUSALS_SHOWN,
  });
}
