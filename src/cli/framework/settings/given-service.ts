import type { ServiceTarget } from '../../../client/target.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { describeErrorCode } from '../output/failures.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import type { ChoiceInput } from './named-context.ts';
import { readSecret, readVariable } from './secrets.ts';

export interface GivenKeys {
  readonly apiKey: string | null;
  readonly profileKey: string | null;
}

/** The variable with a command that prints the API key. */
export const KEY_COMMAND = 'CRIER_KEY_COMMAND';

/** @throws CrierError of kind usage when one is given twice, or its file cannot be read */
export async function readKeys({
  flags,
  typed,
  env,
  readFile,
  runKeyCommand,
}: Omit<ChoiceInput, 'settings' | 'project'>): Promise<GivenKeys> {
  const { apiKeyFile, profileKeyFile, keyCommand } = flags;
  const readFromCommand = async () => {
    const ofFlag = typed.has('keyCommand') ? keyCommand : undefined;
    if (ofFlag !== undefined) return runKeyCommand(ofFlag, '--key-command');
    const key = await readSecret({ variable: 'CRIER_API_KEY' }, { env }, readFile);
    const command = readVariable(env, KEY_COMMAND);
    if (command === null) return key;
    if (key === null) return runKeyCommand(command, KEY_COMMAND);
    throw createUsageError(`both CRIER_API_KEY and ${KEY_COMMAND} are set`, 'unset one of them');
  };
  return {
    apiKey:
      apiKeyFile === undefined
        ? await readFromCommand()
        : await readSecret({ variable: 'CRIER_API_KEY', flagFile: apiKeyFile }, { env }, readFile),
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
export function requireWholePair<Secret>(
  key: Secret | null,
  secret: Secret | null,
  [keyName, secretName]: readonly [string, string],
): { key: Secret; secret: Secret } | null {
  if (key !== null && secret !== null) return { key, secret };
  if (key === null && secret === null) return null;
  const [set, open] = key === null ? [secretName, keyName] : [keyName, secretName];
  throw new CrierError('auth', 'only one of the two X keys is set', {
    ...describeErrorCode(419),
    advice: `set ${open}, or unset ${set}`,
  });
}

/** Whether two addresses are the same, trailing slashes aside. */
export function isSameAddress(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) =>
    URL.canParse(text) ? new URL(text).href.replace(/\/+$/, '') : text,
  );
  return left === right;
}

/** @param text an address as typed @throws CrierError of kind usage */
export function parseAddress(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  // not printed unless it looks like an address: it may be a key in the wrong setting
  const shown =
    /^[\w.-]+(:\d+)?(\/[\w./-]*)?$/.test(text) && text.includes('.') && maskLikelySecret(text) === text
      ? `"${text}"`
      : 'the given address';
  throw createUsageError(`${shown} is not a URL`, 'use a URL such as https://api.example.com/api');
}
