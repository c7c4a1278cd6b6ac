import type { Outbound } from '../../../outbound/outbound.ts';
import type { Commit } from '../crash-points.ts';
import type { EnginePorts } from '../ports.ts';
import { createCallbackJobs } from './callbacks.ts';
import { createDeliveryJobs } from './deliveries.ts';
import { createOutboundQueue, type OutboundQueue } from './queue.ts';

interface OutboundQueuesParts extends EnginePorts {
  readonly commit: Commit;
  readonly outbound: Outbound;
  /** Called when a job was recorded: more may be due. */
  onChange(): void;
}

/** Opens the queues of outbound requests; callbacks first, since dispatches wait for them. */
export function openOutboundQueues(parts: OutboundQueuesParts): readonly OutboundQueue[] {
  const { store, outbound } = parts;
  const queue = { ...parts, isWriteLocked: () => store.isWriteLocked() };
  return [
    createOutboundQueue(createCallbackJobs(parts), queue),
    createOutboundQueue(createDeliveryJobs(parts, outbound), queue),
  ];
}
