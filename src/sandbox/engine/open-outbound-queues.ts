import type { Outbound } from '../../outbound/outbound.ts';
import { createCallbackJobs } from './callback-jobs.ts';
import { createDeliveryJobs } from './delivery-jobs.ts';
import type { Engine } from './engine.ts';
import { createOutboundQueue, type OutboundQueue } from './outbound-queue.ts';

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
