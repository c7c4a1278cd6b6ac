import { SECOND_MS } from '../../service/durations.ts';
import { createCounter, createHistogram } from '../../telemetry/instruments.ts';
import type { Metric, MetricSample } from '../../telemetry/metric-text.ts';
import type { ForwardReport } from '../forwarding.ts';
import { DELIVERY_SOURCES, type TargetBacklog } from '../inbox/inbox.ts';
import { RECEIVER_FAULTS, type ReceiverReport } from '../receiver-endpoint.ts';

export interface ReceiverGauges {
  /** In milliseconds since 1970. */
  now: number;
  /** Null when the store does not answer. */
  backlogs: readonly TargetBacklog[] | null;
  inFlight: readonly { target: string; count: number }[];
  isHealthy: boolean;
}

export type ReceiverMetrics = ReturnType<typeof createReceiverMetrics>;

/** Upper bounds in seconds: of answers, which are to come within 15 s, and of attempts, which may take 30 s. */
const ANSWER_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const ATTEMPT_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];

const OUTCOMES = ['done', 'failed', 'refused'] as const satisfies readonly ForwardReport['outcome']['kind'][];

/** @param targets their labels */
function createInstruments(targets: readonly string[]) {
  const received = createCounter(
    {
      name: 'crier_deliveries_received_total',
      help: 'Deliveries that were stored, by whether they repeat another one.',
    },
    DELIVERY_SOURCES.flatMap((source) => ['new', 'repeated'].map((verdict) => ({ verdict, source }))),
  );
  const refused = createCounter(
    { name: 'crier_requests_refused_total', help: 'Requests that were refused, by reason.' },
    RECEIVER_FAULTS.map((reason) => ({ reason })),
  );
  const drops = createCounter(
    {
      name: 'crier_connections_refused_total',
      help: 'Connections that were refused, because too many were open.',
    },
    [{}],
  );
  const answers = createHistogram(
    {
      name: 'crier_answer_duration_seconds',
      help: 'From the whole request to the end of the answer, of deliveries that were stored.',
    },
    ANSWER_BOUNDS,
  );
  const attempts = createCounter(
    { name: 'crier_forward_attempts_total', help: 'Attempts to forward a delivery, by result.' },
    targets.flatMap((target) => OUTCOMES.map((result) => ({ target, result }))),
  );
  const dead = createCounter(
    {
      name: 'crier_deliveries_given_up_total',
      help: 'Deliveries that are not attempted again for a target.',
    },
    targets.map((target) => ({ target })),
  );
  const durations = createHistogram(
    { name: 'crier_forward_duration_seconds', help: 'How long an attempt to forward a delivery took.' },
    ATTEMPT_BOUNDS,
  );
  return { received, refused, drops, answers, attempts, dead, durations };
}

/**
 * Counts what a receiver does, for Prometheus and OpenTelemetry.
 *
 * @param startedAt in milliseconds since 1970
 * @param labelTarget how a target is called in a label: its name may have secrets
 */
export function createReceiverMetrics({
  version,
  targets,
  startedAt,
  labelTarget,
}: {
  version: string;
  targets: readonly string[];
  startedAt: number;
  labelTarget(name: string): string;
}) {
  const label = createLabels(labelTarget);
  const { received, refused, drops, answers, attempts, dead, durations } = createInstruments(
    targets.map(label),
  );
  return {
    addReport(report: ReceiverReport) {
      if (report.kind === 'refused') return refused.add({ reason: report.fault });
      const { source } = report.arrived;
      received.add({ verdict: report.repeats === null ? 'new' : 'repeated', source });
      if (source === 'request') answers.observe({}, report.ms / SECOND_MS);
    },
    addAttempt({ job, outcome, ms, again }: ForwardReport) {
      const target = label(job.target);
      attempts.add({ target, result: outcome.kind });
      durations.observe({ target }, ms / SECOND_MS);
      if (again === null && outcome.kind !== 'done') dead.add({ target });
    },
    /** A connection was refused, because too many were open. */
    addDrop: () => drops.add({}),
    read: (gauges: ReceiverGauges): readonly Metric[] => [
      createGauge('crier_build_info', 'The version of the program.', [{ labels: { version }, value: 1 }]),
      createGauge('crier_start_time_seconds', 'When the receiver was started, in seconds since 1970.', [
        { labels: {}, value: startedAt / SECOND_MS },
      ]),
      createGauge('crier_healthy', 'Whether deliveries can be received and stored: 1 or 0.', [
        { labels: {}, value: gauges.isHealthy ? 1 : 0 },
      ]),
      received.read(),
      refused.read(),
      drops.read(),
      answers.read(),
      attempts.read(),
      durations.read(),
      dead.read(),
      createGauge(
        'crier_forward_attempts_in_flight',
        'Attempts under way.',
        gauges.inFlight.map(({ target, count }) => ({ labels: { target: label(target) }, value: count })),
      ),
      ...readBacklogs(gauges, label),
    ],
  };
}

function readBacklogs({ backlogs, now }: ReceiverGauges, label: (name: string) => string): readonly Metric[] {
  if (backlogs === null) return [];
  const each = (read: (backlog: TargetBacklog) => number): readonly MetricSample[] =>
    backlogs.map((backlog) => ({ labels: { target: label(backlog.target) }, value: read(backlog) }));
  return [
    createGauge(
      'crier_deliveries_waiting',
      'Deliveries in the store that a target has not got yet.',
      each(({ waiting }) => waiting),
    ),
    createGauge(
      'crier_oldest_waiting_seconds',
      'How long the oldest of them waits; 0 if none does.',
      each(({ oldestWaiting }) =>
        oldestWaiting === null ? 0 : Math.max(0, now - oldestWaiting) / SECOND_MS,
      ),
    ),
    createGauge(
      'crier_deliveries_dead',
      'Deliveries in the store that were given up for a target.',
      each(({ dead }) => dead),
    ),
  ];
}

function createGauge(name: string, help: string, samples: readonly MetricSample[]): Metric {
  return { name, type: 'gauge', help, samples };
}

/** Two targets may differ only in what a label must not show, and no two series may have the same labels. */
function createLabels(labelTarget: (name: string) => string): (target: string) => string {
  const labels = new Map<string, string>();
  const counts = new Map<string, number>();
  return (target) => {
    const known = labels.get(target);
    if (known !== undefined) return known;
    const text = labelTarget(target);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    const label = count === 1 ? text : `${text} (${count})`;
    labels.set(target, label);
    return label;
  };
}
