import { randomBytes } from 'node:crypto';
import { getHostPort } from '../../../src/domain/addresses/url-shape.ts';
import type { Outbound } from '../../../src/outbound/outbound.ts';
import { createEngine, type Engine } from '../../../src/sandbox/engine/engine.ts';
import type { CrashPoint } from '../../../src/sandbox/engine/ports.ts';
import { generateHookId } from '../../../src/sandbox/generate-ids.ts';
import {
  type DeliveryWithAttempts,
  findDelivery,
  insertDelivery,
  type NewDelivery,
} from '../../../src/sandbox/store/outbound/deliveries.ts';
import { getPrimaryProfile } from '../../../src/sandbox/store/profiles.ts';
import { changeSettings } from '../../../src/sandbox/store/settings.ts';
import { createFixtureClock, type EngineFixture } from './engine-fixture.ts';

/** An engine with a way out, and what it tells. */
export interface DeliveryEngine extends OutboundEngine {
  readonly fixture: EngineFixture;
  /** Enqueues a delivery that is due by now. @returns its `hookId` */
  enqueue(recorded?: Partial<NewDelivery>): string;
  /** The same, that number of times. */
  enqueueMany(count: number, recorded?: Partial<NewDelivery>): readonly string[];
  of(hookId: string): DeliveryWithAttempts;
  /** The same data, seen by another process. */
  another(outbound?: Outbound, hook?: (point: CrashPoint) => void): DeliveryEngine;
  /** What a process that comes later finds: the data, and no lease that still holds. */
  afterDeath(outbound?: Outbound): DeliveryEngine;
}

export const HOOK_URL = 'https://hooks.example.com/a';

/** @param hook lets it die at a crash point */
export function createDeliveryEngine(
  fixture: EngineFixture,
  outbound: Outbound,
  hook?: (point: CrashPoint) => void,
): DeliveryEngine {
  const { store } = fixture.engine;
  const primary = getPrimaryProfile(store).id;
  // by the machine's clock, waits would be no more than nearly what they should be
  changeSettings(store, { setClock: fixture.time.now });
  const add = (recorded: Partial<NewDelivery>): string => {
    const hookId = generateHookId(randomBytes);
    insertDelivery(store, {
      hookId,
      key: `test:${hookId}`,
      profile: primary,
      owner: primary,
      action: 'automations',
      url: HOOK_URL,
      event: { type: 'automation.triggered' },
      created: fixture.time.now,
      ...recorded,
    });
    return hookId;
  };
  return {
    fixture,
    ...createOutboundEngine(fixture, outbound, hook),
    enqueue: (recorded = {}) => store.transaction(() => add(recorded)),
    enqueueMany: (count, recorded = {}) =>
      store.transaction(() => Array.from({ length: count }, () => add(recorded))),
    of(hookId) {
      const found = findDelivery(store, hookId);
      if (found === undefined) throw new Error(`there is no delivery ${hookId}`);
      return found;
    },
    another: (other = outbound, otherHook) =>
      createDeliveryEngine(fixture.another(otherHook), other, otherHook),
    afterDeath: (other = outbound) => createDeliveryEngine(fixture.afterDeath(), other),
  };
}

/** Host and port of URLs, as runs are allowed to reach them. */
export const allowing = (outbound: Outbound, ...urls: readonly string[]): Outbound => ({
  ...outbound,
  allowed: urls.map(getHostPort),
});

/** An engine that sends outbound requests. */
export interface OutboundEngine {
  readonly engine: Engine;
  /** Advances the fixture's clock, and runs and sends what falls due by then. */
  advance(ms: number): ReturnType<Engine['advance']>;
}

export function createOutboundEngine(
  fixture: EngineFixture,
  outbound: Outbound,
  hook?: (point: CrashPoint) => void,
): OutboundEngine {
  const engine = createEngine({
    ...fixture.engine,
    openOutbound: async () => outbound,
    ...(hook && { crashPoint: hook }),
  });
  const clock = createFixtureClock(fixture);
  return { engine, advance: (ms) => engine.advance({ clock, by: ms }) };
}
