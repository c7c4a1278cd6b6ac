import type { Outbound } from '../../outbound/outbound.ts';
import type { Engine } from './engine.ts';
import type { Errand, ErrandKind } from './errands.ts';

/** To be filled in. */
export function callbackErrands(_engine: Engine, _outbound: Outbound): ErrandKind<Errand, unknown> {
  return {
    name: 'callbacks',
    nextDue: () => null,
    nextLeaseEnd: () => null,
    take: () => [],
    run: () => Promise.resolve(),
    renew() {},
    record() {},
  };
}
