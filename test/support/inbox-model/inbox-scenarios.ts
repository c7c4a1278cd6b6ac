import * as fc from 'fast-check';
import type { DeliveryFilter, ForwardJob } from '../../../src/receiver/inbox/inbox.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/service/durations.ts';
import { ARRIVAL, arrived } from '../receiver/arrived.ts';
import type { ObservedInbox } from './model-inbox.ts';

const TARGETS = ['http://127.0.0.1:3000/', './handle-delivery', 'Zulu'] as const;
const PEOPLE = ['mara', 'len', 'ünal'] as const;

/** Of all hook ids that scenarios use. */
const ALL_CLAIMS = Array.from({ length: 13 }, (_, at) => arrived({ hookId: `h${at}` })).flatMap(
  ({ claims }) => claims,
);

const target = fc.constantFrom(...TARGETS);
const number = fc.integer({ min: 1, max: 30 });

const delivery = fc.record({
  hook: fc.integer({ min: 0, max: 12 }),
  activity: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
  person: fc.constantFrom(...PEOPLE),
  isFromHistory: fc.integer({ min: 0, max: 4 }).map((at) => at === 0),
  targets: fc.uniqueArray(fc.record({ target, isOrdered: fc.boolean() }), {
    maxLength: 3,
    selector: (each) => each.target,
  }),
});

const filter: fc.Arbitrary<DeliveryFilter> = fc.oneof(
  fc.constant({}),
  fc.record({ numbers: fc.uniqueArray(number, { maxLength: 4 }) }),
  fc.record({ state: fc.constantFrom('kept', 'waiting', 'forwarded', 'dead', 'repeated' as const) }),
  fc.record({ person: fc.constantFrom(...PEOPLE) }),
  fc.record({ since: fc.integer({ min: ARRIVAL, max: ARRIVAL + HOUR_MS }) }),
  fc.record({ until: fc.integer({ min: ARRIVAL, max: ARRIVAL + 3 * DAY_MS }) }),
);

/** One thing that is done with an inbox. `held` are attempts that were claimed before, by their places. */
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('take in'),
      deliveries: fc.array(delivery, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('claim'),
      target,
      most: fc.integer({ min: 1, max: 4 }),
      numbers: fc.option(fc.uniqueArray(number, { minLength: 1, maxLength: 6 }), { nil: undefined, freq: 5 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('record'),
      held: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 4 }),
      next: fc.oneof(
        fc.constantFrom('done', 'dead'),
        fc.record({ waitMs: fc.constantFrom(SECOND_MS, 15 * SECOND_MS, HOUR_MS) }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('renew'), held: fc.uniqueArray(fc.nat(20), { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('forward again'), filter, target }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('limit waits'), target }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), filter }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('prune'),
      keepMs: fc.constantFrom(0, HOUR_MS, DAY_MS),
      isAfterLast: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      ms: fc.constantFrom(0, 1, SECOND_MS, 9_999, 10_000, HOUR_MS, 3 * DAY_MS, -SECOND_MS, -30 * SECOND_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('refuse'), reason: fc.constantFrom('mismatch', 'stale') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mark'),
      value: fc.constantFrom('/a', '/b'),
      isEnsured: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('process'),
      id: fc.constantFrom('p', 'q'),
      isEnded: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('list'), filter, most: fc.integer({ min: 1, max: 5 }) }),
  },
);

type InboxCommand = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

export const inboxScenario = fc.array(command, { minLength: 1, maxLength: 100, size: 'max' });

/** Runs a scenario. @returns what was observed, command by command, and of all that is there at the end */
export async function traceScenario(
  inbox: ObservedInbox,
  commands: readonly InboxCommand[],
): Promise<readonly unknown[]> {
  const held: ForwardJob[] = [];
  let now = ARRIVAL;
  let cursor: Awaited<ReturnType<ObservedInbox['prune']>>['cursor'] = null;
  let count = 0;
  const pick = (places: readonly number[]) =>
    places.flatMap((place) => held[place % Math.max(held.length, 1)] ?? []);

  async function runOne(each: InboxCommand): Promise<unknown> {
    switch (each.kind) {
      case 'take in':
        return inbox.takeIn(each.deliveries.map((one) => buildDelivery(one, now, count++)));
      case 'claim': {
        const jobs = await inbox.claim({ target: each.target, most: each.most, now, numbers: each.numbers });
        held.push(...jobs);
        return jobs.map(normalize);
      }
      case 'record': {
        const next = each.next as 'done' | 'dead' | { waitMs: number }; // of the generator above
        const error = next === 'done' ? null : 'status 500';
        const results = [...new Set(pick(each.held))].map((job) => ({
          job,
          ms: 5,
          status: 200,
          error,
          next,
        }));
        return inbox.record(results, now);
      }
      case 'renew':
        return inbox.renew(pick(each.held), now);
      case 'forward again':
        return inbox.forwardAgain(each.filter, each.target, now);
      case 'limit waits':
        return inbox.limitWaits(each.target, now);
      case 'remove':
        return inbox.remove(each.filter);
      case 'prune': {
        const limits = { deliveries: now - each.keepMs, claims: now - each.keepMs };
        const progress = await inbox.prune(limits, each.isAfterLast ? cursor : null);
        cursor = progress.cursor;
        return progress;
      }
      case 'wait':
        now = Math.max(ARRIVAL, now + each.ms);
        return now;
      case 'refuse':
        return inbox.countRefusals(new Map([[each.reason, 2]]), now);
      case 'mark':
        return each.isEnsured ? inbox.ensureMark('path', each.value) : inbox.writeMark('path', each.value);
      case 'process':
        if (each.isEnded) return inbox.removeProcess(each.id);
        return inbox.noteProcess(
          { id: each.id, host: 'h', pid: 1, identity: each.id, role: 'listener', targets: [...TARGETS] },
          now,
        );
      case 'list':
        return inbox.list(each.filter, each.most);
    }
  }

  const trace: unknown[] = [];
  for (const each of commands) {
    const result = await runOne(each);
    const listed = await inbox.list({}, 1_000);
    trace.push([each.kind, result ?? null, listed.map(({ number: own, state }) => `${own} ${state}`).join()]);
  }
  return [...trace, await readAll(inbox, now)];
}

function buildDelivery(
  {
    hook,
    activity,
    person,
    isFromHistory,
    targets,
  }: typeof delivery extends fc.Arbitrary<infer Value> ? Value : never,
  now: number,
  place: number,
) {
  const own = {
    hookId: `h${hook}`,
    action: 'automations',
    type: 'automation.completed',
    recipientId: person,
  };
  const event = { ...own, ...(activity !== null && { activityId: `a${activity}` }), place };
  const lanes = targets.map((each) => ({ target: each.target, lane: each.isOrdered ? person : null }));
  return {
    ...arrived(event, lanes, now),
    source: isFromHistory ? ('history' as const) : ('request' as const),
    editedFrom: place % 3 === 0 ? place + 1 : undefined,
  };
}

const normalize = <Value extends { readonly body: Uint8Array | null }>(value: Value) => ({
  ...value,
  body: value.body === null ? null : Buffer.from(value.body).toString(),
});

async function readAll(inbox: ObservedInbox, now: number): Promise<unknown> {
  const listed = await inbox.list({}, 1_000);
  const whole = await Promise.all(listed.map(({ number: own }) => inbox.find(own)));
  return {
    whole: whole.map((each) => (each === null ? null : normalize(each))),
    contents: (await inbox.listContents({}, 1_000, 1)).map(normalize),
    counts: await inbox.count({}),
    backlogs: await inbox.listBacklogs(),
    waits: await Promise.all(TARGETS.map((each) => inbox.findWait(each, now))),
    waiting: await inbox.listWaitingTargets(),
    mark: await inbox.readMark('path'),
    refusals: await inbox.listRefusals(),
    claims: await inbox.findClaims(ALL_CLAIMS),
    processes: await inbox.listProcesses(now),
  };
}
