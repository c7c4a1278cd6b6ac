import type { Clock } from '../../clock.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { ForwardTarget } from '../forwarding.ts';
import type { ReceiverReport } from '../receiver-endpoint.ts';
import { createReceiverLog } from './receiver-log.ts';
import type { ReceiverWorld } from './world.ts';

/** Opens what a receiver reports to: its log, and the collector of the environment, if there is one. */
export async function openReceiverLog(world: ReceiverWorld, labelTarget: (name: string) => string) {
  let telemetry: Telemetry | null = null;
  const log = createReceiverLog(world, labelTarget, (hookId) => telemetry?.getTraceId(hookId) ?? null);
  telemetry = await world.openTelemetry({ service: 'crier-receiver', onFault: log.addCollectorFault });
  return { log, telemetry };
}

/** Adds a request that was answered: the first of a delivery is the span that all others of its trace are below. */
export function addRequestSpan(telemetry: Telemetry, report: ReceiverReport): void {
  const { receivedAt: startedAt, ms, status, bytes } = report;
  const shared = { kind: 'server', startedAt, endedAt: startedAt + ms } as const;
  const http = {
    'http.request.method': 'POST',
    'http.response.status_code': status,
    'http.request.body.size': bytes,
  };
  if (report.kind === 'refused') {
    const { fault } = report;
    telemetry.addSpan({ ...shared, name: 'refuse a request', trace: null, attributes: http, error: fault });
    return;
  }
  const { number, repeats, arrived } = report;
  const { hookId, action, type } = arrived.facts;
  if (arrived.source !== 'request') return;
  telemetry.addSpan({
    ...shared,
    name: 'receive a delivery',
    trace: hookId,
    ...(repeats !== null && { id: `repeated ${number} ${startedAt}` }),
    attributes: { ...http, ...describeEvent(hookId, action, type), 'crier.delivery.number': number },
    error: null,
  });
}

function describeEvent(hookId: string | null, action: string | null, type: string | null) {
  return { 'crier.hook_id': hookId, 'crier.event.action': action, 'crier.event.type': type };
}

export function traceTargets(
  targets: readonly ForwardTarget[],
  telemetry: Telemetry | null,
  { labelTarget, clock }: { labelTarget(name: string): string; clock: Clock },
): readonly ForwardTarget[] {
  if (telemetry === null) return targets;
  return targets.map((target) => traceTarget(target, { telemetry, clock, label: labelTarget(target.name) }));
}

/** Adds each attempt to the trace of its delivery, and sends the trace along. */
function traceTarget(
  target: ForwardTarget,
  { telemetry, clock, label }: { telemetry: Telemetry; clock: Clock; label: string },
): ForwardTarget {
  return {
    name: target.name,
    async attempt(job, signal) {
      const { hookId, action, type } = job.facts;
      const span = { trace: hookId, id: `forward ${job.number} ${label} ${job.attempt}` };
      const traceparent = hookId === null ? null : telemetry.getTraceParent(hookId, span.id);
      const headers = traceparent === null ? job.headers : { ...job.headers, traceparent };
      const startedAt = clock.now();
      const outcome = await target.attempt({ ...job, headers }, signal);
      telemetry.addSpan({
        ...span,
        name: 'forward a delivery',
        kind: 'client',
        startedAt,
        endedAt: clock.now(),
        attributes: {
          ...describeEvent(hookId, action, type),
          'crier.delivery.number': job.number,
          'crier.target': label,
          'crier.attempt': job.attempt,
          'http.response.status_code': outcome.status,
        },
        error: outcome.error,
      });
      return outcome;
    },
  };
}
