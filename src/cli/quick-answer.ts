import { type ColorLevel, detectColorLevel } from './output-settings.ts';
import { pageKeys } from './page-keys.ts';
import { renderedPage } from './rendered-page.ts';
import { version } from './version.ts';
import type { Sink, World } from './world.ts';

/** Pages are written down for this width; a narrower terminal gets them made to measure. */
export const RENDERED_WIDTH = 80;

/**
 * Answers the commonest questions, version and help, without loading the program: both were written down when it was
 * built. Whatever is not surely such a question gets null, and goes the long way.
 */
export function quickAnswer(
  words: readonly string[],
  look: Pick<World, 'env'> & { readonly stdout: Omit<Sink, 'write'> },
): string | null {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) return `${version()}\n`;
  const { env, stdout } = look;
  const page = pageKeys(words)
    .map(renderedPage)
    .find((text) => text !== null);
  if (page === undefined) return null;
  if (stdout.isTerminal && (stdout.columns ?? RENDERED_WIDTH) < RENDERED_WIDTH) return null;
  return dressed(page, { calledAs: calledAs(env), color: detectColorLevel('auto', env, stdout) });
}

/** How the user calls the program: npm says so to what it starts, and there is no `crier` in the shell's path then. */
export function calledAs(env: World['env']): string {
  return env.npm_lifecycle_event === undefined ? 'crier' : 'npx crier';
}

/** A page as this user sees it: examples that can be copied as they stand, and heads in bold where there is colour. */
export function dressed(
  page: string,
  look: { readonly calledAs: string; readonly color: ColorLevel },
): string {
  const copied =
    look.calledAs === 'crier' ? page : page.replaceAll(/^ {2}\$ crier /gm, `  $ ${look.calledAs} `);
  return look.color > 0 ? boldHeads(copied) : copied;
}

/** A page's heads are its lines without a margin, the first one apart. */
function boldHeads(page: string): string {
  return page.replaceAll(/(?<=\n\n)([A-Z][^\n]*)(?=\n {2})/g, '\u001b[1m$1\u001b[22m');
}
