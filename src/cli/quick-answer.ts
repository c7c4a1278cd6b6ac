import { colorLevel } from './output-settings.ts';
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
  if (stdout.isTerminal && (stdout.columns ?? 0) < RENDERED_WIDTH) return null;
  const page =
    pageKeys(words)
      .map(renderedPage)
      .find((text) => text !== null) ?? null;
  return page !== null && colorLevel('auto', env, stdout) > 0 ? boldHeads(page) : page;
}

/** A page's heads are its lines without a margin, the first one apart. */
export function boldHeads(page: string): string {
  return page.replaceAll(/(?<=\n\n)([A-Z][^\n]*)(?=\n {2})/g, '\u001b[1m$1\u001b[22m');
}
