import { PROFILES } from './command.ts';
import { expectedDeliveries, expectedHistory } from './expected-deliveries.ts';
import { type ExpectedRequest, expectedRequest, nameOfSeen } from './expected-requests.ts';
import { same, withoutCursor } from './same.ts';
import { Difference, type Scenario } from './scenario.ts';

/**
 * Compares what left, and what the sandbox reports of it, with what the model knows.
 *
 * @throws Difference
 */
export async function lookAtOutgoing(scenario: Scenario): Promise<void> {
  const { control, service } = scenario.sandbox;
  const deliveries = (await control('listDeliveries', {})).deliveries.map(withoutCursor);
  same('the deliveries', expectedDeliveries(scenario), deliveries);
  const hookIds = deliveries.map(({ hookId }) => hookId);
  same('the ids of deliveries that differ', deliveries.length, new Set(hookIds).size);
  for (const profile of PROFILES) {
    const { body } = await service('GET', '/hook/history', { as: profile });
    same(`the history of ${profile}`, expectedHistory(scenario, { profile, hookIds }), body);
  }
  lookAtRequests(scenario, hookIds);
}

/** What left since the last look, whatever left first of what left at once. */
function lookAtRequests(scenario: Scenario, hookIds: readonly string[]): void {
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
