import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SandboxOptions } from '../../../src/sandbox/open-sandbox.ts';
import { type ServedSandbox, serveSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import type { WriteLockSaid } from '../processes/write-lock-holder.ts';
import { openHeldSandbox } from '../sandbox/hold-to-document.ts';
import { SMALL_SEED } from '../small-seed.ts';

/** An answer over the socket. */
export interface HttpAnswer {
  readonly http: number;
  readonly headers: Headers;
  // What a test looks at is the test's to know.
  // biome-ignore lint/suspicious/noExplicitAny: answers are read without a schema, field by field
  readonly body: any;
}

/** A server whose data is in files. */
export interface FileServer {
  readonly served: ServedSandbox;
  readonly file: string;
  ask(method: string, path: string, body?: object): Promise<HttpAnswer>;
  control(method: string, path: string, body?: object): Promise<HttpAnswer>;
}

/** Serves a sandbox of the small seed from a folder, in this process. */
export async function serveFolder(
  folder: string,
  options: Partial<SandboxOptions> = {},
): Promise<FileServer> {
  const file = join(folder, 'sandbox.db');
  const open = () =>
    openHeldSandbox({
      file,
      clock: { now: Date.now },
      random: randomBytes,
      seed: async () => SMALL_SEED,
      ...options,
    });
  const served = await serveSandbox({ folder, open, memory: false, port: 0, processId: 4_000, startedAt: 1 });
  const { address, credentials } = served.note;
  const send = async (key: string, method: string, path: string, body?: object): Promise<HttpAnswer> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-twitter-oauth1-api-key': credentials.xPair.key,
        'x-twitter-oauth1-api-secret': credentials.xPair.secret,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { http: answer.status, headers: answer.headers, body: await answer.json() };
  };
  return {
    served,
    file,
    ask: (...parts) => send(credentials.apiKey, ...parts),
    control: (...parts) => send(credentials.adminToken, ...parts),
  };
}

/** Another process that holds the write lock of a file. */
export interface WriteLock {
  release(): Promise<void>;
  /** Ends the process. */
  end(): void;
}

export async function holdWriteLock(file: string): Promise<WriteLock> {
  const child: ChildProcess = fork(join(import.meta.dirname, '..', 'processes', 'write-lock-holder.ts'), [
    file,
  ]);
  const hear = async (expected: WriteLockSaid) => {
    const [said] = await once(child, 'message');
    if (said !== expected) throw new Error(`the process said ${said}`);
  };
  await hear('locked');
  return {
    async release() {
      const free = hear('free');
      child.send('release');
      await free;
    },
    end: () => void child.kill('SIGKILL'),
  };
}
