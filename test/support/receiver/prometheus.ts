import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';

export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

/** A page of metrics that Prometheus reads. */
interface Target {
  /** The URL of the page. */
  readonly url: string;
  /** Sent as bearer token. */
  readonly token?: string;
}

/** A series that a query found, as Prometheus's HTTP API gives it: the value is a number as text, which may be `NaN`. */
export interface FoundSeries {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [seconds: number, value: string];
}

/** A server of Prometheus, which reads its targets twice a second. */
export interface Prometheus {
  /** Evaluates a query now. @throws {Error} where it does not parse, or cannot be evaluated */
  query(expr: string): Promise<readonly FoundSeries[]>;
  stop(): Promise<void>;
}

/** @param folder takes its settings and its data */
export async function startPrometheus(folder: string, targets: readonly Target[]): Promise<Prometheus> {
  const settings = join(folder, 'prometheus.yml');
  const jobs = targets.map(({ url, token }) => {
    const { host, pathname } = new URL(url);
    const authorization = token === undefined ? {} : { authorization: { credentials: token } };
    return { job_name: url, metrics_path: pathname, static_configs: [{ targets: [host] }], ...authorization };
  });
  const document = { global: { scrape_interval: '500ms', scrape_timeout: '500ms' }, scrape_configs: jobs };
  writeFileSync(settings, JSON.stringify(document), { mode: 0o600 });
  const words = [
    `--config.file=${settings}`,
    '--web.listen-address=127.0.0.1:0',
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
  ];
  const child = spawn('prometheus', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const address = await eventually(() => {
    if (!log.includes('ready to receive')) throw new Error(`Prometheus is not ready: ${log}`);
    return /msg="Listening on" address=(\S+)/.exec(log)?.[1] ?? '';
  });
  return { query: (expr) => ask(`http://${address}/api/v1/query`, expr), stop: () => stop(child) };
}

async function ask(url: string, query: string): Promise<readonly FoundSeries[]> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ query }) });
  const answer = (await response.json()) as { data?: { result: readonly FoundSeries[] }; error?: string };
  if (answer.data === undefined) throw new Error(`${query}: ${answer.error}`);
  return answer.data.result;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
}
