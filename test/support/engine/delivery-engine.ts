import { randomBytes } from 'node:crypto';
import { getHostPort } from '../../../src/domain/addresses/url-shape.ts';
import type { Outbound } from '../../../src/outbound/outbound.ts';
import { createEngine, type Engine } from '../../../src/sandbox/engine/engine.ts';
import type { CrashPoint } from '../../../src/sandbox/engine/ports.ts';
import { generateHookId } from '../../../src/sandbox/generate-ids.ts';
import type { DeliveryWithAttempts, NewDelivery } from '../../../src/sandbox/store/outbound/deliveries.ts';
import { createFixtureClock, type EngineFixture } from './engine-fixture.ts';

/** An engine with a way out, and what it tells. */
export interface DeliveryEngine extends OutboundEngine {
  readonly room: EngineFixture;
  /** Enqueues a delivery that is due by now. @returns its `hookId` */
  tell(told?: Partial<NewDelivery>): string;
  /** The same, that number of times. */
  tellMany(count: number, told?: Partial<NewDelivery>): readonly string[];
  of(hookId: string): DeliveryWithAttempts;
  /** The same data, seen by another process. */
  another(outbound?: Outbound, hook?: (point: CrashPoint) => void): DeliveryEngine;
  /** What a process that comes later finds: the data, and no lease that still holds. */
  afterDeath(outbound?: Outbound): DeliveryEngine;
}

export const HOOK_URL = 'https://hooks.example.com/a';

/** @param hook lets it die at a crash point */
export function createDeliveryEngine(
  room: EngineFixture,
  outbound: Outbound,
  hook?: (point: CrashPoint) => void,
): DeliveryEngine {
  const { store } = room.engine;
  const primary = store.profiles.primary().id;
  // by the machine's clock, waits would be no more than nearly what they should be
  store.settings.change({ setClock: room.time.now });
  const add = (told: Partial<NewDelivery>): string => {
    const hookId = generateHookId(randomBytes);
    store.deliveries.add({
      hookId,
      key: `test:${hookId}`,
      profile: primary,
      owner: primary,
      action: 'automations',
      url: HOOK_URL,
      event: { type: 'automation.triggered' },
      created: room.time.now,
      ...told,
    });
    return hookId;
  };
  return {
    room,
    ...createOutboundEngine(room, outbound, hook),
    tell: (told = {}) => store.transaction(() => add(told)),
    tellMany: (count, told = {}) => store.transaction(() => Array.from({ length: count }, () => add(told))),
    of(hookId) {
      const found = store.deliveries.find(hookId);
      if (found === undefined) throw new Error(`there is no delivery ${hookId}`);
      return found;
    },
    another: (other = outbound, otherHook) => createDeliveryEngine(room.another(otherHook), other, otherHook),
    afterDeath: (other = outbound) => createDeliveryEngine(room.afterDeath(), other),
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
  room: EngineFixture,
  outbound: Outbound,
  hook?: (point: CrashPoint) => void,
): OutboundEngine {
  const engine = createEngine({
    ...room.engine,
    openOutbound: async () => outbound,
    ...(hook && { crashPoint: hook }),
  });
  const clock = createFixtureClock(room);
  return { engine, advance: (ms) => engine.advance({ clock, by: ms }) };
}
