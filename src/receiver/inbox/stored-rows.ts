import {
  type DeliveryCursor,
  type DeliveryFilter,
  type DeliveryState,
  FORWARD_WAITS_MS,
  type ForwardJob,
  type InboxCounts,
  type InboxDelivery,
  type InboxForwarding,
  type WholeDelivery,
} from './inbox.ts';

/** A row of `deliveries` as both stores select it, by the columns of `buildDeliveryColumns`. */
export interface StoredDeliveryRow
  extends Omit<InboxDelivery, 'receivedAt' | 'hookId' | 'deliveryId' | 'editedFrom'> {
  readonly received_at: number;
  readonly hook_id: string | null;
  readonly delivery_id: string | null;
  readonly edited_from: number | null;
}

/** The same with what was received. */
export interface WholeDeliveryRow extends StoredDeliveryRow {
  readonly headers: string;
  readonly body: Uint8Array | null;
}

/** SQL of how long a forwarding waits after this number of rounds, in milliseconds: the first attempt is due at once. */
export const WAIT_SQL = `case round ${FORWARD_WAITS_MS.map((ms, place) => `when ${place + 1} then ${ms}`).join(' ')} else 0 end`;

/** SQL of the state of a delivery, from those of its targets. @param forwardings the table, with its schema */
export const buildStateSql = (forwardings: string) => `case
  when repeats is not null then 'repeated'
  when exists (select 1 from ${forwardings} as each where each.number = deliveries.number and state = 'dead') then 'dead'
  when exists (select 1 from ${forwardings} as each where each.number = deliveries.number and state <> 'done') then 'waiting'
  when exists (select 1 from ${forwardings} as each where each.number = deliveries.number) then 'forwarded'
  else 'kept' end`;

/** SQL of what an index finds of the states that few deliveries are in: all others need not be looked at. */
export function buildCandidatesSql(forwardings: string, state: DeliveryState | undefined): string {
  if (state === 'repeated') return 'repeats is not null and ';
  if (state !== 'waiting' && state !== 'dead') return '';
  const states = state === 'dead' ? "'dead'" : "'behind', 'waiting', 'running'";
  return `number in (select number from ${forwardings} where state in (${states})) and `;
}

/**
 * SQL of the order of a list, whose columns are compared with `cursor`: with a limit of time by the index of time, so that
 * what is outside of it is not read.
 */
export const buildListOrder = ({ since, until }: DeliveryFilter) =>
  since === undefined && until === undefined
    ? { columns: 'number', order: 'number desc', cursor: ({ number }: DeliveryCursor) => [number] }
    : {
        columns: 'received_at, number',
        order: 'received_at desc, number desc',
        cursor: ({ receivedAt, number }: DeliveryCursor) => [receivedAt, number],
      };

/** Before the newest delivery. */
export const NEWEST: DeliveryCursor = {
  receivedAt: Number.MAX_SAFE_INTEGER,
  number: Number.MAX_SAFE_INTEGER,
};

/**
 * SQL of how many deliveries of a whole inbox are in each state. Looked at are only those that wait or are dead: all
 * others are counted in indexes.
 *
 * @param schema before the names of tables, such as `crier.`
 */
export const buildCountsSql = (schema: string) => `
  with open as (
    select ${buildStateSql(`${schema}forwardings`)} as state, count(*) as count, min(received_at) as oldest
    from ${schema}deliveries where repeats is null and number in (
      select number from ${schema}forwardings where state in ('behind', 'waiting', 'running', 'dead')) group by 1),
  totals as (
    select (select count(*) from ${schema}deliveries) as deliveries,
      (select count(*) from ${schema}deliveries where repeats is not null) as repeated,
      (select count(*) from (select distinct number from ${schema}forwardings) as planned) as planned)
  select state, count, oldest from open
  union all select 'repeated', repeated, null from totals
  union all select 'kept', deliveries - repeated - planned, null from totals
  union all select 'forwarded', planned - (select cast(coalesce(sum(count), 0) as bigint) from open), null from totals`;

/**
 * SQL of the numbers of a hook id, the first parameter; the second one is the key of its claim. An index of all hook ids
 * would make each delivery a quarter dearer: a claim finds most, and what has none, or is older, is in few rows.
 *
 * @param schema before the names of tables, such as `crier.`
 */
export const buildHookIdSql = (schema: string, hookId: string, key: string) => `
  select number from ${schema}claims join ${schema}deliveries using (number) where key = ${key} and hook_id = ${hookId}
  union select number from ${schema}deliveries
  where hook_id = ${hookId} and (repeats is not null or edited_from is not null)
  union select number from ${schema}forwardings join ${schema}deliveries using (number)
  where state in ('behind', 'waiting', 'running', 'dead') and hook_id = ${hookId}
  order by number`;

/** @param state SQL of `buildStateSql` */
export const buildDeliveryColumns = (state: string) =>
  `number, received_at, source, repeats, edited_from, action, type, hook_id, person, post, delivery_id, attempt,
  signature, bytes, ${state} as state`;

export function toDelivery(row: StoredDeliveryRow): InboxDelivery {
  const { number, source, repeats, action, type, person, post, attempt, signature, bytes, state } = row;
  const { received_at: receivedAt, hook_id: hookId, delivery_id: deliveryId, edited_from: editedFrom } = row;
  return {
    ...{ number, receivedAt, source, repeats, editedFrom, state, action, type, hookId, person, post },
    ...{ deliveryId, attempt, signature, bytes },
  };
}

export function toWholeDelivery(
  row: WholeDeliveryRow,
  forwardings: readonly InboxForwarding[],
): WholeDelivery {
  const body = row.body === null ? null : new Uint8Array(row.body);
  return { ...toDelivery(row), headers: parseHeaders(row.headers), body, forwardings };
}

/** What both stores wrote. */
function parseHeaders(headers: string): Record<string, string> {
  return JSON.parse(headers) as Record<string, string>; // written by their `takeInDeliveries`
}

/** The counts of `countDeliveries`. */
export interface CountedRows {
  readonly states: readonly {
    readonly state: DeliveryState;
    readonly count: number;
    readonly oldest: number | null;
  }[];
  readonly refused: readonly { readonly reason: string; readonly count: number }[];
}

export function toCounts({ states, refused }: CountedRows): InboxCounts {
  const getCount = (state: DeliveryState) => states.find((row) => row.state === state)?.count ?? 0;
  return {
    deliveries: {
      kept: getCount('kept'),
      waiting: getCount('waiting'),
      forwarded: getCount('forwarded'),
      dead: getCount('dead'),
      repeated: getCount('repeated'),
    },
    oldestWaiting: states.find(({ state }) => state === 'waiting')?.oldest ?? null,
    refused: Object.fromEntries(refused.map(({ reason, count }) => [reason, count])),
  };
}

/** A forwarding that was claimed, with its delivery: the attempt, the round and the fence are those of the claim. */
export interface ClaimedRow {
  readonly number: number;
  readonly attempt: number;
  readonly round: number;
  readonly fence: number;
  readonly action: string | null;
  readonly type: string | null;
  readonly hook_id: string | null;
  readonly person: string | null;
  readonly post: string | null;
  readonly headers: string;
  readonly body: Uint8Array | null;
}

export function toJob(row: ClaimedRow, target: string): ForwardJob {
  const { number, attempt, round, fence, action, type, hook_id: hookId, person, post, headers, body } = row;
  return {
    ...{ number, target, attempt, round, fence },
    facts: { action, type, hookId, person, post },
    headers: parseHeaders(headers),
    body: body ?? new Uint8Array(),
  };
}
