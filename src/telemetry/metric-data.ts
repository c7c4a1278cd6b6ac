import { ValueType } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { Metric, MetricLabels } from './metric-text.ts';

interface Times {
  /** When counting began, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
}

/**
 * Converts metrics to those of OpenTelemetry. A name loses what its type and unit say: a collector adds `_total` and
 * `_seconds` again where it writes them for Prometheus, so that both ways have the same names.
 */
export function buildMetricData(metrics: readonly Metric[], times: Times): readonly MetricData[] {
  return metrics.flatMap((metric) => (metric.samples.length === 0 ? [] : [convert(metric, times)]));
}

function convert(metric: Metric, { startedAt, now }: Times): MetricData {
  const { name, type, help: description, samples } = metric;
  const unit = /_seconds$/.test(name) ? 's' : '';
  const descriptor = {
    name: name.replace(/_(?:total|seconds)$/, ''),
    description,
    unit,
    valueType: ValueType.DOUBLE,
  };
  const shared = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const point = <Value>(labels: MetricLabels, value: Value) => ({
    startTime: toTime(startedAt),
    endTime: toTime(now),
    attributes: { ...labels },
    value,
  });
  const dataPoints = () => samples.map(({ labels, value }) => point(labels, value));
  switch (type) {
    case 'counter':
      return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: dataPoints() };
    case 'gauge':
      return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints: dataPoints() };
    case 'histogram':
      return {
        ...shared,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: readHistograms(metric).map(({ labels, value }) => point(labels, value)),
      };
  }
}

/** Seconds since 1970, and nanoseconds. */
function toTime(milliseconds: number): [number, number] {
  return [Math.floor(milliseconds / 1_000), Math.floor((milliseconds % 1_000) * 1e6)];
}

/** The distributions of a histogram, whose samples count those up to a bound. */
function readHistograms({ samples }: Metric): readonly { labels: MetricLabels; value: Histogram }[] {
  const found = new Map<
    string,
    { labels: MetricLabels; counts: number[]; boundaries: number[]; sum: number; count: number }
  >();
  for (const { labels, value, suffix } of samples) {
    const { le, ...own } = labels;
    const key = JSON.stringify(own);
    const known = found.get(key) ?? { labels: own, counts: [], boundaries: [], sum: 0, count: 0 };
    found.set(key, known);
    if (suffix === '_sum') known.sum = value;
    else if (suffix === '_count') known.count = value;
    else {
      known.counts.push(value);
      if (le !== '+Inf') known.boundaries.push(Number(le));
    }
  }
  return [...found.values()].map(({ labels, counts, boundaries, sum, count }) => ({
    labels,
    value: {
      sum,
      count,
      buckets: { boundaries, counts: counts.map((upTo, place) => upTo - (counts[place - 1] ?? 0)) },
    },
  }));
}
