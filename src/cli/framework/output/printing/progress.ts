import type { Clock } from '../../../../clock.ts';
import type { OutputStream } from '../../../../world.ts';
import { sanitizeText } from '../text/sanitize-text.ts';
import type { OutputSettings } from './output-settings.ts';

/** Shorter work shows no progress. */
const WORTH_A_WORD_MS = 1_000;
const REDRAW_MS = 1_000;
/** Without redrawing, each text is printed once, on a line of its own. */
const SPEAK_MS = 10_000;

const CLEAR_LINE = '\r\u001b[K';

/** A text, to which the elapsed seconds are appended, or a function that returns the whole text. */
export type ProgressText = string | (() => string);

/** Progress of long work, in one line that is erased again. */
export interface Progress {
  /** Sets the current text, shown after a second; null for none. */
  set(text: ProgressText | null): void;
  /** Shows a text while work is pending, unless a text is set. */
  track<Value>(text: string, work: Promise<Value>): Promise<Value>;
  /** Erases the line so that something else can be written; it is redrawn by itself. */
  clear(): Promise<void>;
  end(): Promise<void>;
}

const SILENT: Progress = {
  set: () => {},
  track: (_text, work) => work,
  clear: async () => {},
  end: async () => {},
};

/** Where and how progress is drawn. */
export interface ProgressOptions {
  stderr: OutputStream;
  clock: Clock;
  settings: Pick<OutputSettings, 'quiet' | 'accessible' | 'stderrColor'>;
  /** Whether the terminal can erase a line: `TERM` is not `dumb`. */
  canRedraw: boolean;
}

/** Creates progress on a terminal; elsewhere nothing is written. */
export function createProgress(place: ProgressOptions): Progress {
  const { stderr, clock, settings, canRedraw } = place;
  if (!stderr.isTerminal || settings.quiet || (!canRedraw && !settings.accessible)) return SILENT;
  const line = settings.accessible ? createPlainLine(place) : createDrawnLine(place);
  const waits: string[] = [];
  let work: ProgressText | null = null;
  let ticking: AbortController | null = null;

  const tick = async (since: number, signal: AbortSignal) => {
    await clock.sleep(WORTH_A_WORD_MS, signal);
    for (;;) {
      await line.show(work ?? waits.at(-1) ?? '', since, signal);
      await clock.sleep(line.againMs, signal);
    }
  };
  const end = async () => {
    ticking?.abort();
    ticking = null;
    work = null;
    waits.length = 0;
    await line.clear();
  };
  const update = () => {
    if (work === null && waits.length === 0) return void end();
    if (ticking !== null) return;
    ticking = new AbortController();
    tick(clock.now(), ticking.signal).catch(() => {}); // it only ends by being aborted
  };
  return {
    set(text) {
      work = text;
      update();
    },
    async track(text, waited) {
      waits.push(text);
      update();
      try {
        return await waited;
      } finally {
        const at = waits.lastIndexOf(text);
        if (at >= 0) waits.splice(at, 1);
        update();
      }
    },
    clear: line.clear,
    end,
  };
}

interface ProgressLine {
  /** @param since when the work started */
  show(text: ProgressText, since: number, signal: AbortSignal): Promise<void>;
  clear(): Promise<void>;
  againMs: number;
}

/** A line that is redrawn in place. */
function createDrawnLine({ stderr, clock, settings }: ProgressOptions): ProgressLine {
  let isDrawn = false;
  return {
    againMs: REDRAW_MS,
    async show(text, since, signal) {
      const seconds = Math.floor((clock.now() - since) / 1_000);
      const line = await fitToLine(
        sanitizeText(typeof text === 'string' ? `${text}, ${seconds}s` : text()),
        stderr,
      );
      if (signal.aborted) return; // the work ended while the line was laid out
      isDrawn = true;
      const shown = settings.stderrColor > 0 ? `\u001b[2m${line}\u001b[22m` : line;
      await stderr.write(`${CLEAR_LINE}${shown}`).catch(() => {});
    },
    async clear() {
      if (!isDrawn) return;
      isDrawn = false;
      await stderr.write(CLEAR_LINE).catch(() => {});
    },
  };
}

/** A separate line for each new text; a counting text is printed once. */
function createPlainLine({ stderr }: ProgressOptions): ProgressLine {
  let spoken: ProgressText | null = null;
  return {
    againMs: SPEAK_MS,
    async show(text) {
      if (text === spoken) return;
      spoken = text;
      await stderr.write(`${sanitizeText(typeof text === 'string' ? text : text())}\n`).catch(() => {});
    },
    clear: async () => {},
  };
}

/** Fits text into one line, without the last cell, where some terminals wrap. */
async function fitToLine(line: string, { columns = 80 }: OutputStream): Promise<string> {
  if (line.length < columns && /^[ -~]*$/.test(line)) return line;
  const { truncate } = await import('../text/width.ts');
  return truncate(line, Math.max(1, columns - 1));
}
