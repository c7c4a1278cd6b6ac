/** A metric as a page of metrics shows it. */
export interface ParsedMetric {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly ParsedSample[];
}

interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HELP = new RegExp(`^# HELP (${NAME}) ((?:[^\\\\\n]|\\\\\\\\|\\\\n)*)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/;
const UNITS = /_(?:seconds|bytes|ratio|total|info)$/;

/**
 * Parses a page of metrics in the text format of Prometheus (version 0.0.4), and refuses all that the format, or the
 * naming rules of Prometheus, do not allow.
 *
 * @throws {Error} with the line
 */
export function parseMetrics(text: string): ReadonlyMap<string, ParsedMetric> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const metrics = new Map<string, { help: string; type: string; samples: ParsedSample[] }>();
  const seen = new Set<string>();
  let name = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const refuse = (why: string) => new Error(`${why}: ${line}`);
    const help = HELP.exec(line);
    const type = TYPE.exec(line);
    if (help !== null) {
      name = help[1] ?? '';
      if (metrics.has(name)) throw refuse('a metric is there twice');
      metrics.set(name, { help: help[2] ?? '', type: '', samples: [] });
      continue;
    }
    const metric = metrics.get(name);
    if (type !== null) {
      if (type[1] !== name || metric?.type !== '') throw refuse('the type is not after its help');
      metric.type = type[2] ?? '';
      if ((metric.type === 'counter') !== name.endsWith('_total'))
        throw refuse('only counters end in _total');
      continue;
    }
    const sample = SAMPLE.exec(line);
    if (sample === null || metric === undefined || metric.type === '')
      throw refuse('not a sample of a metric');
    const suffix = (sample[1] ?? '').slice(name.length);
    const suffixes = metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    if (!(sample[1] ?? '').startsWith(name) || !suffixes.includes(suffix))
      throw refuse('a sample of another metric');
    const key = `${sample[1]}{${sample[2] ?? ''}}`;
    if (seen.has(key)) throw refuse('a sample is there twice');
    seen.add(key);
    metric.samples.push({
      name: sample[1] ?? '',
      labels: parseLabels(sample[2] ?? ''),
      value: parseValue(sample[3] ?? ''),
    });
  }
  for (const [each, { type, samples, help }] of metrics) {
    if (samples.length === 0 || help === '') throw new Error(`${each} has no samples or no help`);
    if (type === 'histogram') checkHistogram(each, samples);
    if (/_(?:milliseconds|ms|minutes|kb)(?:_|$)/.test(each)) throw new Error(`${each} is not in a base unit`);
    if (type === 'histogram' && !UNITS.test(each)) throw new Error(`${each} has no unit`);
  }
  return metrics;
}

function parseLabels(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ''; ) {
    const label = LABEL.exec(rest);
    if (label === null) throw new Error(`not a label: ${rest}`);
    const [whole, name = '', value = ''] = label;
    if (name in labels || name.startsWith('__')) throw new Error(`not a name for a label: ${name}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_escape, char: string) => (char === 'n' ? '\n' : char));
    rest = rest.slice(whole.length);
    if (rest === '' && whole.endsWith(',')) throw new Error(`a comma at the end: ${text}`);
  }
  return labels;
}

function parseValue(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(text)) throw new Error(`not a value: ${text}`);
  return Number(text);
}

/** Buckets that grow up to infinity, a sum and a count for each set of labels. */
function checkHistogram(name: string, samples: readonly ParsedSample[]): void {
  const key = ({ labels: { le: _bound, ...others } }: ParsedSample) => JSON.stringify(others);
  for (const [labels, all] of Map.groupBy(samples, key)) {
    const buckets = all.filter((each) => each.name === `${name}_bucket`);
    const bounds = buckets.map((each) => parseValue(each.labels['le'] ?? ''));
    const counts = buckets.map(({ value }) => value);
    const count = all.find((each) => each.name === `${name}_count`)?.value;
    const isSorted = (values: readonly number[]) =>
      values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY || !isSorted(bounds) || !isSorted(counts))
      throw new Error(`the buckets of ${name}${labels} do not grow up to infinity`);
    if (count !== counts.at(-1) || !all.some((each) => each.name === `${name}_sum`))
      throw new Error(`${name}${labels} has another count than its buckets, or no sum`);
  }
}
