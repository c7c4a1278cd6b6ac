import type { PagerChoice, World } from '../../../../world.ts';

/** Like git: colors pass through, the text stays on the screen, and what fits on it is not paged. */
const LESS_OPTIONS = 'FRX';

const DEFAULT_PAGER = 'less';

/**
 * Chooses the pager for long output on a terminal: CRIER_PAGER, else PAGER, else less. An empty variable or `cat` is
 * none. The default does not suit a run that must not wait for a key, nor a terminal that cannot redraw.
 *
 * @returns null for none
 */
export function choosePager(
  flags: { noPager: boolean; noInput: boolean; accessible: boolean },
  { env, stdout }: { env: World['env']; stdout: { isTerminal: boolean } },
): PagerChoice | null {
  if (flags.noPager || flags.noInput || !stdout.isTerminal) return null;
  const own = env.CRIER_PAGER?.trim();
  const canRedraw = env.TERM !== 'dumb' && !flags.accessible;
  if (own === undefined && !canRedraw) return null;
  const command = own ?? env.PAGER?.trim() ?? DEFAULT_PAGER;
  if (command === '' || command === 'cat') return null;
  return { command, env: env.LESS === undefined ? { LESS: LESS_OPTIONS } : {} };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding exactly these is the point
const COLOR = /\u001B\[[\d;]*m/g;

/**
 * Whether a text does not fit on the screen together with the prompt that follows it; false for an unknown height.
 *
 * @param text a wide character counts as one cell
 */
export function isLongerThanScreen(
  text: string,
  { rows, columns }: { rows?: number; columns: number | undefined },
): boolean {
  if (rows === undefined) return false;
  let left = rows;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? undefined : end).replaceAll(COLOR, '');
    left -= columns === undefined ? 1 : Math.max(1, Math.ceil(line.length / columns));
    if (left <= 0) return true;
    at = end < 0 ? text.length : end + 1;
  }
  return false;
}
