import type { Database } from '../../storage/open-database.ts';
import { type Breaker, CLOSED_BREAKER } from '../engine/breaker.ts';

/** Scope of a circuit breaker: the callbacks of a profile to an origin. */
export interface BreakerKey {
  readonly profile: number;
  readonly origin: string;
}

export interface BreakerStore {
  get(key: BreakerKey): Breaker;
  /** The caller holds the transaction in which it read the breaker. */
  save(key: BreakerKey, breaker: Breaker): void;
}

export function createBreakerStore(database: Database): BreakerStore {
  return {
    get: ({ profile, origin }) =>
      database.first<Breaker>(
        `select failures, opened_at as openedAt, probe_until as probeUntil from breakers
         where profile = ? and origin = ?`,
        profile,
        origin,
      ) ?? CLOSED_BREAKER,
    save: ({ profile, origin }, { failures, openedAt, probeUntil }) =>
      database.run(
        'replace into breakers (profile, origin, failures, opened_at, probe_until) values (?, ?, ?, ?, ?)',
        profile,
        origin,
        failures,
        openedAt,
        probeUntil,
      ),
  };
}
