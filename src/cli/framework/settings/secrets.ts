import { createUsageError } from '../../../errors.ts';
import { describeLooseFile } from '../../../storage/private-files.ts';
import type { World } from '../../../world.ts';
import { type ReadFile, STANDARD_INPUT } from '../input/files/file-reader.ts';
import { findUserInfo, type KnownSecrets, maskLikelySecret } from '../output/text/known-secrets.ts';
import { listPlainSecrets } from './saved-secrets.ts';
import type { SavedSettings } from './settings.ts';

/**
 * Reads one secret: from a file given by flag, else from the variable, else from the file that a variable
 * names.
 *
 * @returns null when none is set
 * @throws CrierError of kind usage when two are set or a file cannot be read
 */
export async function readSecret(
  source: {
    /** The variable with the secret; the variable with the suffix `_FILE` names a file. */
    readonly variable: string;
    /** A file given by flag; it takes precedence over the environment. */
    readonly flagFile?: string | undefined;
  },
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

/** One variable: null when it is not set; an empty one is an error, since it is a mistake. */
export function readVariable(env: World['env'], name: string): string | null {
  const value = env[name];
  if (value === undefined) return null;
  if (value === '') throw createUsageError(`${name} is set but empty`, `unset ${name}, or set it to a value`);
  return value;
}

export function addSaved(known: KnownSecrets, settings: SavedSettings): void {
  known.add(...listSavedSecrets(settings));
}

/** Lists the saved keys of all contexts that are not encrypted, and the passwords in their addresses. */
export function listSavedSecrets(settings: SavedSettings): readonly string[] {
  const ofAddresses = Object.values(settings.contexts).flatMap(({ baseUrl = '' }) => findUserInfo(baseUrl));
  return [...listPlainSecrets(settings), ...ofAddresses];
}
