import type { Outbound } from '../../outbound/outbound.ts';
import { callbackErrands } from './callback-errands.ts';
import { deliveryErrands } from './delivery-errands.ts';
import type { Engine } from './engine.ts';
import { type Errands, runErrands } from './errands.ts';

/** What leaves the sandbox: callbacks first, since dispatches wait for them. */
export function openErrands(engine: Engine, outbound: Outbound): readonly Errands[] {
  const parts = {
    onFault: engine.onFault,
    isWriteLocked: () => engine.store.isWriteLocked(),
    onChange() {
      for (const hear of engine.afterErrand) hear();
    },
  };
  return [
    runErrands(callbackErrands(engine, outbound), parts),
    runErrands(deliveryErrands(engine, outbound), parts),
  ];
}
