import type { CrierError } from '../errors.ts';
import type { Outcome } from './command.ts';
import type { OutputSettings } from './output-settings.ts';
import { renderError } from './render/error.ts';
import { renderRaw } from './render/raw.ts';
import { renderView } from './render/render-view.ts';
import { safeText } from './render/safe-text.ts';
import { wrap } from './render/wrap.ts';
import type { Sink, World } from './world.ts';

/** Width for text on a pipe, where nobody says how wide the reader's window is. */
const PIPE_WIDTH = 80;
const NARROWEST = 20;

/**
 * The only way out: data to stdout, talk to stderr, everything from elsewhere made safe on the way.
 * Nothing else in the program writes to either.
 */
export interface Output {
  readonly settings: OutputSettings;
  result(outcome: Pick<Outcome, 'view' | 'raw'>): Promise<void>;
  /** Text of our own, such as a help page. */
  page(text: string): Promise<void>;
  /** One sentence for people; `--quiet` drops it. */
  note(sentence: string): Promise<void>;
  /** A line that was asked for by `--verbose`. */
  trace(line: string): Promise<void>;
  failure(error: CrierError): Promise<void>;
}

export function openOutput(
  world: Pick<World, 'stdout' | 'stderr' | 'clock'>,
  settings: OutputSettings,
): Output {
  const { stdout, stderr } = world;
  const say = async (text: string) => stderr.write(`${wrap(safeText(text), widthOf(stderr)).join('\n')}\n`);
  return {
    settings,
    async result({ view, raw }) {
      if (settings.format === 'raw' && raw !== undefined) {
        if (stdout.isTerminal && !settings.quiet)
          await say('control characters are shown escaped; a pipe or a file gets them as they came');
        return stdout.write(renderRaw(raw, stdout.isTerminal));
      }
      const format = settings.format === 'raw' ? 'json' : settings.format;
      const look = {
        width: widthOf(stdout),
        colorLevel: settings.stdoutColor,
        accessible: settings.accessible,
      };
      return stdout.write(renderView(view, { ...look, format, now: world.clock.now() }));
    },
    page: (text) => stdout.write(text),
    note: async (sentence) => (settings.quiet ? undefined : say(sentence)),
    trace: (line) => stderr.write(`${safeText(line)}\n`),
    async failure(error) {
      const look = { width: widthOf(stderr), colorLevel: settings.stderrColor };
      await stderr.write(renderError(error, { ...look, json: false }));
      const isMachine = settings.format === 'json' || settings.format === 'ndjson';
      if (isMachine) await stderr.write(renderError(error, { ...look, json: true }));
    },
  };
}

function widthOf(sink: Sink): number {
  return Math.max(NARROWEST, sink.columns ?? PIPE_WIDTH);
}
