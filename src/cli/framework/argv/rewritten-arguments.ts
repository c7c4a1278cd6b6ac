import { findTypedPath, hasDrive } from '../../../domain/text/rewritten-path.ts';
import { isQuotedWord } from '../../../domain/text/suspect-text.ts';
import { type CrierError, createUsageError } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import type { CommandFacts } from './describe-command.ts';
import type { RawValues } from './read-value.ts';

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

/** Warnings of values that a shell has probably changed: fields, and texts where their commands cannot tell. */
export function listShellWarnings(
  facts: CommandFacts,
  given: RawValues,
  env: World['env'],
): readonly string[] {
  return listTexts(facts, given).flatMap(([flag, value]) => {
    if (flag.syntax.placeholder?.endsWith('=value') === true) return listFieldWarnings(value, env);
    return flag.syntax.placeholder === 'text' ? listTextWarnings(flag.name, value, env) : [];
  });
}

const REPLACED =
  'probably began with a slash, which Git Bash replaces by its own folder: set MSYS_NO_PATHCONV=1';

/** @param field such as `redirect=C:/Program Files/Git/thanks` */
function listFieldWarnings(field: string, env: World['env']): readonly string[] {
  const at = field.indexOf('=');
  const isReplaced = findTypedPath(field.slice(at + 1), listGitBashRoots(env)) !== null;
  return isReplaced ? [`warning: the value of ${field.slice(0, at)} ${REPLACED}`] : [];
}

/** Commands themselves warn of the usual folders of Git Bash. */
function listTextWarnings(name: string, text: string, env: World['env']): readonly string[] {
  const isReplaced = env.MSYSTEM !== undefined && hasDrive(text) && findTypedPath(text) === null;
  return [
    ...(isReplaced ? [`warning: ${name} ${REPLACED}`] : []),
    ...(isQuotedWord(text)
      ? [`warning: ${name} is in quotes: cmd.exe does not remove '…', and no shell removes “…”`]
      : []),
  ];
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
