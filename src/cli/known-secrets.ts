import { createRedactor, type Redactor, redactCut } from '../client/mask.ts';
import type { SavedSettings } from './settings/settings.ts';
import type { World } from './world.ts';

/** Every secret that a run has been told so far; none of them is to be seen in what it says. */
export interface KnownSecrets {
  /** @param values no matter whether any of them is known, or empty */
  add(...values: readonly (string | null | undefined)[]): void;
  all(): readonly string[];
  /** Masks them in a text. */
  readonly redact: Redactor;
  /** Masks them in a text that may have been cut within one, such as the complaint of another program. */
  readonly redactTruncated: Redactor;
}

/** What of the environment is a secret as a whole. */
export const SECRET_VARIABLES = [
  'CRIER_API_KEY',
  'CRIER_PROFILE_KEY',
  'CRIER_X_API_KEY',
  'CRIER_X_API_SECRET',
  'CRIER_WEBHOOK_SECRET',
] as const;

/**
 * Begins with what our variables, those of a proxy and the command line tell: keys, and user names and passwords in
 * addresses. A password for something else is not ours, and may be any word.
 *
 * @see docs/safety.md#C4, #C8
 */
export function createKnownSecrets({ env, words }: Pick<World, 'env' | 'words'>): KnownSecrets {
  const values = new Set<string>();
  let clean: Redactor | null = null;
  const known: KnownSecrets = {
    add(...more) {
      const before = values.size;
      for (const value of more) if (value) values.add(value);
      if (values.size > before) clean = null;
    },
    all: () => [...values],
    redact(text) {
      clean ??= createRedactor([...values]);
      return clean(text);
    },
    redactTruncated: (text) => redactCut(text, [...values]),
  };
  known.add(...SECRET_VARIABLES.map((name) => env[name]));
  const ours = Object.entries(env).map(([name, value]) => (OUR_VARIABLE.test(name) ? value : ''));
  known.add(...[...ours, ...words].flatMap((text) => findUserInfo(text ?? '')));
  known.add(...findTypedSecrets(words));
  return known;
}

/** What this program reads, and where an address can stand. */
const OUR_VARIABLE = /^(?:CRIER_.*|https?_proxy)$/is;

/** Adds everything that is saved on this machine. */
export function addSaved(known: KnownSecrets, { contexts }: SavedSettings): void {
  for (const { baseUrl = '', apiKey, xApiKey, xApiSecret, webhookSecret, profiles = {} } of Object.values(
    contexts,
  )) {
    known.add(apiKey, xApiKey, xApiSecret, webhookSecret, ...findUserInfo(baseUrl));
    known.add(...Object.values(profiles).map(({ profileKey }) => profileKey));
  }
}

/** The password of an address, or the user name that stands alone, as it is written and as it is meant. */
function findUserInfo(text: string): readonly string[] {
  const [, user = '', password = ''] =
    /^[a-z][a-z0-9+.-]*:\/\/([^/?#@:\s]*)(?::([^/?#@\s]*))?@/i.exec(text.trim()) ?? [];
  const secret = password || user;
  return secret === '' ? [] : [secret, decodePercent(secret)];
}

function decodePercent(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Values behind flags that look as if they took a secret: the flag is refused, and what follows is not repeated. */
function findTypedSecrets(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const [, name = '', value] = /^--?([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const isSecret = splitFlagName(name).some((part) => SECRET_PART.test(part)) && !NO_SECRET.test(name);
    return isSecret ? [value ?? words[index + 1] ?? ''].filter((each) => !each.startsWith('-')) : [];
  });
}

/** The name of a file that holds a secret, and a key that only names a request. */
const NO_SECRET = /-file$|^idempotency/i;

/** `api-key`, `api_key` and `apiKey` have the same two. */
function splitFlagName(name: string): readonly string[] {
  return name.split(/[-_]|(?<=[a-z])(?=[A-Z])/);
}

/** Also run together, as in `apikey`; a keyword is none. */
const SECRET_PART = /^(?:x|api|profile|webhook|private|access)*(?:keys?|secrets?|tokens?|passwords?)$/i;
