import type { DispatchOutcome } from '../../src/sandbox/engine/dispatcher/actions.ts';
import { createDispatcher } from '../../src/sandbox/engine/dispatcher/dispatcher.ts';
import { createIngest, type EngagementNotice, type IngestResult } from '../../src/sandbox/engine/ingest.ts';
import { createCommit, type EnginePorts } from '../../src/sandbox/engine/ports.ts';

/** Ingests one engagement. @returns its dispatches */
export function ingest(ports: EnginePorts, notice: EngagementNotice): IngestResult['dispatches'] {
  const ingestAll = createIngest({ ...ports, commit: createCommit(ports) });
  return ingestAll(() => [notice])[0]?.dispatches ?? [];
}

export function runDispatches(
  ports: EnginePorts,
  options: Parameters<ReturnType<typeof createDispatcher>>[0],
): void {
  createDispatcher({ ...ports, commit: createCommit(ports) })(options);
}

/** Runs the next due dispatch until it ends or waits; none while a post is due before it. */
export function runNextDispatch(ports: EnginePorts): 'nothing is due' | DispatchOutcome['kind'] {
  let ran: ReturnType<typeof runNextDispatch> = 'nothing is due';
  runDispatches(ports, {
    mayContinue: () => false,
    onOutcome(kind) {
      ran = kind;
    },
  });
  return ran;
}
