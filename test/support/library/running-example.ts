import { type ChildProcess, execFile, fork } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { ConformRow } from '../../../src/cli/features/hooks/conform/run-checks.ts';
import { BIN } from '../processes/installed-program.ts';

/** The secrets of the examples, by the names of their files. */
export const EXAMPLE_SECRETS = { current: 'secret-of-the-examples', next: 'the-next-secret' } as const;

/** An example that runs as a process. */
export interface RunningExample {
  readonly address: string;
  readonly url: string;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

const RUNNER = join(import.meta.dirname, 'run-example.ts');
const PLATFORM_RUNNER = join(import.meta.dirname, 'run-platform.ts');

/** Starts an example in its folder. @throws Error when it ends before it listens */
export function startExample(
  folder: string,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningExample> {
  return startProcess(RUNNER, [resolve(folder, name)], { folder, env });
}

/** Starts a function of an example behind an imitation of its platform. @throws as `startExample` */
export function startFunction(
  folder: string,
  name: string,
  { platform, env }: { readonly platform: string; readonly env: Readonly<Record<string, string>> },
): Promise<RunningExample> {
  return startProcess(PLATFORM_RUNNER, [platform, resolve(folder, name)], { folder, env });
}

async function startProcess(
  runner: string,
  words: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<RunningExample> {
  const child = fork(runner, words, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      WEBHOOK_SECRET: EXAMPLE_SECRETS.current,
      NEXT_WEBHOOK_SECRET: EXAMPLE_SECRETS.next,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const errors: string[] = [];
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
  const port = await Promise.race([
    once(child, 'message').then(([message]) => Number(message)),
    once(child, 'exit').then(() =>
      Promise.reject(new Error(`${words.join(' ')} ended:\n${errors.join('')}`)),
    ),
  ]);
  const address = `127.0.0.1:${port}`;
  return { address, url: `http://${address}/hooks`, kill: () => killProcess(child) };
}

async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** A delivery of an automation, as the service builds it. */
export function buildEvent(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    action: 'automations',
    hookId: randomUUID(),
    timeStamp: Math.floor(Date.now() / 1_000),
    type: 'automation.triggered',
    activityId: randomUUID(),
    actionId: 'act_1',
    ...changes,
  };
}

/** Posts a delivery, signed unless something else is asked for. @returns the status of the answer */
export async function postEvent(
  url: string,
  event: Readonly<Record<string, unknown>>,
  secret: string = EXAMPLE_SECRETS.current,
): Promise<number> {
  const body = JSON.stringify(event);
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'X-Authorization-Content-SHA256': createHmac('sha256', secret).update(body).digest('hex'),
      'X-Authorization-Timestamp': String(event['timeStamp']),
    },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Checks an example by the contract, with secrets in files of its folder. */
export async function conformExample(
  { url, address }: RunningExample,
  folder: string,
  words: readonly string[],
): Promise<readonly ConformRow[]> {
  const { promise, resolve: end } = Promise.withResolvers<{ stdout: string; stderr: string }>();
  execFile(
    process.execPath,
    [BIN, 'hooks', 'conform', url, '--allow-private', address, '--json', ...words],
    { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } },
    (_error, stdout, stderr) => end({ stdout, stderr }),
  );
  const { stdout, stderr } = await promise;
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly checks: readonly ConformRow[] }).checks;
}
