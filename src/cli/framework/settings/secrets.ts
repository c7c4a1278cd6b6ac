import { createRedactor, type Redactor, redactCut } from '../../../client/mask.ts';
import { createUsageError } from '../../../errors.ts';
import { checkInputSize, type InputKind } from '../../../storage/input-limits.ts';
import { describeLooseFile } from '../../../storage/private-files.ts';
import type { World } from '../../../world.ts';
import { decodeText } from '../input/files/decode-text.ts';
import { maskLikelySecret } from '../output/text/likely-secrets.ts';
import type { SavedSettings } from './settings.ts';

/** Reads a file's text, or standard input for `-`. @param kind sets the size limit (default: `text`) */
export type ReadFile = (file: string, kind?: InputKind) => Promise<string>;

/** The sources of one secret. */
interface SecretSource {
  /** The variable with the secret; the variable with the suffix `_FILE` names a file. */
  readonly variable: string;
  /** A file given by flag; it takes precedence over the environment. */
  readonly flagFile?: string | undefined;
}

/**
 * Reads one secret: from a file given by flag, else from the variable, else from the file that a variable
 * names.
 *
 * @returns null when none is set
 * @throws CrierError of kind usage when two are set or a file cannot be read
 */
export async function readSecret(
  source: SecretSource,
  world: Pick<World, 'env'>,
  readFile: ReadFile,
): Promise<string | null> {
  const { variable, flagFile } = source;
  if (flagFile !== undefined) return stripLineBreak(await readFile(flagFile));
  const value = readVariable(world.env, variable);
  const file = readVariable(world.env, `${variable}_FILE`);
  if (value !== null && file !== null) {
    throw createUsageError(`both ${variable} and ${variable}_FILE are set`, 'unset one of them');
  }
  if (value !== null) return value;
  return file === null ? null : stripLineBreak(await readFile(file));
}

/**
 * Reads files that hold a key. Errors never print a name that may be the key itself.
 *
 * @param warn gets a sentence, once for each file that other users can read
 * @see docs/safety.md#C5
 */
export function createKeyFileReader(
  readFile: ReadFile,
  { secrets, world: { folder, platform } }: { readonly secrets: KnownSecrets; readonly world: World },
  warn: (sentence: string) => Promise<void>,
): ReadFile {
  const warned = new Set<string>();
  return async (file) => {
    if (!isPath(file)) secrets.add(file);
    const text = await readFile(file, 'secret');
    secrets.add(text.trim(), stripLineBreak(text));
    if (STANDARD_INPUT.has(file) || platform === 'win32' || warned.has(file)) return text;
    warned.add(file);
    const { resolve } = await import('node:path');
    const loose = describeLooseFile(resolve(folder, file), file);
    if (loose !== null) await warn(loose);
    return text;
  };
}

/** Whether a text looks like a file name rather than a misplaced key. */
function isPath(text: string): boolean {
  return (
    text === '-' || /^(?:[~.]{0,2}[/\\]|[a-z]:)|\.[a-z]{1,8}$/i.test(text) || maskLikelySecret(text) === text
  );
}

/** Strips the byte order mark and the line break that editors add; the client checks the key. */
function stripLineBreak(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
}

/** Reads a file as bytes, or standard input for `-`. */
export type ReadBytes = (file: string) => Promise<Uint8Array>;

/** Names of standard input; opening these paths fails when it is a socket. */
const STANDARD_INPUT = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Reads files, and standard input for `-`, which can be read only once. */
export function createFileReader(world: Pick<World, 'folder' | 'stdin' | 'signal'>): {
  readonly readFile: ReadFile;
  readonly readBytes: ReadBytes;
} {
  let isRead = false;
  async function readStandardInput(kind: InputKind): Promise<Uint8Array> {
    if (isRead) {
      throw createUsageError(
        'two settings read standard input, which can be read only once',
        'use a file for one of them',
      );
    }
    isRead = true;
    const bytes = await world.stdin.readBytes(kind);
    checkInputSize(bytes.length, { name: 'standard input', kind });
    return bytes;
  }
  async function readFileBytes(file: string, kind: InputKind): Promise<Uint8Array> {
    if (STANDARD_INPUT.has(file)) return readStandardInput(kind);
    const [{ readInputFile }, { resolve }] = await Promise.all([
      import('../../../storage/read-input.ts'),
      import('node:path'),
    ]);
    return readInputFile({ path: resolve(world.folder, file), name: file, kind, signal: world.signal });
  }
  return {
    readFile: async (file, kind = 'text') => decodeText(await readFileBytes(file, kind)),
    readBytes: (file) => readFileBytes(file, 'bytes'),
  };
}

/** One variable: null when it is not set; an empty one is an error, since it is a mistake. */
export function readVariable(env: World['env'], name: string): string | null {
  const value = env[name];
  if (value === undefined) return null;
  if (value === '') throw createUsageError(`${name} is set but empty`, `unset ${name}, or set it to a value`);
  return value;
}

/** Every secret that a run has read so far; none of them may appear in its output. */
export interface KnownSecrets {
  /** @param values known and empty ones are ignored */
  add(...values: readonly (string | null | undefined)[]): void;
  all(): readonly string[];
  /** Masks the secrets in a text. */
  readonly redact: Redactor;
  /** Masks the secrets in a text that may have been truncated within one, such as another program's error. */
  readonly redactTruncated: Redactor;
}

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

/** Variables that this program reads and that can hold a URL. */
const OUR_VARIABLE = /^(?:CRIER_.*|https?_proxy)$/is;

/** Adds the secrets of the saved settings. */
export function addSaved(known: KnownSecrets, { contexts }: SavedSettings): void {
  for (const { baseUrl = '', apiKey, xApiKey, xApiSecret, webhookSecret, profiles = {} } of Object.values(
    contexts,
  )) {
    known.add(apiKey, xApiKey, xApiSecret, webhookSecret, ...findUserInfo(baseUrl));
    known.add(...Object.values(profiles).map(({ profileKey }) => profileKey));
  }
}

/** The password of a URL, or a user name without one, as written and percent-decoded. Users of Postgres are no secrets. */
function findUserInfo(text: string): readonly string[] {
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
