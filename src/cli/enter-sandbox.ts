import type { Target } from '../client/target.ts';
import type { Transport } from '../client/transport.ts';
import { usageError } from '../errors.ts';
import type { Sandbox } from '../sandbox/open-sandbox.ts';
import type { Choice } from './config.ts';
import type { ContextParts } from './context.ts';
import { nearest, orList } from './nearest.ts';
import type { Output } from './output.ts';
import { sandboxFile } from './places.ts';
import { sandboxTransport } from './sandbox-transport.ts';
import type { World } from './world.ts';

type SandboxChoice = Extract<Choice, { kind: 'sandbox' }>;

/** Whom to speak to, and the way there. */
interface Entrance {
  readonly target: Target;
  readonly transport: Transport;
}

/**
 * The way into this machine's sandbox: its keys, and a transport that carries requests straight into it.
 *
 * @param writes the call changes something
 * @throws CrierError of kind usage when nobody asked for the sandbox and nobody would see that it is written to, or
 *   when it has no such profile
 */
export async function enterSandbox(
  parts: ContextParts,
  choice: SandboxChoice,
  writes: boolean,
): Promise<Entrance> {
  const { world, output, flags } = parts;
  if (choice.isUnasked) await agreeOnSandbox(world, output, writes);
  const sandbox = await world.openSandbox({
    file: sandboxFile(world),
    onDefect: (traceId, error) => {
      if (flags.verbose)
        void output.trace(`! sandbox, trace id ${traceId}: ${error instanceof Error ? error.stack : error}`);
    },
  });
  parts.onEnd(() => sandbox.close());
  return { target: sandboxTarget(sandbox, choice.profile), transport: sandboxTransport(sandbox) };
}

/** Nobody is surprised: reading says where the data comes from, and writing needs a person who sees that. */
async function agreeOnSandbox(world: World, output: Output, writes: boolean): Promise<void> {
  if (writes && !(world.stdin.isTerminal && world.stderr.isTerminal)) {
    throw usageError(
      'no service is chosen, and this would change something',
      'add --sandbox for the built-in sandbox, or set CRIER_BASE_URL and CRIER_API_KEY',
    );
  }
  await output.note('using the built-in sandbox: no service is configured (crier help environment)');
}

function sandboxTarget(sandbox: Sandbox, profile: string | null): Target {
  const { apiKey, xPair, profiles } = sandbox.credentials;
  const chosen = profiles.find((each) => each.alias === profile);
  if (profile !== null && chosen === undefined) {
    const aliases = profiles.map((each) => each.alias);
    throw usageError(
      `the sandbox has no profile "${profile}"`,
      `${nearest(profile, aliases)}it has ${orList(aliases)}`,
    );
  }
  return {
    baseUrl: new URL('http://sandbox.localhost/'),
    apiKey,
    xPair,
    profileKey: chosen?.profileKey ?? null,
  };
}
