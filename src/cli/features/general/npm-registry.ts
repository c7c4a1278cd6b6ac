import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isLoopback } from '../../../domain/addresses/url-shape.ts';
import { createUsageError } from '../../../errors.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { INPUT_LIMITS } from '../../../storage/input-limits.ts';
import type { World } from '../../../world.ts';
import type { IoPort } from '../../framework/command/io.ts';

/** What to look at when the registry is not the right one. */
export const SEE_REGISTRY = 'see "npm config get registry", or the file .npmrc';

/** Where npm looks when nothing else is set. */
const DEFAULT_REGISTRY = 'https://registry.npmjs.org/';

/** Without a log in the home folder. */
const ASK_NPM = ['npm', '--logs-max=0', 'config', 'get', 'registry'];
const WAIT_MS = 10 * SECOND_MS;

/**
 * Finds the registry that npm is set to: by its variable, by asking npm, or, on a machine without npm, from its files,
 * as npm reads them. A file in the current folder does not count: a repository must not decide which address is asked.
 *
 * @throws CrierError of kind usage when it is no https address, or has a password
 */
export async function findRegistry({ readOutput, machine }: IoPort): Promise<URL> {
  return parseRegistry(
    readNpmVariable(machine.env, 'registry') ??
      (await readOutput(ASK_NPM, WAIT_MS)) ??
      readRegistryFromFiles(machine) ??
      DEFAULT_REGISTRY,
  );
}

function parseRegistry(text: string): URL {
  const trimmed = text.trim();
  const url = URL.parse(trimmed.endsWith('/') ? trimmed : `${trimmed}/`);
  const isSafe =
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (url !== null && isSafe && url.username === '' && url.password === '') return url;
  throw createUsageError('the registry that npm is set to is no https address', SEE_REGISTRY);
}

/** A setting of npm from the environment: in any case, and an empty one does not count. */
function readNpmVariable(env: World['env'], name: string): string | null {
  const found = Object.entries(env).find(
    ([key, value]) => value && key.toLowerCase() === `npm_config_${name}`,
  );
  return found?.[1] ?? null;
}

/** The user's file takes precedence over the one of the machine. */
function readRegistryFromFiles({ env, homeFolder }: Pick<World, 'env' | 'homeFolder'>): string | null {
  const prefix = readNpmVariable(env, 'prefix') ?? env.PREFIX ?? '';
  const files = [
    readNpmVariable(env, 'userconfig') ?? join(homeFolder, '.npmrc'),
    readNpmVariable(env, 'globalconfig') ?? join(prefix, 'etc', 'npmrc'),
  ];
  const found = files
    .filter((file) => isAbsolute(file))
    .map((file) => parseNpmrcRegistry(readSmallFile(file) ?? '', env));
  return found.find((registry) => registry !== null) ?? null;
}

/** @returns null when it is missing, not a plain file, too large or not readable: npm starts without it, too */
function readSmallFile(file: string): string | null {
  try {
    const { size } = statSync(file);
    return statSync(file).isFile() && size <= INPUT_LIMITS.settings ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}

/** Reads `registry` from the text of an npmrc file: the last one that is in no section. */
export function parseNpmrcRegistry(text: string, env: World['env']): string | null {
  const lines = text.replace(/^\uFEFF/, '').split(/[\r\n]+/);
  const section = lines.findIndex((line) => /^\[[^\]]*\]\s*$/.test(line));
  const value = lines
    .slice(0, section === -1 ? undefined : section)
    .map((line) => /^\s*(?:registry|"registry"|'registry')\s*=(?<value>.*)$/.exec(line)?.groups?.value)
    .findLast((found) => found !== undefined);
  const registry = value === undefined ? '' : replaceVariables(parseIniValue(value.trim()), env).trim();
  return registry === '' ? null : registry;
}

/** A value of an ini file: in quotation marks, or up to an unescaped `;` or `#`. */
function parseIniValue(value: string): string {
  const [, quote, quoted = ''] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (quote !== undefined) return quoted;
  const plain = /^(?:\\.|[^;#\\])*\\?/.exec(value)?.[0] ?? '';
  return plain.replaceAll(/\\([\\;#])/g, '$1');
}

/** As npm does: `${NAME}`, `${NAME?}` which may be unset, and a backslash before it for the text itself. */
function replaceVariables(text: string, env: World['env']): string {
  return text.replaceAll(
    /(?<!\\)(\\*)\$\{([^${}?]+)(\?)?\}/g,
    (written: string, slashes: string, name: string, optional: string | undefined) => {
      if (slashes.length % 2 === 1) return written.slice((slashes.length + 1) / 2);
      const value = env[name] ?? (optional === undefined ? `\${${name}}` : '');
      return slashes.slice(slashes.length / 2) + value;
    },
  );
}
