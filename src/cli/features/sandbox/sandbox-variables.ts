import type { ServerNote } from '../../../sandbox/server-note.ts';

/** Variables that choose another service, or hold keys other than the sandbox's. */
const OF_ELSEWHERE = [
  'CRIER_CONTEXT',
  'CRIER_PROFILE',
  'CRIER_PROFILE_KEY',
  'CRIER_PROFILE_KEY_FILE',
  'CRIER_API_KEY_FILE',
  'CRIER_X_API_KEY_FILE',
  'CRIER_X_API_SECRET_FILE',
  'CRIER_WEBHOOK_SECRET',
  'CRIER_WEBHOOK_SECRET_FILE',
] as const;

/**
 * Variables for a program that may only use this sandbox: all other settings of services are unset, and the
 * state folder is that of the served sandbox.
 */
export function buildIsolatedVariables(
  note: ServerNote,
  stateFolder: string,
): Readonly<Record<string, string | undefined>> {
  const cleared = Object.fromEntries(OF_ELSEWHERE.map((name) => [name, undefined]));
  return { ...cleared, ...buildSandboxVariables(note), CRIER_STATE_DIR: stateFolder };
}

type SandboxVariables = Readonly<
  Record<'CRIER_BASE_URL' | 'CRIER_API_KEY' | 'CRIER_X_API_KEY' | 'CRIER_X_API_SECRET', string>
>;

/** Variables with which programs, including this one, use a served sandbox. */
export function buildSandboxVariables({ address, credentials }: ServerNote): SandboxVariables {
  const { apiKey, xPair } = credentials;
  return {
    CRIER_BASE_URL: address,
    CRIER_API_KEY: apiKey,
    CRIER_X_API_KEY: xPair.key,
    CRIER_X_API_SECRET: xPair.secret,
  };
}
