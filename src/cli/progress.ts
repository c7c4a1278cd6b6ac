import type { Clock } from '../clock.ts';
import type { OutputSettings } from './output-settings.ts';
import { sanitizeText } from './render/sanitize-text.ts';
import type { OutputStream } from './world.ts';

/** Work that is over sooner needs no word about it. */
const WORTH_A_WORD_MS = 1_000;
const REDRAW_MS = 1_000;
/** Where nothing is redrawn, each word is a line of its own, and said once. */
const SPEAK_MS = 10_000;

const CLEAR_LINE = '\r\u001b[K';

/** What is said: a text, to which the seconds so far are added, or what makes a whole text anew each time. */
export type ProgressText = string | (() => string);

/** What a long work is at, in one line on a terminal that is taken away again. */
export interface Progress {
  /** Says what the run is at from now on, shown after a second; null when it is at nothing that takes its time. */
  set(text: ProgressText | null): void;
  /** Says whom the run waits for as long as it does, where the run itself says nothing. */
  track<Value>(text: string, work: Promise<Value>): Promise<Value>;
  /** Takes the line away, so that something else can be written; it comes back by itself. */
  clear(): Promise<void>;
  end(): Promise<void>;
}

const SILENT: Progress = {
  set: () => {},
  track: (_text, work) => work,
  clear: async () => {},
  end: async () => {},
};

/** What progress is drawn on. */
export interface ProgressOptions {
  readonly stderr: OutputStream;
  readonly clock: Clock;
  readonly settings: Pick<OutputSettings, 'quiet' | 'accessible' | 'stderrColor'>;
  /** The terminal can take a line away: `TERM` is not `dumb`. */
  readonly canRedraw: boolean;
}

/** Progress for people who look at a terminal; nobody else gets a byte of it. */
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
    tick(clock.now(), ticking.signal).catch(() => {}); // it ends by being stopped
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

/** How a line of progress comes and goes. */
interface ProgressLine {
  /** @param since when the work began */
  show(text: ProgressText, since: number, signal: AbortSignal): Promise<void>;
  clear(): Promise<void>;
  readonly againMs: number;
}

/** A line that is drawn over itself. */
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
      if (signal.aborted) return; // it ended while the line was laid out
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

/** A line of its own for each new text; one that counts is said once. */
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

/** One line of the terminal, and not its last cell, where some wrap. */
async function fitToLine(line: string, { columns = 80 }: OutputStream): Promise<string> {
  if (line.length < columns && /^[ -~]*$/.test(line)) return line;
  const { truncate } = await import('./render/width.ts');
  return truncate(line, Math.max(1, columns - 1));
}
