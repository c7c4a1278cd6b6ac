import { type Client, createClient, type PlannedRequest } from '../client/client.ts';
import type { RequestInput } from '../client/prepare.ts';
import { CONTROL, type ControlAnswer, type ControlInput, type ControlName } from '../facts/control.ts';
import type { Entrance } from './enter-sandbox.ts';
import type { World } from './world.ts';

/** Steers a sandbox, wherever it runs. */
export interface SandboxControl {
  /** @throws CrierError when the sandbox refuses, or its server does not answer */
  call<N extends ControlName>(name: N, input: ControlInput<N>): Promise<ControlAnswer<N>>;
  /** What `call` would send, its keys masked. */
  plan<N extends ControlName>(name: N, input: ControlInput<N>): PlannedRequest;
  readonly entrance: Entrance;
}

/** How long one order may take. */
const TIMEOUT_MS = 30_000;

/** Control over the sandbox behind an entrance: its admin token goes there, and nowhere else. */
export function sandboxControl(entrance: Entrance, world: World): SandboxControl {
  const client: Client = createClient({
    target: {
      baseUrl: entrance.baseUrl,
      apiKey: entrance.credentials.adminToken,
      profileKey: null,
      xPair: null,
    },
    transport: entrance.transport,
    clock: world.clock,
    random: world.random,
    timeoutMs: TIMEOUT_MS,
    retries: 0,
    maxWaitMs: 0,
    signal: world.signal,
  });
  return {
    entrance,
    async call<N extends ControlName>(name: N, input: ControlInput<N>) {
      const { body } = await client.request(asRequest(name, input));
      // The compiler does not follow N from the row to its schema's output.
      return CONTROL[name].answer.parse(body) as ControlAnswer<N>;
    },
    plan: (name, input) => client.plan(asRequest(name, input)),
  };
}

function asRequest<N extends ControlName>(name: N, input: ControlInput<N>): RequestInput {
  const { method, path } = CONTROL[name];
  return { method, path, body: method === 'GET' ? null : input };
}
