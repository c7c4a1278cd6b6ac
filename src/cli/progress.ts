import type { Clock } from '../clock.ts';
import type { OutputSettings } from './output-settings.ts';
import { safeText } from './render/safe-text.ts';
import type { Sink } from './world.ts';

/** Work that is over sooner needs no word about it. */
const WORTH_A_WORD_MS = 1_000;
const REDRAW_MS = 1_000;
/** Where nothing is redrawn, each word is a line of its own, and said once. */
const SPEAK_MS = 10_000;

const CLEAR_LINE = '\r\u001b[K';

/** What a long work is at, in one line on a terminal that is taken away again. */
export interface Progress {
  /** Says what the run is at from now on, shown after a second; null when it is at nothing that takes its time. */
  at(text: string | null): void;
  /** Says whom the run waits for as long as it does, where the run itself says nothing. */
  during<Value>(text: string, work: Promise<Value>): Promise<Value>;
  /** Takes the line away, so that something else can be written; it comes back by itself. */
  clear(): Promise<void>;
  end(): Promise<void>;
}

const SILENT: Progress = {
  at: () => {},
  during: (_text, work) => work,
  clear: async () => {},
  end: async () => {},
};

/** What progress is drawn on. */
export interface ProgressPlace {
  readonly stderr: Sink;
  readonly clock: Clock;
  readonly settings: Pick<OutputSettings, 'quiet' | 'accessible' | 'stderrColor'>;
  /** The terminal can take a line away: `TERM` is not `dumb`. */
  readonly canRedraw: boolean;
}

/** Progress for people who look at a terminal; nobody else gets a byte of it. */
export function openProgress({ stderr, clock, settings, canRedraw }: ProgressPlace): Progress {
  if (!stderr.isTerminal || settings.quiet || (!canRedraw && !settings.accessible)) return SILENT;
  let work: string | null = null;
  let wait: string | null = null;
  let since = 0;
  let isDrawn = false;
  let spoken: string | null = null;
  let ticking: AbortController | null = null;

  const clear = async () => {
    if (!isDrawn) return;
    isDrawn = false;
    await stderr.write(CLEAR_LINE).catch(() => {});
  };
  const speak = async () => {
    const text = safeText(work ?? wait ?? '');
    if (text === spoken) return;
    spoken = text;
    await stderr.write(`${text}\n`).catch(() => {});
  };
  const draw = async (signal: AbortSignal) => {
    const seconds = Math.floor((clock.now() - since) / 1_000);
    const line = await fitted(`${safeText(work ?? wait ?? '')}, ${seconds}s`, stderr);
    if (signal.aborted) return; // it ended while the line was laid out
    isDrawn = true;
    const shown = settings.stderrColor > 0 ? `\u001b[2m${line}\u001b[22m` : line;
    await stderr.write(`${CLEAR_LINE}${shown}`).catch(() => {});
  };
  const tick = async (signal: AbortSignal) => {
    await clock.sleep(WORTH_A_WORD_MS, signal);
    for (;;) {
      await (settings.accessible ? speak() : draw(signal));
      await clock.sleep(settings.accessible ? SPEAK_MS : REDRAW_MS, signal);
    }
  };
  const end = async () => {
    ticking?.abort();
    ticking = null;
    work = null;
    wait = null;
    await clear();
  };
  const update = () => {
    if (work === null && wait === null) return void end();
    if (ticking !== null) return;
    since = clock.now();
    ticking = new AbortController();
    tick(ticking.signal).catch(() => {}); // it ends by being stopped
  };
  return {
    at(text) {
      work = text;
      update();
    },
    async during(text, waited) {
      wait = text;
      update();
      try {
        return await waited;
      } finally {
        wait = null;
        update();
      }
    },
    clear,
    end,
  };
}

/** One line of the terminal, and not its last cell, where some wrap. */
async function fitted(line: string, { columns = 80 }: Sink): Promise<string> {
  if (line.length < columns && /^[ -~]*$/.test(line)) return line;
  const { clip } = await import('./render/width.ts');
  return clip(line, Math.max(1, columns - 1));
}
