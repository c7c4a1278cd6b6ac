import { type Client, createClient, type PlannedRequest } from '../../../../client/client.ts';
import type { QueryValues, RequestInput } from '../../../../client/prepare-request.ts';
import type { Transport } from '../../../../client/transport.ts';
import { isLoopback } from '../../../../domain/addresses/url-shape.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { isSandboxKey } from '../../../../sandbox/generate-ids.ts';
import type { SandboxCredentials } from '../../../../sandbox/open-sandbox.ts';
import type { ServerNote } from '../../../../sandbox/server-note.ts';
import {
  CONTROL,
  type ControlAnswer,
  type ControlInput,
  type ControlName,
} from '../../../../service/control/control.ts';
import { DAY_MS, SECOND_MS } from '../../../../service/durations.ts';
import type { World } from '../../../../world.ts';
import type { ServiceOrSandbox } from '../../settings/choose-service.ts';

export interface SandboxConnection {
  baseUrl: URL;
  credentials: SandboxCredentials;
  transport: Transport;
  /** The server process; null when there is none. */
  server: ServerNote | null;
  /** Path of the server's log. */
  log?: string;
  /**
   * Aborts outbound requests of this process; absent when another process sends them. @returns how many were
   * aborted
   */
  stop?(): Promise<number>;
}

export interface SandboxControl {
  /**
   * @throws CrierError of kind usage when the sandbox refuses the request; another when it does not respond
   */
  call<N extends ControlName>(name: N, input: ControlInput<N>): Promise<ControlAnswer<N>>;
  /** What `call` would send, its keys masked. */
  plan<N extends ControlName>(name: N, input: ControlInput<N>): PlannedRequest;
  connection: SandboxConnection;
  /** The same control without the run's abort signal, for requests after the run was aborted. */
  withoutAbort(): SandboxControl;
}

/** Poll interval of a local sandbox. */
export const LOOK_EVERY_MS = SECOND_MS;

/** Timeout of a control request. */
const TIMEOUT_MS = 30 * SECOND_MS;
/** Requests that process everything due in a period of any length. */
const LONG_TIMEOUTS_MS: Readonly<Partial<Record<ControlName, number>>> = { advanceClock: DAY_MS };

/** Creates the control of a connected sandbox. Its admin token is sent only there. */
export function createSandboxControl(entrance: SandboxConnection, world: World): SandboxControl {
  const clientFor = (name: ControlName): Client =>
    createClient({
      target: {
        baseUrl: entrance.baseUrl,
        apiKey: entrance.credentials.adminToken,
        profileKey: null,
        xPair: null,
      },
      transport: entrance.transport,
      clock: world.clock,
      random: world.random,
      timeoutMs: LONG_TIMEOUTS_MS[name] ?? TIMEOUT_MS,
      retries: 0,
      maxWaitMs: 0,
      signal: world.signal,
    });
  return {
    connection: entrance,
    async call<N extends ControlName>(name: N, input: ControlInput<N>) {
      const { body } = await clientFor(name)
        .request(toRequest(name, input))
        .catch((error: unknown) => {
          throw toUsageError(error, name);
        });
      const answer = CONTROL[name].answer.safeParse(body);
      if (!answer.success) throw explainAnswer(answer.error, entrance.server);
      // TypeScript does not relate N to the output of its row's schema.
      return answer.data as ControlAnswer<N>;
    },
    plan: (name, input) => clientFor(name).plan(toRequest(name, input)),
    withoutAbort: () => createSandboxControl(entrance, { ...world, signal: new AbortController().signal }),
  };
}

function toRequest<N extends ControlName>(name: N, input: ControlInput<N>): RequestInput {
  const { method, path } = CONTROL[name];
  // A GET takes texts and numbers only.
  return method === 'GET' ? { method, path, query: input as QueryValues } : { method, path, body: input };
}

/** A server continues with the version of crier that started it, when another one is installed. */
function explainAnswer(error: Error, server: ServerNote | null): Error {
  if (server === null) return error;
  return createUsageError(
    `the sandbox server at ${server.address} was started by another version of crier`,
    `stop it with "crier sandbox stop"${server.memory ? ', which loses its data,' : ''} and start it again`,
  );
}

const BAD_PARAMETERS = 101;
/** Fields that are arguments, or flags with another name, on the command line. */
const WRITTEN: Readonly<Record<string, string>> = {
  at: '--created',
  mediaUrls: '--media',
  event: 'the event',
  ms: '<duration>',
  now: '<time>',
  platform: '<platform>',
  plan: '<name>',
  max: '--rate-limit',
  postId: '--post',
  storyId: '--story',
  commentId: '--comment-id',
};
/** Exceptions for single calls. */
const WRITTEN_FOR: Readonly<Partial<Record<ControlName, Readonly<Record<string, string>>>>> = {
  createNativePost: { platform: '--platform' },
};

/** A refused control request is a usage error: the message names the flag in place of the field. */
function toUsageError(error: unknown, call: ControlName): unknown {
  if (!(error instanceof CrierError) || error.facts.code !== BAD_PARAMETERS) return error;
  const { details } = error.facts;
  if (typeof details !== 'string') return error;
  return createUsageError(
    details.replaceAll(/(^|; )(\w+): /g, (_, before, name) => `${before}${getFlagFor(String(name), call)} `),
  );
}

function getFlagFor(name: string, call: ControlName): string {
  return WRITTEN_FOR[call]?.[name] ?? WRITTEN[name] ?? `--${name}`;
}

/**
 * Whether the service is a sandbox: the built-in one, or one served on this machine, which only accepts keys
 * with a sandbox's prefix. Any other service on a loopback address, such as a proxy, follows the service's
 * rules.
 *
 * @see docs/safety.md#S9
 */
export function isSandbox(choice: ServiceOrSandbox): boolean {
  if (choice.kind === 'sandbox') return true;
  const { baseUrl, apiKey } = choice.target;
  return isLoopback(baseUrl.hostname) && isSandboxKey(apiKey);
}
