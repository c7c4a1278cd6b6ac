import type { Outbound } from '../../src/outbound/outbound.ts';
import { createEngine, type Engine } from '../../src/sandbox/engine/engine.ts';
import type { CrashPoint } from '../../src/sandbox/engine/ports.ts';
import { createFixtureClock, type EngineFixture } from './engine-fixture.ts';

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
