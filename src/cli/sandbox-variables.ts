import type { ServerNote } from '../sandbox/server-note.ts';

/** What would lead a program elsewhere, or hand it a key that is not the sandbox's. */
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
 * The same for a program that is to reach nothing else: what else was set about services is taken away, and the
 * sandbox of this machine is the one that is served.
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

/** The environment in which programs, this one too, speak to a sandbox that is served. */
export function buildSandboxVariables({ address, credentials }: ServerNote): SandboxVariables {
  const { apiKey, xPair } = credentials;
  return {
    CRIER_BASE_URL: address,
    CRIER_API_KEY: apiKey,
    CRIER_X_API_KEY: xPair.key,
    CRIER_X_API_SECRET: xPair.secret,
  };
}
