export const METRIC_TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type MetricLabels = Readonly<Record<string, string>>;

export interface MetricSample {
  readonly labels: MetricLabels;
  readonly value: number;
  /** After the name of the metric, for the parts of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

export interface Metric {
  /** With its unit; that of a counter ends in `_total`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

/**
 * Formats metrics in the text format of Prometheus, version 0.0.4. Metrics without a sample are left out.
 *
 * @see docs/decisions/0028-own-metrics.md
 */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ name, type, help, samples }) =>
        `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${samples.map((sample) => formatSample(name, sample)).join('')}`,
    )
    .join('');
}

function formatSample(name: string, { labels, value, suffix }: MetricSample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix ?? ''}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${formatValue(value)}\n`;
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return escapeHelp(text.toWellFormed()).replaceAll('"', '\\"');
}

function formatValue(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}
