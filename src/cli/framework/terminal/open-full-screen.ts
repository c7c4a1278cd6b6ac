import type { Palette, TerminalScreen } from '../../../world.ts';
import { createPalette } from '../output/text/style.ts';
import { isInCi } from './ask-user.ts';
import type { TerminalParts } from './terminal-parts.ts';

/** A full screen of a command. Messages for stderr are held back until it is closed. */
export interface FullScreen extends Omit<TerminalScreen, 'close'> {
  palette: Palette;
  /** The sentences that were held back since the last call. */
  takeNotes(): readonly string[];
  /** Restores the terminal and prints what was held back. */
  close(): Promise<void>;
}

/**
 * Opens a full screen; null unless stdin and stdout are a terminal that can be drawn on, and for a run that must not
 * prompt. It is closed at the end of the run, however that ends.
 */
export async function openFullScreen(parts: TerminalParts): Promise<FullScreen | null> {
  const { world, output, onEnd } = parts;
  if (!canShowScreen(parts)) return null;
  await output.progress.end();
  const screen = await world.openScreen();
  const held = output.hold();
  const close = async () => {
    screen.close();
    await held.release();
  };
  onEnd(close);
  return {
    ...screen,
    palette: createPalette(output.settings.stdoutColor),
    takeNotes: held.takeNotes,
    close,
  };
}

/** Whether a full screen would be opened. */
export function canShowScreen({ world, flags, output }: TerminalParts): boolean {
  const isTerminal = world.stdin.isTerminal && world.stdout.isTerminal;
  const isDrawn = world.env.TERM !== 'dumb' && !output.settings.accessible;
  return isTerminal && isDrawn && !flags.noInput && !isInCi(world.env);
}
