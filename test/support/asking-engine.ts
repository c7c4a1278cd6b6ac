import type { Outbound } from '../../src/outbound/outbound.ts';
import type { CrashPoint } from '../../src/sandbox/engine/crash-points.ts';
import { createEngine, type Engine } from '../../src/sandbox/engine/engine.ts';
import { clockOf, type EngineRoom } from './engine-room.ts';

/** An engine of a room that may ask others. */
export interface AskingEngine {
  readonly engine: Engine;
  /** Moves the room's clock on, and runs and asks what falls due by then. */
  advance(ms: number): ReturnType<Engine['advance']>;
}

export function askingEngine(
  room: EngineRoom,
  outbound: Outbound,
  hook?: (point: CrashPoint) => void,
): AskingEngine {
  const engine = createEngine({
    ...room.engine,
    openOutbound: async () => outbound,
    ...(hook && { crashPoint: hook }),
  });
  const clock = clockOf(room);
  return { engine, advance: (ms) => engine.advance({ clock, by: ms }) };
}
