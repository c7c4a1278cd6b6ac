import { createUsageError } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import type { ListView } from '../output/view.ts';
import type { ConfirmQuestion } from './run-host.ts';
import type { TerminalParts } from './terminal-parts.ts';

/**
 * Asks the user to confirm what cannot be undone.
 *
 * @throws CrierError of kind usage when the answer is no, or the command may not prompt
 */
export async function confirm(parts: TerminalParts, question: ConfirmQuestion): Promise<void> {
  const { what, target = null, details, plan, yes, refusal } = question;
  if (yes) return;
  if (parts.host !== null) return parts.host.confirm(question);
  if (!isInteractive(parts)) {
    if (refusal !== undefined) throw refusal;
    throw createUsageError(
      `cannot ask for confirmation to ${what}: not an interactive terminal`,
      'use --yes to skip the question',
    );
  }
  for (const line of await describeQuestion({ target, details })) await parts.output.note(line);
  if (plan !== undefined) await showPlan(parts, plan);
  const asked = `${what.charAt(0).toUpperCase()}${what.slice(1)}? [y/N]`;
  const answer = await promptLine(parts, { question: asked, hidden: false });
  if (answer === null)
    throw (
      refusal ??
      createUsageError('nothing was changed: no answer was given', 'use --yes to skip the question')
    );
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw createUsageError('nothing was changed');
}

/** Whom a change is for, and what is affected: the lines before the question. */
export async function describeQuestion({
  target = null,
  details,
}: Pick<ConfirmQuestion, 'target' | 'details'>): Promise<readonly string[]> {
  const affected = (await details?.()) ?? [];
  if (target === null) return affected;
  const { describePlanTarget } = await import('../output/plan/plan-target.ts');
  return [`for ${describePlanTarget(target)}`, ...affected];
}

/** Shows a table on stderr: stdout is for the result. */
async function showPlan({ world, output }: TerminalParts, plan: ListView<unknown>): Promise<void> {
  const { renderTable } = await import('../output/table.ts');
  const { stderrColor, accessible } = output.settings;
  const look = { width: output.talkWidth(), colorLevel: stderrColor, accessible, now: world.clock.now() };
  await output.drawn(renderTable(plan, look));
}

/** Whether the command may prompt: a terminal on both sides, and no `--no-input`. */
export function isInteractive({ world, flags }: TerminalParts): boolean {
  return !flags.noInput && world.stdin.isTerminal && world.stderr.isTerminal;
}

/** Whether the run is part of a CI job; some set the variable to `false` elsewhere. */
export function isInCi({ CI = '' }: World['env']): boolean {
  return !['', '0', 'false'].includes(CI.toLowerCase());
}

/**
 * Reads the answer to a question; null at the end of input. Later output always begins on a line of its own.
 */
export async function promptLine(
  { world, output }: TerminalParts,
  { question, hidden }: { question: string; hidden: boolean },
): Promise<string | null> {
  let line: string | null = null;
  try {
    line = await world.stdin.readLine({ hidden, ask: () => output.ask(question) });
    return line;
  } finally {
    // the terminal echoes Enter, but not after a hidden line or at the end of input
    if (hidden || line === null) await output.trace('');
  }
}

/** Waits for Enter. @returns whether to continue: not after `q` or the end of input */
export async function waitForEnter(parts: TerminalParts, hint: string): Promise<boolean> {
  const line = await promptLine(parts, { question: `\n(${hint})`, hidden: false });
  await parts.output.trace('');
  return line !== null && !/^q/i.test(line.trim());
}

/**
 * Asks the user for a line.
 *
 * @param how `hidden` turns echo off
 * @returns null when the command may not prompt
 * @throws CrierError of kind usage when nothing is typed
 */
export async function askUser(
  parts: TerminalParts,
  question: string,
  how: { hidden: boolean },
): Promise<string | null> {
  if (!isInteractive(parts)) return null;
  const line = await promptLine(parts, { ...how, question: `${question}:` });
  if (how.hidden) parts.secrets.add(line, line?.trim());
  if (line === null || line.trim() === '')
    throw createUsageError('no answer was given', 'run the command again and answer the question');
  return line;
}
