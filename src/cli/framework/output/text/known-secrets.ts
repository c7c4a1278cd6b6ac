import { createRedactor, type Redactor, redactCut } from '../../../../client/mask.ts';
import type { World } from '../../../../world.ts';

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
  const ours = Object.entries(env).map(([name, value]) => (OUR_VARIABLE.test(name) ? value : ''));
  add(...[...ours, ...words].flatMap((text) => findUserInfo(text ?? '')));
  add(...findTypedSecrets(words));
  return {
    add,
    all: (): readonly string[] => [...values],
    /** Masks the secrets in a text. */
    redact(text: string): string {
      clean ??= createRedactor([...values]);
      return clean(text);
    },
    /** Masks the secrets in a text that may have been truncated within one, such as another program's error. */
    redactTruncated: (text: string): string => redactCut(text, [...values]),
  };
}

/** Variables that this program reads and that can hold a URL. */
const OUR_VARIABLE = /^(?:CRIER_.*|https?_proxy)$/is;

/** The password of a URL, or a user name without one, as written and percent-decoded. Users of Postgres are no secrets. */
export function findUserInfo(text: string): readonly string[] {
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
