import { expect } from 'vitest';
import type { InTerminal } from './pty.ts';
import { showOn } from './terminal.ts';

/** Answers each question as soon as it is there. */
export async function answer(
  program: InTerminal,
  answers: readonly (readonly [string | RegExp, string])[],
): Promise<void> {
  for (const [question, keys] of answers) {
    await program.seen(question);
    program.type(keys);
  }
}

/** What redrawing a prompt takes: moving about, clearing, and hiding the cursor while a choice is made. */
const REDRAWS = /^CSI (\?[hl]|[ABGJK])$/;

/** The screen when all is over, with the cursor shown. */
export async function screenOf(program: InTerminal, columns = 80): Promise<readonly string[]> {
  const { output } = program;
  expect(output.lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(output.lastIndexOf('\u001b[?25l'));
  const { lines, harm } = await showOn(output, columns);
  expect(harm.filter((what) => !REDRAWS.test(what))).toEqual([]);
  return lines;
}
