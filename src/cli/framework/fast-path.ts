import type { World } from '../../world.ts';
import { findRenderedPage, readVersion } from './output/built-parts.ts';
import { detectColorLevel } from './output/printing/color-level.ts';
import { getProgramName } from './output/text/program-name.ts';
import type { ColorLevel } from './output/text/style.ts';

/** Prebuilt pages have this width; narrower terminals get them rendered. */
export const RENDERED_WIDTH = 80;

/**
 * Prints version and help pages, which were rendered by the build, without loading the program. Returns null
 * for anything else, which takes the normal path.
 */
export function tryFastPath(
  words: readonly string[],
  { env, stdout }: { env: World['env']; stdout: { isTerminal: boolean; columns: number | undefined } },
): string | null {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) return `${readVersion()}\n`;
  const page = listPageKeys(words)
    .map(findRenderedPage)
    .find((text) => text !== null);
  if (page === undefined) return null;
  if (stdout.isTerminal && (stdout.columns ?? RENDERED_WIDTH) < RENDERED_WIDTH) return null;
  return decoratePage(page, { calledAs: getProgramName(env), color: detectColorLevel('auto', env, stdout) });
}

/** The key of a command's help page. */
export const toCommandKey = (path: readonly string[]): string => path.join('.');
/** The key of a group's help page; that of the root is `.`. */
export const toGroupKey = (path: readonly string[]): string => `${path.join('.')}.`;
/** The key of a topic's help page. */
export const toTopicKey = (name: string): string => `help.${name}`;

const HELP_FLAGS = ['--help', '-h'];

/**
 * The help pages that the words may ask for, most likely first; none for anything but help. A group without a
 * verb shows its page, a complete command does not.
 */
function listPageKeys(words: readonly string[]): readonly string[] {
  const asksByName = words[0] === 'help';
  const rest = words.slice(asksByName ? 1 : 0);
  const path = rest.filter((word) => !HELP_FLAGS.includes(word));
  if (!path.every((word) => /^[a-z][a-z-]*$/.test(word))) return [];
  if (!asksByName && path.length === rest.length) return [toGroupKey(path)];
  return [
    ...(path.length === 1 ? [toTopicKey(path[0] ?? '')] : []),
    toCommandKey(path),
    toGroupKey(path),
  ].filter((key) => key !== '');
}

/** Adapts a page to this user: examples with the program name as called, and bold heads where colors are on. */
export function decoratePage(page: string, look: { calledAs: string; color: ColorLevel }): string {
  const copied =
    look.calledAs === 'crier' ? page : page.replaceAll(/^ {2}\$ crier /gm, `  $ ${look.calledAs} `);
  return look.color > 0 ? emphasizeHeads(copied) : copied;
}

/** Heads are the lines without indentation, except for the first one. */
function emphasizeHeads(page: string): string {
  return page.replaceAll(/(?<=\n\n)([A-Z][^\n]*)(?=\n {2})/g, '\u001b[1m$1\u001b[22m');
}
