import type { DispatchOutcome } from '../../../src/sandbox/engine/dispatcher/actions.ts';
import { runDispatches } from '../../../src/sandbox/engine/dispatcher/dispatcher.ts';
import {
  createIngest,
  type EngagementNotice,
  type IngestResult,
} from '../../../src/sandbox/engine/ingest.ts';
import type { CrashPoint, EnginePorts } from '../../../src/sandbox/engine/ports.ts';
import { readActivityPage } from '../../../src/sandbox/store/automations/activity.ts';
import type { Action } from '../../../src/service/actions.ts';
import { MINUTE_MS } from '../../../src/service/durations.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import { dm } from '../automations/engagements.ts';
import { NOW } from '../small-sandbox.ts';
import type { EngineFixture, EngineFixtures } from './engine-fixture.ts';

/** Ingests one engagement. @returns its dispatches */
export function ingest(ports: EnginePorts, notice: EngagementNotice): IngestResult['dispatches'] {
  const ingestAll = createIngest(ports);
  return ingestAll(() => [notice])[0]?.dispatches ?? [];
}

/** Runs the next due dispatch until it ends or waits; none while a post is due before it. */
export function runNextDispatch(ports: EnginePorts): 'nothing is due' | DispatchOutcome {
  let ran: ReturnType<typeof runNextDispatch> = 'nothing is due';
  runDispatches(ports, {
    mayContinue: () => false,
    onOutcome(outcome) {
      ran = outcome;
    },
  });
  return ran;
}

const PRICE: readonly Trigger[] = [{ type: 'dm_keyword', keywords: ['price'] }];

/** An engine with one automation, which answers `price`. */
export function openAnswering(
  fixtures: EngineFixtures,
  actions: readonly Action[],
  hook?: (point: CrashPoint) => void,
): EngineFixture {
  const fixture = fixtures.open(hook);
  fixture.automate('auto_1', PRICE, actions);
  return fixture;
}

/** The same with a webhook, and one dispatch that is due. */
export function openWithOneDue(
  fixtures: EngineFixtures,
  actions: readonly Action[],
  hook?: (point: CrashPoint) => void,
): EngineFixture {
  const fixture = openAnswering(fixtures, actions, hook);
  fixture.listen();
  say(fixture, 'mid.1');
  fixture.time.now = NOW + MINUTE_MS;
  return fixture;
}

/** The activity of an automation, newest first. */
export function listActivity({ engine: { store } }: EngineFixture, automation = 'auto_1') {
  return readActivityPage(store, { automation, since: 0, after: null, max: 99 });
}

/** How the actions of the newest dispatch ended. */
export function listActionStates(fixture: EngineFixture) {
  return listActivity(fixture)[0]?.actions.map(({ status }) => status);
}

/** A follower writes `price`. */
export function say(fixture: EngineFixture, eventId: string, { at = NOW, who = '7' } = {}): void {
  const engagement = { ...dm('price'), eventId, from: { id: who, username: null }, at };
  ingest(fixture.engine, { accountId: fixture.account.id, engagement });
}

/** An engine with that number of followers to answer; their dispatches fall due within a minute. */
export function openWithPeople(
  fixtures: EngineFixtures,
  count: number,
  actions: readonly Action[],
): EngineFixture {
  const fixture = openAnswering(fixtures, actions);
  for (let person = 0; person < count; person++) say(fixture, `mid.${person}`, { who: `${person}` });
  return fixture;
}
