import type {
  ArrivedDelivery,
  DeliveryCursor,
  DeliveryFilter,
  DeliveryState,
  ForwardAttempt,
  ForwardClaim,
  ForwardingState,
  ForwardJob,
  ForwardResult,
  Inbox,
  InboxDelivery,
  InboxRefusals,
  ReceiverProcess,
} from '../../../src/receiver/inbox/inbox.ts';
import {
  FORWARD_LEASE_MS,
  FORWARD_WAITS_MS,
  LONGEST_LEASE_MS,
  LONGEST_UNSEEN_MS,
} from '../../../src/receiver/inbox/inbox.ts';

interface ModelForwarding {
  readonly target: string;
  readonly lane: string | null;
  state: ForwardingState;
  round: number;
  fence: number;
  dueAt: number;
  readonly attempts: { -readonly [Member in keyof ForwardAttempt]: ForwardAttempt[Member] }[];
}

interface ModelRow {
  readonly number: number;
  readonly arrived: ArrivedDelivery;
  readonly repeats: number | null;
  readonly forwardings: ModelForwarding[];
}

/** What an inbox is observed by. */
export type ObservedInbox = Omit<Inbox, 'watch' | 'close' | 'describe'>;

const OPEN: readonly ForwardingState[] = ['behind', 'waiting', 'running'];
const isOpen = ({ state }: ModelForwarding) => OPEN.includes(state);
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The reference: an inbox in memory, as its interface describes it, without any thought of speed. */
export function createModelInbox(): ObservedInbox {
  let rows: ModelRow[] = [];
  let last = 0;
  const claims = new Map<string, { readonly number: number; claimedAt: number }>();
  const refusals = new Map<string, InboxRefusals>();
  const marks = new Map<string, string>();
  const processes = new Map<string, ReceiverProcess & { readonly startedAt: number; seenAt: number }>();

  const allOf = (target: string) =>
    rows.flatMap((row) => row.forwardings.flatMap((each) => (each.target === target ? [{ row, each }] : [])));
  const openIn = (target: string, lane: string) =>
    allOf(target).filter(({ each }) => each.lane === lane && isOpen(each));

  function judgeState({ repeats, forwardings }: ModelRow): DeliveryState {
    if (repeats !== null) return 'repeated';
    if (forwardings.some(({ state }) => state === 'dead')) return 'dead';
    if (forwardings.some(({ state }) => state !== 'done')) return 'waiting';
    return forwardings.length > 0 ? 'forwarded' : 'kept';
  }

  function select({ numbers, state, since, until, ...facts }: DeliveryFilter): readonly ModelRow[] {
    return rows.filter(
      (row) =>
        (numbers?.includes(row.number) ?? true) &&
        (state ?? judgeState(row)) === judgeState(row) &&
        row.arrived.receivedAt >= (since ?? 0) &&
        row.arrived.receivedAt < (until ?? Number.POSITIVE_INFINITY) &&
        (['action', 'type', 'person', 'post'] as const).every(
          (name) => (facts[name] ?? row.arrived.facts[name]) === row.arrived.facts[name],
        ),
    );
  }

  function plan(row: ModelRow, target: string, lane: string | null, dueAt: number): void {
    const state = lane !== null && openIn(target, lane).length > 0 ? 'behind' : 'waiting';
    row.forwardings.push({ target, lane, state, round: 0, fence: 0, dueAt, attempts: [] });
  }

  function takeOne(arrived: ArrivedDelivery) {
    const keys = arrived.claims.map((key) => Buffer.from(key).toString('hex'));
    const repeats = keys.flatMap((key) => claims.get(key)?.number ?? [])[0] ?? null;
    if (repeats !== null && arrived.source === 'history') return { number: repeats, repeats };
    last += 1;
    const row: ModelRow = { number: last, arrived, repeats, forwardings: [] };
    for (const key of keys) {
      const number = claims.get(key)?.number ?? repeats ?? last;
      claims.set(key, { number, claimedAt: arrived.receivedAt });
    }
    rows.push(row);
    if (repeats === null)
      for (const { target, lane } of arrived.forwardings) plan(row, target, lane, arrived.receivedAt);
    return { number: last, repeats };
  }

  function claimDue({ target, most, now, numbers }: ForwardClaim): readonly ForwardJob[] {
    for (const { each } of allOf(target)) {
      if (each.state !== 'running') continue;
      if (each.dueAt > now && each.dueAt <= now + LONGEST_LEASE_MS) continue;
      Object.assign(each, { state: 'waiting', dueAt: now });
    }
    return allOf(target)
      .filter(
        ({ row, each }) =>
          each.state === 'waiting' && each.dueAt <= now && (numbers?.includes(row.number) ?? true),
      )
      .toSorted((one, other) => one.each.dueAt - other.each.dueAt || one.row.number - other.row.number)
      .slice(0, most)
      .map(({ row, each }) => {
        const attempt = each.attempts.length + 1;
        each.attempts.push({ attempt, startedAt: now, ms: null, status: null, error: null });
        each.state = 'running';
        each.round += 1;
        each.fence += 1;
        each.dueAt = now + FORWARD_LEASE_MS;
        const { facts, headers, body } = row.arrived;
        return {
          number: row.number,
          target,
          attempt,
          round: each.round,
          fence: each.fence,
          facts,
          headers,
          body,
        };
      });
  }

  const findForwarding = ({ number, target }: Pick<ForwardJob, 'number' | 'target'>) =>
    rows.find((row) => row.number === number)?.forwardings.find((each) => each.target === target);
  const findOwn = (job: ForwardJob) => {
    const found = findForwarding(job);
    return found?.state === 'running' && found.fence === job.fence ? found : undefined;
  };

  function recordOne({ job, ms, status, error, next }: ForwardResult, now: number): void {
    const attempt = findForwarding(job)?.attempts.find((each) => each.attempt === job.attempt);
    if (attempt !== undefined) Object.assign(attempt, { ms, status, error });
    const own = findOwn(job);
    if (own === undefined) return;
    own.state = typeof next === 'string' ? next : 'waiting';
    own.dueAt = typeof next === 'string' ? 0 : now + next.waitMs;
    if (own.lane === null || own.state === 'waiting') return;
    const first = openIn(job.target, own.lane)[0]?.each;
    if (first?.state === 'behind') first.state = 'waiting';
  }

  function removeRows(removed: readonly ModelRow[]): number {
    rows = rows.filter((row) => !removed.includes(row));
    return removed.length;
  }

  const describe = (row: ModelRow): InboxDelivery => {
    const {
      receivedAt,
      source,
      editedFrom = null,
      facts,
      deliveryId,
      attempt,
      signature,
      body,
    } = row.arrived;
    const own = { number: row.number, repeats: row.repeats, editedFrom, state: judgeState(row) };
    return { ...own, receivedAt, source, ...facts, deliveryId, attempt, signature, bytes: body.length };
  };

  return {
    isRemote: false,
    takeIn: async (arrived) => arrived.map(takeOne),
    async countRefusals(reasons, latestAt) {
      for (const [reason, count] of reasons)
        refusals.set(reason, { reason, count: (refusals.get(reason)?.count ?? 0) + count, latestAt });
    },
    listRefusals: async () =>
      [...refusals.values()].toSorted(
        (one, other) => other.count - one.count || compare(one.reason, other.reason),
      ),
    findClaims: async (keys) =>
      keys.map((key) => claims.get(Buffer.from(key).toString('hex'))?.number ?? null),
    async list(filter, most, before) {
      const isByTime = filter.since !== undefined || filter.until !== undefined;
      const all = select(filter).toReversed().map(describe);
      const compareNewest = (one: DeliveryCursor, other: DeliveryCursor) =>
        (isByTime ? other.receivedAt - one.receivedAt : 0) || other.number - one.number;
      return all
        .filter((row) => before === undefined || compareNewest(before, row) < 0)
        .toSorted(compareNewest)
        .slice(0, most);
    },
    async find(number) {
      const row = rows.find((each) => each.number === number);
      if (row === undefined) return null;
      const { headers, body } = row.arrived;
      const forwardings = row.forwardings
        .toSorted((one, other) => compare(one.target, other.target))
        .map(({ target, state, dueAt, attempts }) => ({
          ...{ target, state, dueAt: state === 'waiting' ? dueAt : null },
          attempts: attempts.map((each) => ({ ...each })),
        }));
      return { ...describe(row), headers, body: row.repeats === null ? body : null, forwardings };
    },
    findByHookId: async (hookId) =>
      rows.filter(({ arrived: { facts } }) => facts.hookId === hookId).map(({ number }) => number),
    listContents: async (filter, most, after) =>
      select(filter)
        .filter(
          ({ number, repeats, arrived: { editedFrom = null } }) =>
            repeats === null && editedFrom === null && number > after,
        )
        .slice(0, most)
        .map(({ number, arrived: { body } }) => ({ number, body })),
    async count(filter) {
      const selected = select(filter);
      const getCount = (state: DeliveryState) => selected.filter((row) => judgeState(row) === state).length;
      const waiting = selected.filter((row) => judgeState(row) === 'waiting');
      const times = waiting.map(({ arrived }) => arrived.receivedAt);
      return {
        deliveries: {
          kept: getCount('kept'),
          waiting: waiting.length,
          forwarded: getCount('forwarded'),
          dead: getCount('dead'),
          repeated: getCount('repeated'),
        },
        oldestWaiting: times.length === 0 ? null : Math.min(...times),
        refused: Object.fromEntries([...refusals].map(([reason, { count }]) => [reason, count])),
      };
    },
    async listBacklogs() {
      const targets = new Set(rows.flatMap(({ forwardings }) => forwardings.map(({ target }) => target)));
      return [...targets].toSorted(compare).map((target) => {
        const open = allOf(target).filter(({ each }) => isOpen(each));
        const dead = allOf(target).filter(({ each }) => each.state === 'dead').length;
        return { target, waiting: open.length, dead, oldestWaiting: open[0]?.row.arrived.receivedAt ?? null };
      });
    },
    claim: async (claim) => claimDue(claim),
    async renew(jobs, now) {
      for (const job of jobs) {
        const own = findOwn(job);
        if (own !== undefined) own.dueAt = now + FORWARD_LEASE_MS;
      }
    },
    async record(results, now) {
      for (const result of results) recordOne(result, now);
    },
    async findWait(target, now) {
      const times = allOf(target).flatMap(({ each }) =>
        each.state === 'waiting' || each.state === 'running' ? [each.dueAt] : [],
      );
      return times.length === 0 ? null : Math.min(...times) - now;
    },
    async limitWaits(target, now) {
      for (const { each } of allOf(target)) {
        const wait = each.round === 0 ? 0 : (FORWARD_WAITS_MS[each.round - 1] ?? 0);
        if (each.state === 'behind' || each.state === 'waiting')
          each.dueAt = Math.min(each.dueAt, now + wait);
      }
    },
    async listWaitingTargets() {
      const open = rows.flatMap(({ forwardings }) => forwardings.filter(isOpen));
      return [...new Set(open.map(({ target }) => target))].toSorted(compare);
    },
    async forwardAgain(filter, target, now) {
      const numbers = new Set(select(filter).map(({ number, repeats }) => repeats ?? number));
      const chosen = rows.filter((row) => numbers.has(row.number));
      for (const row of chosen) {
        const known = row.forwardings.find((each) => each.target === target);
        if (known === undefined) plan(row, target, null, now);
        else if (known.state !== 'running') Object.assign(known, { state: 'waiting', round: 0, dueAt: now });
      }
      return chosen.length;
    },
    async remove(filter) {
      const count = removeRows(select(filter));
      for (const { target, lane } of rows.flatMap(({ forwardings }) => forwardings)) {
        const first = lane === null ? undefined : openIn(target, lane)[0]?.each;
        if (first?.state === 'behind') first.state = 'waiting';
      }
      return count;
    },
    async prune(before, after) {
      const isAfter = ({ arrived, number }: ModelRow) =>
        after === null ||
        arrived.receivedAt > after.receivedAt ||
        (arrived.receivedAt === after.receivedAt && number > after.number);
      const old = rows
        .filter((row) => row.arrived.receivedAt < before.deliveries && isAfter(row))
        .toSorted(
          (one, other) => one.arrived.receivedAt - other.arrived.receivedAt || one.number - other.number,
        );
      removeRows(old.filter((row) => !['waiting', 'dead'].includes(judgeState(row))));
      for (const [key, { claimedAt }] of claims) if (claimedAt < before.claims) claims.delete(key);
      const end = old.at(-1);
      const cursor = end === undefined ? after : { receivedAt: end.arrived.receivedAt, number: end.number };
      return { cursor, isDone: true };
    },
    readMark: async (name) => marks.get(name) ?? null,
    async writeMark(name, value) {
      marks.set(name, value);
    },
    async ensureMark(name, value) {
      if (!marks.has(name)) marks.set(name, value);
      return marks.get(name) ?? value;
    },
    async noteProcess(process, now) {
      const known = processes.get(process.id);
      for (const [id, { seenAt }] of processes) if (seenAt < now - LONGEST_UNSEEN_MS) processes.delete(id);
      processes.set(process.id, { ...process, startedAt: known?.startedAt ?? now, seenAt: now });
    },
    async removeProcess(id) {
      processes.delete(id);
    },
    listProcesses: async (now) =>
      [...processes.values()]
        .toSorted((one, other) => other.seenAt - one.seenAt || compare(one.id, other.id))
        .map(({ seenAt, ...each }) => ({ ...each, seenMs: now - seenAt })),
  };
}
