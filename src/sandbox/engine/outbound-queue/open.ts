import type { Outbound } from '../../../outbound/outbound.ts';
import type { Engine } from '../engine.ts';
import { createCallbackJobs } from './callbacks.ts';
import { createDeliveryJobs } from './deliveries.ts';
import { createOutboundQueue, type OutboundQueue } from './queue.ts';

/** Opens the queues of outbound requests; callbacks first, since dispatches wait for them. */
export function openOutboundQueues(engine: Engine, outbound: Outbound): readonly OutboundQueue[] {
  const parts = {
    onFault: engine.onFault,
    isWriteLocked: () => engine.store.isWriteLocked(),
    onChange() {
      for (const hear of engine.jobListeners) hear();
    },
  };
  return [
    createOutboundQueue(createCallbackJobs(engine, outbound), parts),
    createOutboundQueue(createDeliveryJobs(engine, outbound), parts),
  ];
}
