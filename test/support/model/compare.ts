import { PROFILES, type ProfileName } from './command.ts';
import { EXPECTED, written } from './expected.ts';
import { expectedDeliveries, expectedHistory } from './expected-deliveries.ts';
import { expectedEffects } from './expected-effects.ts';
import { type ExpectedRequest, expectedRequest, nameOfSeen } from './expected-requests.ts';
import { expectedRow } from './expected-row.ts';
import { firstDifference, UNSAID } from './first-difference.ts';
import { Difference, type Scenario } from './scenario.ts';
import type { ModelAutomation, ModelDispatch } from './world.ts';

/**
 * Holds all that the sandbox shows against what the model knows: automations, activity, inboxes, emails, deliveries.
 *
 * @throws Difference
 */
export async function compare(scenario: Scenario): Promise<void> {
  for (const profile of PROFILES) await compareList(scenario, profile);
  // That one never fired is shown by its counts in the list.
  const fired = new Set(scenario.world.dispatches.map(({ automation }) => automation));
  for (const automation of fired) await compareActivity(scenario, automation);
  await compareEffects(scenario);
}

async function compareList(scenario: Scenario, profile: ProfileName): Promise<void> {
  const { world, sandbox, automationIds } = scenario;
  const { body } = await sandbox.service('GET', '/automations', { as: profile });
  const there = world.automations.filter((each) => each.profile === profile && each.state !== 'deleted');
  const listed: readonly { readonly id: string }[] = body.automations;
  const ids = there.map(({ number }) => automationIds[number]).toSorted();
  same(`the automations of ${profile}`, ids, listed.map(({ id }) => id).toSorted());
  for (const automation of there) {
    const id = automationIds[automation.number];
    const expected = { active: automation.state === 'active', stats: statsOf(scenario, automation) };
    const record = body.automations.find((each: { readonly id: string }) => each.id === id);
    same(`automation ${automation.number}`, expected, { active: record.active, stats: record.stats });
  }
}

/** @see docs/service/automations.md#list */
function statsOf({ world }: Scenario, automation: ModelAutomation) {
  const rows = world.dispatches.filter((each) => each.automation === automation);
  const sent = rows.filter(({ status }) => status === 'sent');
  const failed = rows.filter(({ status }) => status === 'failed' || status === 'auth_error');
  const ends = sent.map(({ completedAt }) => completedAt ?? 0);
  // The latest row that was sent is not always the one that was done last: which of them is not said.
  const isPlain = ends.every((end, place) => place === 0 || (ends[place - 1] ?? 0) <= end);
  const last = isPlain ? moment(ends.at(-1)) : UNSAID;
  return {
    totalSent: sent.length,
    totalFailed: failed.length,
    lastTriggeredAt: moment(rows.at(-1)?.created),
    lastSentAt: last,
  };
}

const moment = (ms: number | undefined): string | null => (ms === undefined ? null : written(ms));

async function compareActivity(scenario: Scenario, automation: ModelAutomation): Promise<void> {
  const { world, sandbox, automationIds } = scenario;
  const path = `/automations/${automationIds[automation.number]}/activity?limit=100`;
  const { http, body } = await sandbox.service('GET', path, { as: automation.profile });
  if (http !== 200) throw new Difference(`activity: ${http} ${JSON.stringify(body)}`);
  const shown: readonly ShownRow[] = body.activity;
  const rows = world.dispatches.filter((each) => each.automation === automation && isRecent(each, world.now));
  const created = shown.map((row) => row.created);
  same('the order of the activity', created.toSorted().reverse(), created);
  same(
    `the activity of ${automation.number}`,
    rows.map(({ event }) => event.eventId).toSorted(),
    shown.map(({ eventId }) => eventId).toSorted(),
  );
  for (const dispatch of rows) {
    const row = shown.find(({ eventId }) => eventId === dispatch.event.eventId);
    same(`row ${automation.number}/${dispatch.event.eventId}`, expectedRow(scenario, dispatch), row);
    learnPerson(scenario, dispatch, row?.recipientId ?? '');
  }
}

interface ShownRow {
  readonly eventId: string;
  readonly created: string;
  readonly recipientId: string;
}

const isRecent = ({ created }: ModelDispatch, now: number): boolean => now - created <= EXPECTED.lookbackMs;

/** A person has one id for an account, and no other person has it. */
function learnPerson({ people }: Scenario, { automation, event }: ModelDispatch, id: string): void {
  const name = `${automation.profile} ${event.who}`;
  const known = people.get(name);
  const others = [...people].filter(
    ([other]) => other !== name && other.startsWith(`${automation.profile} `),
  );
  if ((known !== undefined && known !== id) || others.some(([, other]) => other === id)) {
    throw new Difference(`${event.who} has the id ${id}; known are ${JSON.stringify([...people])}`);
  }
  people.set(name, id);
}

async function compareEffects(scenario: Scenario): Promise<void> {
  const { control } = scenario.sandbox;
  const messages = (await control('listInbox', {})).messages.map(withoutCursor);
  const emails = (await control('listOutbox', {})).emails.map(withoutCursor);
  const expected = expectedEffects(scenario);
  same('the inboxes', expected.messages, messages);
  same('the outbox', expected.emails, emails);
  await compareOutgoing(scenario);
}

/**
 * Compares what left, and what the sandbox reports of it, with what the model knows.
 *
 * @throws Difference
 */
async function compareOutgoing(scenario: Scenario): Promise<void> {
  const { control, service } = scenario.sandbox;
  const deliveries = (await control('listDeliveries', {})).deliveries.map(withoutCursor);
  same('the deliveries', expectedDeliveries(scenario), deliveries);
  const hookIds = deliveries.map(({ hookId }) => hookId);
  same('the ids of deliveries that differ', deliveries.length, new Set(hookIds).size);
  for (const profile of PROFILES) {
    const { body } = await service('GET', '/hook/history', { as: profile });
    same(`the history of ${profile}`, expectedHistory(scenario, { profile, hookIds }), body);
  }
  compareRequests(scenario, hookIds);
}

/** What left since the last compare, whatever left first of what left at once. */
function compareRequests(scenario: Scenario, hookIds: readonly string[]): void {
  const { world, sandbox, deliveryIds } = scenario;
  const expected = world.left.splice(0).map((each) => expectedRequest(scenario, each, hookIds));
  const seen = sandbox.outbound.seen().map((request) => ({ name: nameOfSeen(request), request }));
  const [ours, theirs] = [inOrder(expected), inOrder(seen)];
  same(
    'the requests that left',
    ours.map(({ name }) => name),
    theirs.map(({ name }) => name),
  );
  for (const [place, { name, request }] of ours.entries()) same(name, request, theirs[place]?.request);
  for (const { request } of seen) {
    if (request.deliveryId === null) continue;
    if (deliveryIds.has(request.deliveryId)) throw new Difference(`${request.deliveryId} came twice`);
    deliveryIds.add(request.deliveryId);
  }
}

const inOrder = <Request extends Pick<ExpectedRequest, 'name'>>(requests: readonly Request[]) =>
  requests.toSorted((one, other) => one.name.localeCompare(other.name));

/** @param what of which both are, for the words @throws Difference */
function same(what: string, expected: unknown, actual: unknown): void {
  const found = firstDifference(expected, actual);
  if (found !== null) throw new Difference(`${what}: ${found}`);
}

/** A row as it was sent: its cursor is that of a page. */
function withoutCursor<Row extends { readonly cursor: string }>({ cursor: _cursor, ...row }: Row) {
  return row;
}
