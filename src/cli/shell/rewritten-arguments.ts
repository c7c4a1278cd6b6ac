import { findTypedPath, hasDrive } from '../../domain/text/rewritten-path.ts';
import { type CrierError, createUsageError } from '../../errors.ts';
import type { World } from '../../world.ts';
import type { CommandFacts } from './flags/describe-command.ts';
import type { FlagFacts } from './flags/describe-schema.ts';
import type { RawValues } from './parse.ts';

/**
 * The folder of Git Bash, as its variables name it: it rewrites paths in variables, too.
 *
 * @returns with slashes, such as `C:/Program Files/Git`
 */
function listGitBashRoots(env: World['env']): readonly string[] {
  return VARIABLES.flatMap(([name, below]) => {
    const value = (env[name] ?? '').replaceAll('\\', '/');
    const root = value.replace(below, '').replace(/\/+$/, '');
    return hasDrive(`${root}/`) && root !== value.slice(0, 2) ? [root] : [];
  });
}

/** Variables of Git Bash and MSYS2, and what is below their root in them. */
const VARIABLES = [
  ['EXEPATH', /\/(?:usr\/)?(?:bin|cmd)\/?$/i],
  ['MSYSTEM_PREFIX', /\/(?:mingw32|mingw64|ucrt64|clang\w+|usr)\/?$/i],
  ['MINGW_PREFIX', /\/(?:mingw32|mingw64|ucrt64|clang\w+|usr)\/?$/i],
] as const;

/** The error for a path that Git Bash has replaced, with the ways around it; null for any other text. */
function explainRewrittenPath(text: string, name: string, env: World['env']): CrierError | null {
  const typed = findTypedPath(text, listGitBashRoots(env));
  if (typed === null) return null;
  const of = name === '' ? '' : `${name}: `;
  const without = typed.length > 1 ? `write it without the slash: ${typed.slice(1)}; or ` : '';
  return createUsageError(
    `${of}Git Bash has replaced ${typed} by ${text}`,
    `${without}set MSYS_NO_PATHCONV=1 for this command`,
  );
}

/**
 * Refuses what Git Bash has replaced where no file can be meant, such as the path of a request, an id or a URL.
 *
 * @throws CrierError of kind usage
 */
export function refuseRewrittenPaths(facts: CommandFacts, given: RawValues, env: World['env']): void {
  for (const [flag, value] of listTexts(facts, given)) {
    if (TAKES_ANY.test(getSort(flag))) continue;
    const fault = explainRewrittenPath(value, flag.name, env);
    if (fault !== null) throw fault;
  }
}

/** Files, programs and texts, in which such a path may be right; texts are judged by their commands. */
const TAKES_ANY = /file|folder|command|program|template|text|word|query|title|name|value|what|key/i;

function getSort({ key, syntax }: FlagFacts): string {
  return `${syntax.placeholder ?? key} ${syntax.offers ?? ''}`;
}

/**
 * Warnings of values that Git Bash has probably replaced: fields such as `redirect=/thanks`, and texts where its folder
 * has an unusual name.
 */
export function listRewriteWarnings(
  facts: CommandFacts,
  given: RawValues,
  env: World['env'],
): readonly string[] {
  const isGitBash = env.MSYSTEM !== undefined;
  return listTexts(facts, given).flatMap(([{ name, syntax }, value]) => {
    const isField = syntax.placeholder?.endsWith('=value') === true;
    const text = isField ? value.slice(value.indexOf('=') + 1) : value;
    const isSuspect = isField
      ? findTypedPath(text, listGitBashRoots(env)) !== null
      : syntax.placeholder === 'text' && findTypedPath(text) === null && isGitBash && hasDrive(text);
    const what = isField ? `the value of ${value.slice(0, value.indexOf('='))}` : name;
    return isSuspect
      ? [
          `warning: ${what} probably began with a slash, which Git Bash replaces by its own folder: set MSYS_NO_PATHCONV=1`,
        ]
      : [];
  });
}

function listTexts({ positional, sets }: CommandFacts, given: RawValues) {
  return [...positional, ...sets.flatMap(({ flags }) => flags)].flatMap((flag) =>
    [given[flag.key]]
      .flat()
      .flatMap((value): (readonly [FlagFacts, string])[] =>
        typeof value === 'string' ? [[flag, value]] : [],
      ),
  );
}
