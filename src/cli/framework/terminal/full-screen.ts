import type { Palette } from '../output/text/style.ts';
import type { EditKey } from './edit-text.ts';

/** A key that was pressed. */
export interface ScreenKey extends EditKey {
  /** Whether it was part of a pasted text, so that no command may be read from it. */
  readonly isPasted: boolean;
}

/** What happens at a full screen: a key, a new size of the window, or the end of input. */
export type ScreenEvent =
  | { readonly kind: 'key'; readonly key: ScreenKey }
  | { readonly kind: 'resize' }
  | { readonly kind: 'end' };

/** The lines of a full screen from the top: sanitized, none wider than the screen, no more than its rows. */
export interface ScreenFrame {
  readonly lines: readonly string[];
  /** The cell of the cursor, from 0; null hides it. */
  readonly cursor: { readonly row: number; readonly cell: number } | null;
}

/** The alternate screen of a terminal, in raw mode. */
export interface TerminalScreen {
  /** The current size of the window, in cells. */
  size(): ScreenSize;
  draw(frame: ScreenFrame): void;
  /** Waits for the next event. Ctrl-C ends the run, and Ctrl-Z suspends it: neither is an event. */
  next(): Promise<ScreenEvent>;
  /** Restores the screen, the cursor and the mode of the terminal; may be called again. */
  close(): void;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** A full screen of a command. Messages for stderr are held back until it is closed. */
export interface FullScreen extends Omit<TerminalScreen, 'close'> {
  readonly palette: Palette;
  /** The sentences that were held back since the last call. */
  takeNotes(): readonly string[];
  /** Restores the terminal and prints what was held back. */
  close(): Promise<void>;
}
