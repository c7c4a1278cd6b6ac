import { mask } from '../../client/mask.ts';
import { type CrierError, createUsageError } from '../../errors.ts';

const API_KEY = '--api-key-file, or CRIER_API_KEY in the environment';

/** Flags that would expose a secret in the process list, and what to use instead. */
const SECRET_FLAGS: Readonly<Record<string, string>> = {
  '--api-key': API_KEY,
  '--apikey': API_KEY,
  '--key': API_KEY,
  '--token': API_KEY,
  '--password': API_KEY,
  '--profile-key': '--profile-key-file, or CRIER_PROFILE_KEY in the environment',
  '--x-api-key': 'CRIER_X_API_KEY or CRIER_X_API_KEY_FILE in the environment',
  '--x-api-secret': 'CRIER_X_API_SECRET or CRIER_X_API_SECRET_FILE in the environment',
  '--webhook-secret': '--secret-file of "hooks register", or CRIER_WEBHOOK_SECRET in the environment',
  '--secret': '--secret-file, or CRIER_WEBHOOK_SECRET in the environment',
};

/** The error for a flag that would expose a secret, without its value; null for any other flag. */
export function findSecretFlagError(name: string): CrierError | null {
  const instead = Object.hasOwn(SECRET_FLAGS, name) ? SECRET_FLAGS[name] : undefined;
  if (instead === undefined) return null;
  return createUsageError(
    `${name} is refused: other users of this machine can read command lines`,
    `use ${instead}; replace a secret that was typed here`,
  );
}

/**
 * @param names flags of the command, which may use the same name for something else @throws CrierError of
 *   kind usage
 */
export function refuseSecrets(words: readonly string[], names: readonly string[]): void {
  const end = words.indexOf('--');
  for (const word of end === -1 ? words : words.slice(0, end)) {
    const name = word.split('=', 1)[0] ?? word;
    const refused = names.includes(name) ? null : findSecretFlagError(name);
    if (refused !== null) throw refused;
  }
}

/** Masks a word in an error message when it is unlikely to be a mistyped name: it may be a misplaced key. */
export function maskLikelySecret(word: string): string {
  return word.length >= LONGEST_NAME && (/\d/.test(word) || !/^-{0,2}[a-z]+([-_. :/,][a-z]+)*$/i.test(word))
    ? mask(word)
    : word;
}

/** Masks each word of a name that may have blanks, such as a time zone of Windows: keys have none. */
export function maskLikelySecrets(text: string): string {
  return text.split(' ').map(maskLikelySecret).join(' ');
}

/** No name of a command, a flag or a setting is as long. */
const LONGEST_NAME = 16;
