import type { InputKind } from '../disk/input-limits.ts';
import { createUsageError } from '../errors.ts';
import { readVariable } from './environment.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { maskLikelySecret } from './mask-likely-secret.ts';
import type { World } from './world.ts';

/** Reads a file's text, or standard input for `-`. @param kind says how large it may be; the default is `text` */
export type ReadFile = (file: string, kind?: InputKind) => Promise<string>;

/** One secret and the settings that can hold it. */
export interface SecretSource {
  /** The variable with the secret itself; the one with `_FILE` behind it names a file. */
  readonly variable: string;
  /** A file given by flag; it beats the environment. */
  readonly flagFile?: string | undefined;
}

/**
 * Finds one secret: a file given by flag, else the variable, else the file that the variable names.
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

/** Reads files that hold a key, and says of one that cannot be read nothing that may be the key itself. */
export function createKeyFileReader(readFile: ReadFile, secrets: KnownSecrets): ReadFile {
  return async (file) => {
    if (!isPath(file)) secrets.add(file);
    const text = await readFile(file, 'secret');
    secrets.add(text.trim(), stripLineBreak(text));
    return text;
  };
}

/** A file's name by its looks; a key that was put in its place has none of them. */
function isPath(text: string): boolean {
  return (
    text === '-' || /^(?:[~.]{0,2}[/\\]|[a-z]:)|\.[a-z]{1,8}$/i.test(text) || maskLikelySecret(text) === text
  );
}

/** Files end in a line break that is no part of the key; whether it can be a key is for the client to say. */
function stripLineBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
