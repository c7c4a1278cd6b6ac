import type { ServerNote } from '../sandbox/server-note.ts';

/** The environment in which programs, this one too, speak to a sandbox that is served. */
export function sandboxVariables({ address, credentials }: ServerNote): Readonly<Record<string, string>> {
  const { apiKey, xPair } = credentials;
  return {
    CRIER_BASE_URL: address,
    CRIER_API_KEY: apiKey,
    CRIER_X_API_KEY: xPair.key,
    CRIER_X_API_SECRET: xPair.secret,
  };
}
