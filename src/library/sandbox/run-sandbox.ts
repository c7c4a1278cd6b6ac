import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getField } from '../../domain/json/loose-record.ts';
import { fromFetch, toFetch } from '../../sandbox/http/sandbox-request.ts';
import { type ListeningServer, serve } from '../../sandbox/http/serve.ts';
import { openSandbox, type Sandbox } from '../../sandbox/open-sandbox.ts';
import { CONTROL } from '../../service/control/control.ts';
import { LIMITS } from '../../service/limits.ts';
import { runFileOperation } from '../../storage/explain-file-fault.ts';
import { CallError, toCallError } from '../client/call-error.ts';
import { createClient } from '../client.ts';
import { buildSeed } from './build-seed.ts';
import { createRequestCatcher, type RequestCatcher } from './catch-requests.ts';
import { requireReply, requireStartOptions } from './check-options.ts';
import type { ControlCalls } from './control-calls.ts';
import type { ProfileKeys, RunningSandbox, SandboxStartOptions } from './running-sandbox.ts';
import {
  createClockControl,
  createFaultControl,
  createFollowerControl,
  readTime,
  settle,
} from './sandbox-controls.ts';

const IN_PROCESS = 'http://sandbox.localhost';

/** Starts a sandbox with what is asked for. @throws CallError of kind `usage` for options that cannot be used */
export async function runSandbox(options: SandboxStartOptions): Promise<RunningSandbox> {
  requireStartOptions(options);
  const folder = options.storage === 'folder' ? createTemporaryFolder() : null;
  const removeFolder = () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  try {
    return await openParts(options, folder, removeFolder);
  } catch (error) {
    removeFolder();
    throw toCallError(error);
  }
}

/** @throws CallError of kind `usage` where no temporary folder can be made */
function createTemporaryFolder(): string {
  try {
    return runFileOperation(`cannot create a folder in ${tmpdir()}`, () =>
      mkdtempSync(join(tmpdir(), 'crier-sandbox-')),
    );
  } catch (error) {
    throw toCallError(error);
  }
}

async function openParts(
  options: SandboxStartOptions,
  folder: string | null,
  removeFolder: () => void,
): Promise<RunningSandbox> {
  const offset = options.now === undefined ? 0 : readTime(options.now).getTime() - Date.now();
  const catcher = createRequestCatcher();
  const sandbox = await openSandbox({
    file: folder === null ? ':memory:' : join(folder, 'sandbox.db'),
    clock: { now: () => Date.now() + offset },
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    seed: () => buildSeed(options),
    openOutbound: async () => catcher.outbound,
    onDefect: (_traceId, error) => options.onDefect?.(error),
  });
  const running = await sandbox.keepRunning();
  let isClosed = false;
  const answer: Sandbox['answer'] = async (request) => {
    if (isClosed) throw createClosedError();
    // a request may have made work due
    return sandbox.answer(request).finally(running.wake);
  };
  let server: ListeningServer | null = null;
  const end = async () => {
    isClosed = true;
    await server?.close();
    await running.stop();
    sandbox.close();
    removeFolder();
  };
  try {
    const control: RunningSandbox['control'] = (name, input) =>
      callControl({ ...sandbox, answer }, name, input);
    if (options.now !== undefined) {
      await control('setClock', { mode: 'set', now: readTime(options.now).toISOString() });
    }
    const { plan, addOns } = options;
    if (plan !== undefined || addOns !== undefined) {
      await control('setPlan', {
        ...(plan !== undefined && { plan }),
        ...(addOns !== undefined && { addOns }),
      });
    }
    const { listen = false } = options;
    if (listen !== false) server = await serve({ answer, port: listen === true ? 0 : listen.port });
    return toRunningSandbox({
      sandbox: { ...sandbox, answer },
      baseUrl: (options.baseUrl ?? server?.address ?? IN_PROCESS).replace(/\/+$/, ''),
      catcher,
      control,
      end,
    });
  } catch (error) {
    await end();
    throw error;
  }
}

function createClosedError(): CallError {
  return new CallError('usage', 'the sandbox is closed', { advice: 'close it after the last call' });
}

function toRunningSandbox(parts: {
  sandbox: Sandbox;
  baseUrl: string;
  catcher: RequestCatcher;
  control: RunningSandbox['control'];
  end(): Promise<void>;
}): RunningSandbox {
  const { sandbox, baseUrl, catcher, control, end } = parts;
  const { credentials } = sandbox;
  const fetch = createSandboxFetch(sandbox, baseUrl);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= end());
  return {
    baseUrl,
    apiKey: credentials.apiKey,
    xApp: credentials.xPair,
    get profiles() {
      return credentials.profiles;
    },
    fetch,
    createClient: ({ profile, ...options } = {}) =>
      createClient({
        baseUrl,
        apiKey: credentials.apiKey,
        xApp: credentials.xPair,
        ...(profile !== undefined && { profileKey: findProfileKey(credentials.profiles, profile) }),
        ...options,
        fetch,
      }),
    clock: createClockControl(control),
    faults: createFaultControl(control),
    followers: createFollowerControl(control),
    deliveries: {
      async list() {
        await settle(control);
        return [...catcher.deliveries];
      },
      clear: () => void catcher.deliveries.splice(0),
      answerWith(reply) {
        requireReply(reply);
        catcher.answerDelivery = typeof reply === 'function' ? reply : () => reply;
      },
      answerCallbacksWith(reply) {
        requireReply(reply);
        catcher.answerCallback = typeof reply === 'function' ? reply : () => reply;
      },
    },
    control,
    async reset() {
      await control('reset', {});
      catcher.deliveries.splice(0);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function findProfileKey(profiles: readonly ProfileKeys[], alias: string): string {
  const found = profiles.find((profile) => profile.alias === alias);
  if (found !== undefined) return found.profileKey;
  throw new CallError('usage', `there is no profile ${alias}`, {
    advice: `use one of ${profiles.map((profile) => profile.alias).join(', ')}, or name it in profiles`,
  });
}

/** Answers requests under an address, whose path is removed, as a proxy in front of the service does. */
function createSandboxFetch(sandbox: Sandbox, baseUrl: string): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { url, signal } = request;
    if (url !== baseUrl && !/^[/?]/.test(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : '')) {
      throw new TypeError(`this sandbox answers ${baseUrl} only, not ${new URL(url).origin}`);
    }
    signal.throwIfAborted();
    const path = url.slice(baseUrl.length);
    const asked = await fromFetch(request, LIMITS.requestBodyBytes);
    const own = new URL(path.startsWith('/') ? path : `/${path}`, IN_PROCESS);
    // It is not encoded for a caller in the same process.
    const { 'accept-encoding': _coding, ...headers } = asked.headers;
    const answer = await sandbox.answer({ ...asked, headers, url: own });
    signal.throwIfAborted();
    return toFetch(answer);
  };
}

/**
 * Calls the control interface of a sandbox in this process.
 *
 * @throws CallError of kind `usage` when the input is not valid
 */
export async function callControl<N extends keyof ControlCalls>(
  { answer, credentials }: Sandbox,
  name: N,
  input: ControlCalls[N]['input'],
): Promise<ControlCalls[N]['answer']> {
  const row = Object.hasOwn(CONTROL, name) ? CONTROL[name] : undefined;
  if (row === undefined) throw new CallError('usage', `the control interface has no ${name}`);
  const url = new URL(row.path, 'http://sandbox.localhost');
  const isRead = row.method === 'GET';
  if (isRead) for (const [key, value] of Object.entries(input)) url.searchParams.set(key, String(value));
  const { status, body } = await answer({
    method: row.method,
    url,
    headers: { authorization: `Bearer ${credentials.adminToken}`, 'content-type': 'application/json' },
    body: isRead ? null : JSON.stringify(input),
  });
  const document: unknown = JSON.parse(new TextDecoder().decode(body));
  if (status !== 200) throw toControlError(name, status, document);
  // TypeScript does not relate N to the output of its row's schema.
  return row.answer.parse(document) as ControlCalls[N]['answer'];
}

function toControlError(name: string, http: number, answer: unknown): CallError {
  const [code, details, message] = ['code', 'details', 'message'].map((key) => getField(answer, key));
  const reported = typeof details === 'string' ? details : String(message ?? `HTTP ${http}`);
  return new CallError(http === 500 ? 'internal' : 'usage', `${name}: ${reported}`, {
    http,
    code: typeof code === 'number' ? code : null,
    details,
  });
}
