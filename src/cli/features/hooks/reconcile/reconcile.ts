import type { Client } from '../../../../client/client.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import type { Inbox } from '../../../../receiver/inbox/inbox.ts';
import { isPostgres } from '../../../../receiver/inbox/open-inbox.ts';
import { createForwardPlan, requireDistinctTargets } from '../../../../receiver/run/chosen-targets.ts';
import { takeHistory } from '../../../../receiver/run/take-history.ts';
import { ASSUMED } from '../../../../service/assumed.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createRequestPace } from '../../../framework/many/request-pace.ts';
import { readTargets } from '../../webhooks/forward-targets.ts';
import { type SelectedHistory, selectHistory } from '../read-history.ts';
import { openChosenInbox } from '../receiver/inbox-records.ts';
import type { Difference } from './find-differences.ts';
import type { ReconcileFinding } from './finding.ts';
import { type ExpectedEvents, readExpected } from './read-expected.ts';
import {
  type ComparedInbox,
  compareExpected,
  compareHistory,
  isInSpan,
  readArrivals,
  type Span,
} from './read-sources.ts';
import type { HistoryEvent, InboxArrival, Sources, StoreRefusals } from './sources.ts';

/** Opens the inboxes of the flags; without any, the usual one. */
export async function openInboxes(
  {
    store: stores,
    storePasswordFile: file,
    fetch,
  }: { store: readonly string[]; storePasswordFile?: string | undefined; fetch: boolean },
  context: CommandContext,
): Promise<readonly [ComparedInbox, ...(readonly ComparedInbox[])]> {
  const [first, ...others] = new Set(stores); // compared with itself, all would be doubled
  const isForFiles = !stores.some(isPostgres);
  const open = async (store: string | undefined) => ({
    store: store ?? 'the inbox',
    inbox: await openChosenInbox(
      {
        store,
        storePasswordFile: isForFiles || (store !== undefined && isPostgres(store)) ? file : undefined,
      },
      context,
      { callsService: true, creates: fetch },
    ),
  });
  return [await open(first), ...(await Promise.all(others.map(open)))];
}

interface SourcesReading {
  inboxes: readonly ComparedInbox[];
  span: Span;
  /** The service's time, in milliseconds since 1970. */
  now: number;
  /** Whether the service has the time of this machine. */
  hasOneClock: boolean;
  /** Only events of these actions; all if empty. */
  actions: readonly string[];
}

export interface ReadSources {
  readonly sources: Sources;
  readonly compared: {
    readonly history: number;
    readonly inbox: number;
    readonly expected: number;
    readonly automations: number;
    readonly rows: number;
  };
  /** A sentence each. */
  readonly limits: readonly string[];
}

const NOTHING_EXPECTED: ExpectedEvents = { events: [], automations: 0, rows: 0, limits: [] };

/** Reads what is compared: first what the service says, so that what arrives meanwhile is in the inbox. */
export async function readSources(
  client: Client,
  reading: SourcesReading,
  { io }: CommandContext,
): Promise<ReadSources> {
  const { inboxes, span, hasOneClock, actions } = reading;
  const isWanted = (action: string) => actions.length === 0 || actions.includes(action);
  const pace = createRequestPace(io);
  io.progress('reading the history');
  await pace();
  const history = await selectHistory(
    client,
    (action, at) => isWanted(action) && (at === 0 || isInSpan(at, span)),
  );
  const listed = history.entries;
  const named = listed.flatMap(({ entry }) =>
    typeof entry['automationId'] === 'string' ? [entry['automationId']] : [],
  );
  const progress = io.progress;
  const expected = isWanted('automations')
    ? await readExpected(client, { span, named: [...new Set(named)], pace, progress })
    : NOTHING_EXPECTED;
  const receivedSince = hasOneClock ? span.since - ASSUMED.maxClockSkewMs : null;
  const arrivals: InboxArrival[] = [];
  const refusals: StoreRefusals[] = [];
  for (const each of inboxes) {
    const found = await readArrivals(each, { span, actions, receivedSince, progress });
    for (const arrival of found) arrivals.push(arrival);
    const refused = await each.inbox.listRefusals();
    const isRecent = (at: number) => !hasOneClock || isInSpan(at, span);
    refusals.push(
      ...refused.flatMap((one) => (isRecent(one.latestAt) ? [{ ...one, store: each.store }] : [])),
    );
  }
  const sources = {
    history: await compareHistory(listed, inboxes),
    arrivals,
    expected: await compareExpected(expected.events, inboxes),
    refusals,
  };
  io.progress(null);
  const { automations, rows } = expected;
  return {
    sources,
    compared: {
      history: sources.history.length,
      inbox: arrivals.length,
      expected: sources.expected.length,
      automations,
      rows,
    },
    limits: [...listLimits(history, reading), ...expected.limits],
  };
}

function listLimits(
  { undated, lists }: SelectedHistory,
  { span: { since }, now, hasOneClock }: SourcesReading,
): readonly string[] {
  const claimsFrom = now - ASSUMED.receiverClaimMs;
  const activityFrom = now - LIMITS.activityLookbackMs;
  return [
    ...listCutHistories(lists, since),
    ...(undated > 0
      ? [`${formatCount(undated, 'delivery')} of the history without a time: compared in every span`]
      : []),
    ...(since < claimsFrom
      ? [
          `claims from before ${formatIsoSeconds(claimsFrom)} are kept only if --keep of the receiver is above ${ASSUMED.receiverClaimMs / DAY_MS} days: without them, what was taken in seems to be missing`,
        ]
      : []),
    ...(since < activityFrom
      ? [
          `the activity goes back ${LIMITS.activityLookbackMs / DAY_MS} days: before ${formatIsoSeconds(activityFrom)}, only the history was compared`,
        ]
      : []),
    ...(hasOneClock
      ? []
      : ['late deliveries were not looked for: the clock of the service is not that of this machine']),
  ];
}

/** Histories that are as long as they get, and do not reach back to the start of the span. */
function listCutHistories(lists: SelectedHistory['lists'], since: number): readonly string[] {
  return [...lists].flatMap(([action, { count, oldest }]) =>
    count < ASSUMED.hookHistory.maxEntries || oldest <= since
      ? []
      : [`the history of ${action} goes back to ${formatIsoSeconds(oldest)}: it lists the latest ${count}`],
  );
}

/** Whether the history has what is missing, and the service has given it up. */
export function isFetchable(history: HistoryEvent | null): history is HistoryEvent {
  return history !== null && history.taken.length === 0 && history.delivery?.state !== 'retrying';
}

/** Plans where fetched deliveries are forwarded to; another process attempts them. @throws CrierError of kind usage */
export function planFetch({
  fetch,
  forward,
  exec,
}: Record<'forward' | 'exec', readonly string[]> & { fetch: boolean }): ForwardPlan {
  if (!fetch && forward.length + exec.length > 0)
    throw createUsageError('--forward and --exec need --fetch', 'nothing else is forwarded');
  const targets = readTargets({ forward, exec });
  requireDistinctTargets(targets);
  return createForwardPlan(targets, undefined);
}

type ForwardPlan = ReturnType<typeof createForwardPlan>;

/** Takes in what is missing from the history, oldest first. @returns the findings, with its numbers */
export async function fetchMissing(
  differences: readonly Difference[],
  { inbox, plan: planForwardings, now }: { inbox: Inbox; plan: ForwardPlan; now(): number },
): Promise<readonly ReconcileFinding[]> {
  const missing = differences.flatMap(({ history, finding }) =>
    isFetchable(history) && finding.isProblem ? [history] : [],
  );
  const entries = missing.toSorted((one, other) => one.at - other.at).map(({ entry }) => entry);
  const numbers = new Map<unknown, number>();
  await takeHistory(entries, {
    ...{ inbox, now, planForwardings },
    onTaken: ({ number }, entry) => void numbers.set(entry, number),
  });
  return differences.map(({ finding, history }) => ({
    ...finding,
    fetched: numbers.get(history?.entry) ?? null,
  }));
}
