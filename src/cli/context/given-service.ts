import type { ServiceTarget } from '../../client/target.ts';
import { CrierError } from '../../errors.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';
import type { ChoiceInput } from './choose-service.ts';
import { readSecret } from './secrets.ts';

/** Keys from flags and the environment. */
export interface GivenKeys {
  readonly apiKey: string | null;
  readonly profileKey: string | null;
}

/** @throws CrierError of kind usage when one is given twice, or its file cannot be read */
export async function readKeys({
  flags,
  env,
  readFile,
}: Pick<ChoiceInput, 'flags' | 'env' | 'readFile'>): Promise<GivenKeys> {
  const { apiKeyFile, profileKeyFile } = flags;
  return {
    apiKey: await readSecret({ variable: 'CRIER_API_KEY', flagFile: apiKeyFile }, { env }, readFile),
    profileKey: await readSecret(
      { variable: 'CRIER_PROFILE_KEY', flagFile: profileKeyFile },
      { env },
      readFile,
    ),
  };
}

/** The X pair of the environment. @throws CrierError of kind auth for half of one */
export async function readXPair({
  env,
  readFile,
}: Pick<ChoiceInput, 'env' | 'readFile'>): Promise<ServiceTarget['xPair']> {
  const key = await readSecret({ variable: 'CRIER_X_API_KEY' }, { env }, readFile);
  const secret = await readSecret({ variable: 'CRIER_X_API_SECRET' }, { env }, readFile);
  return requireWholePair(key, secret, ['CRIER_X_API_KEY', 'CRIER_X_API_SECRET']);
}

/**
 * Refuses half of an X pair before anything is sent.
 *
 * @param names of the two settings
 * @see docs/service/access.md#AUTH-07
 */
export function requireWholePair(
  key: string | null,
  secret: string | null,
  [keyName, secretName]: readonly [string, string],
): ServiceTarget['xPair'] {
  if (key !== null && secret !== null) return { key, secret };
  if (key === null && secret === null) return null;
  const [set, open] = key === null ? [secretName, keyName] : [keyName, secretName];
  throw new CrierError('auth', 'only one of the two X keys is set', {
    ...describeErrorCode(419),
    advice: `set ${open}, or unset ${set}`,
  });
}
