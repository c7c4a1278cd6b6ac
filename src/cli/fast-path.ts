import { detectColorLevel } from './output-settings.ts';
import { listPageKeys } from './page-keys.ts';
import type { ColorLevel } from './render/style.ts';
import { findRenderedPage } from './rendered-page.ts';
import { readVersion } from './version.ts';
import type { OutputStream, World } from './world.ts';

/** Pages are written down for this width; a narrower terminal gets them made to measure. */
export const RENDERED_WIDTH = 80;

/**
 * Answers the commonest questions, version and help, without loading the program: both were written down when it was
 * built. Whatever is not surely such a question gets null, and goes the long way.
 */
export function tryFastPath(
  words: readonly string[],
  look: Pick<World, 'env'> & { readonly stdout: Omit<OutputStream, 'write'> },
): string | null {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) return `${readVersion()}\n`;
  const { env, stdout } = look;
  const page = listPageKeys(words)
    .map(findRenderedPage)
    .find((text) => text !== null);
  if (page === undefined) return null;
  if (stdout.isTerminal && (stdout.columns ?? RENDERED_WIDTH) < RENDERED_WIDTH) return null;
  return decoratePage(page, { calledAs: getProgramName(env), color: detectColorLevel('auto', env, stdout) });
}

const PROGRAM_NAMES: Readonly<Record<string, string>> = { start: 'npm start --', npx: 'npx crier-cli' };

/** How the user calls the program. npm sets the variable for what it starts; `crier` is not in the shell's path then. */
export function getProgramName(env: World['env']): string {
  return PROGRAM_NAMES[env.npm_lifecycle_event ?? ''] ?? 'crier';
}

/** Commands in a sentence: behind a quotation mark, or behind a colon. */
const COMMAND_IN_SENTENCE = /(?<=^"|[\s(]"|: |\()crier(?= [a-z-])/g;

/** A sentence whose commands begin as this user calls the program. */
export function replaceProgramName(sentence: string, programName: string): string {
  return programName === 'crier' ? sentence : sentence.replaceAll(COMMAND_IN_SENTENCE, programName);
}

/** A page as this user sees it: examples that can be copied as they stand, and heads in bold where there is colour. */
export function decoratePage(
  page: string,
  look: { readonly calledAs: string; readonly color: ColorLevel },
): string {
  const copied =
    look.calledAs === 'crier' ? page : page.replaceAll(/^ {2}\$ crier /gm, `  $ ${look.calledAs} `);
  return look.color > 0 ? emphasizeHeads(copied) : copied;
}

/** A page's heads are its lines without a margin, the first one apart. */
function emphasizeHeads(page: string): string {
  return page.replaceAll(/(?<=\n\n)([A-Z][^\n]*)(?=\n {2})/g, '\u001b[1m$1\u001b[22m');
}
