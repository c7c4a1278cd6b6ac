import type { Target } from '../client/target.ts';
import { CrierError, usageError } from '../errors.ts';
import type { EveryFlags, RemoteFlags } from './flags.ts';
import { foreseen } from './foreseen.ts';
import { nearest } from './nearest.ts';
import { type ReadFile, readSecret } from './secrets.ts';
import type { World } from './world.ts';

/** Which service a command talks to. */
export type Choice =
  | { readonly kind: 'sandbox'; readonly profile: string | null; readonly isUnasked: boolean }
  | { readonly kind: 'service'; readonly target: Target };

const SANDBOX = 'sandbox';

/**
 * Decides which service a command talks to: a context by name, else an address and a key from flags or
 * environment, else, with nothing at all configured, the built-in sandbox.
 *
 * @throws CrierError of kind auth when half of a setting is missing, of kind usage when settings contradict each other
 * @see the command line's contract, "Which service a command talks to"; rules AUTH-03, AUTH-07
 */
export async function chooseService(
  flags: EveryFlags & RemoteFlags,
  world: Pick<World, 'env'>,
  readFile: ReadFile,
): Promise<Choice> {
  if (flags.sandbox || flags.context !== undefined) return chooseContext(flags);
  const apiKey = await readSecret({ variable: 'CRIER_API_KEY', flagFile: flags.apiKeyFile }, world, readFile);
  const profileKey = await readSecret(
    { variable: 'CRIER_PROFILE_KEY', flagFile: flags.profileKeyFile },
    world,
    readFile,
  );
  const xPair = await readXPair(world, readFile);
  if (apiKey === null && profileKey !== null)
    throw missing(
      'a profile key is set, but no API key',
      'CRIER_API_KEY or --api-key-file',
      'unset CRIER_PROFILE_KEY',
    );
  if (apiKey === null && flags.baseUrl !== undefined)
    throw missing(
      'an address is set, but no API key',
      'CRIER_API_KEY or --api-key-file',
      'unset CRIER_BASE_URL',
    );
  if (apiKey !== null && flags.baseUrl === undefined)
    throw missing('an API key is set, but no address', 'CRIER_BASE_URL or --base-url', 'unset CRIER_API_KEY');
  if (apiKey === null || flags.baseUrl === undefined) {
    return { kind: 'sandbox', profile: sandboxProfile(flags), isUnasked: true };
  }
  refuseAlias(flags.profile, profileKey);
  const baseUrl = asAddress(flags.baseUrl);
  return {
    kind: 'service',
    target: { baseUrl, apiKey, profileKey: flags.profile === 'none' ? null : profileKey, xPair },
  };
}

function chooseContext(flags: EveryFlags & RemoteFlags): Choice {
  const name = flags.context ?? SANDBOX;
  if (flags.sandbox && name !== SANDBOX)
    throw usageError(`--sandbox and --context ${name} contradict each other`, 'give one of them');
  if (name !== SANDBOX) {
    throw usageError(
      `there is no context "${name}" on this machine`,
      `${nearest(name, [SANDBOX])}the built-in one is "${SANDBOX}"`,
    );
  }
  const given = flags.apiKeyFile ?? flags.profileKeyFile;
  if (given !== undefined) {
    throw usageError(
      'a key was given together with the sandbox, which has its own',
      'leave out the key file, or the sandbox',
    );
  }
  return { kind: 'sandbox', profile: sandboxProfile(flags), isUnasked: false };
}

function sandboxProfile({ profile }: RemoteFlags): string | null {
  return profile === undefined || profile === 'none' ? null : profile;
}

function refuseAlias(profile: string | undefined, profileKey: string | null): void {
  if (profile === undefined || profile === 'none') return;
  const fault =
    profileKey === null
      ? `no profile is saved as "${profile}" on this machine`
      : `the profile "${profile}" and a profile key contradict each other`;
  throw usageError(fault, 'give the profile key itself: --profile-key-file or CRIER_PROFILE_KEY');
}

async function readXPair(world: Pick<World, 'env'>, readFile: ReadFile): Promise<Target['xPair']> {
  const key = await readSecret({ variable: 'CRIER_X_API_KEY' }, world, readFile);
  const secret = await readSecret({ variable: 'CRIER_X_API_SECRET' }, world, readFile);
  if (key !== null && secret !== null) return { key, secret };
  if (key === null && secret === null) return null;
  throw new CrierError('auth', 'only one of the two X keys is set', {
    ...foreseen(419),
    advice: `set ${key === null ? 'CRIER_X_API_KEY' : 'CRIER_X_API_SECRET'} too, or unset ${key === null ? 'CRIER_X_API_SECRET' : 'CRIER_X_API_KEY'}`,
  });
}

function missing(fault: string, add: string, orElse: string): CrierError {
  return new CrierError('auth', fault, {
    http: null,
    advice: `set ${add}; or ${orElse}, and the built-in sandbox answers`,
  });
}

function asAddress(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw usageError(`"${text}" is not an address`, 'it looks like https://api.example.com/api');
}
