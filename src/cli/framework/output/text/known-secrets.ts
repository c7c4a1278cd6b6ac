import {
  createRedactor,
  isSecretName,
  mask,
  type Redactor,
  redactCut,
  redactUserInfo,
} from '../../../../client/mask.ts';
import { type CrierError, createUsageError } from '../../../../errors.ts';
import type { World } from '../../../../world.ts';

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

/**
 * Masks a word in an error message when it is unlikely to be a mistyped name: it may be a misplaced key. Names are words and
 * short numbers between separators, and times; of a URL, its parts are judged one by one.
 */
export function maskLikelySecret(word: string): string {
  if (word.length < LONGEST_NAME || isOfLetters(word) || isNumbered(word) || TIME.test(word)) return word;
  return /^https?:\/\//i.test(word) ? maskPartsOfUrl(redactUserInfo(word)) : mask(word);
}

const isOfLetters = (word: string) => /^-{0,2}\p{L}[\p{L}\p{M}]*(?:[-_. :/,@][\p{L}\p{M}]+)*$/u.test(word);
/** Words in lower case, at least one of them, and numbers such as a year: no part of a key is so simple for long. */
const isNumbered = (word: string) =>
  /^(?=.*[\p{Ll}\p{Lo}]{3})-{0,2}(?:[\p{Ll}\p{Lo}\p{M}]+|\d{1,4})(?:[-_. :/,@](?:[\p{Ll}\p{Lo}\p{M}]+|\d{1,4}))*$/u.test(
    word,
  );
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:z|[+-]\d{2}:?\d{2})?$/i;
/** An id of a network: keys have letters. */
const DIGITS = /^\d+(?:_\d+)*$/;

function maskPartsOfUrl(url: string): string {
  const named = url.replaceAll(/([?&#;])([^=&#;]*)=([^&#;]*)/g, (pair, mark, name, value) =>
    isSecretName(name) ? `${mark}${name}=${mask(value)}` : pair,
  );
  return named.replaceAll(/[^/?&=#:;@]+/g, (part) => (DIGITS.test(part) ? part : maskLikelySecret(part)));
}

/** Masks each word of a name that may have blanks, such as a time zone of Windows: keys have none. */
export function maskLikelySecrets(text: string): string {
  return text.split(' ').map(maskLikelySecret).join(' ');
}

/** No name of a command, a flag or a setting is as long. */
const LONGEST_NAME = 16;

/** Every secret that a run has read so far; none of them may appear in its output. */
export type KnownSecrets = ReturnType<typeof createKnownSecrets>;

/** Variables whose whole value is a secret. */
export const SECRET_VARIABLES = [
  'CRIER_API_KEY',
  'CRIER_PROFILE_KEY',
  'CRIER_X_API_KEY',
  'CRIER_X_API_SECRET',
  'CRIER_WEBHOOK_SECRET',
  'CRIER_ADMIN_TOKEN',
  'CRIER_SANDBOX_TOKEN',
  'CRIER_MCP_TOKEN',
] as const;

/**
 * Starts with the secrets of crier's own variables, of proxy variables and of the command line: keys, and
 * user names and passwords in URLs. Other passwords of the environment may be ordinary words, and are not
 * masked.
 *
 * @see docs/safety.md#C4, #C8
 */
export function createKnownSecrets({ env, words }: { env: World['env']; words: readonly string[] }) {
  const values = new Set<string>();
  let clean: Redactor | null = null;
  /** Known and empty ones are ignored. */
  const add = (...more: readonly (string | null | undefined)[]) => {
    const before = values.size;
    for (const value of more) if (value) values.add(value);
    if (values.size > before) clean = null;
  };
  add(...SECRET_VARIABLES.map((name) => env[name]));
  const ours = Object.entries(env).map(([name, value]) => (isOurVariable(name) ? value : ''));
  add(...[...ours, ...words].flatMap((text) => findUserInfo(text ?? '')));
  add(...findTypedSecrets(words));
  return {
    add,
    all: (): readonly string[] => [...values],
    redact(text: string): string {
      clean ??= createRedactor([...values]);
      return clean(text);
    },
    /** Masks the secrets in a text that may have been truncated within one, such as another program's error. */
    redactTruncated: (text: string): string => redactCut(text, [...values]),
  };
}

/** Whether this program reads a variable, which can hold a URL. An expression without regard to case is dear to make. */
function isOurVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return upper.startsWith('CRIER_') || upper === 'HTTP_PROXY' || upper === 'HTTPS_PROXY';
}

/** The password of a URL, or a user name without one, as written and percent-decoded. Users of Postgres are no secrets. */
export function findUserInfo(text: string): readonly string[] {
  if (!text.includes('@')) return [];
  const [, scheme = '', user = '', password = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#@:\s]*)(?::([^/?#@\s]*))?@/i.exec(text.trim()) ?? [];
  const secret = password || (/^postgres(?:ql)?$/i.test(scheme) ? '' : user);
  return secret === '' ? [] : [secret, decodePercent(secret)];
}

function decodePercent(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/**
 * Values after flags that look like flags for a secret: the flag is refused, and its value is not printed.
 */
function findTypedSecrets(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const [, name = '', value] = /^--?([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const isSecret = splitFlagName(name).some((part) => SECRET_PART.test(part)) && !NO_SECRET.test(name);
    return isSecret ? [value ?? words[index + 1] ?? ''].filter((each) => !each.startsWith('-')) : [];
  });
}

/** Flags that name a file, and idempotency keys, which are no secrets. */
const NO_SECRET = /-file$|^idempotency/i;

/** Splits `api-key`, `api_key` and `apiKey` into the same two parts. */
function splitFlagName(name: string): readonly string[] {
  return name.split(/[-_]|(?<=[a-z])(?=[A-Z])/);
}

/** Also matches `apikey`, but not `keyword`. */
const SECRET_PART = /^(?:x|api|profile|webhook|private|access)*(?:keys?|secrets?|tokens?|passwords?)$/i;
