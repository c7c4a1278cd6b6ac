import type { CrierError } from '../errors.ts';
import type { Outcome } from './command.ts';
import type { OutputSettings } from './output-settings.ts';
import { renderJson } from './render/json.ts';
import { renderNdjson } from './render/ndjson.ts';
import { safeText } from './render/safe-text.ts';
import type { View } from './render/view.ts';
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
  /** @param result the data, the service's body for `-o raw`, and its time */
  result(result: Pick<Outcome, 'raw' | 'asOf'> & { readonly view: View }): Promise<void>;
  /** Text of our own, such as a help page. */
  page(text: string): Promise<void>;
  /** One sentence for people; `--quiet` drops it. */
  note(sentence: string): Promise<void>;
  /** A question to people, whose answer is typed behind it. */
  ask(question: string): Promise<void>;
  /** A line that was asked for by `--verbose`. */
  trace(line: string): Promise<void>;
  failure(error: CrierError): Promise<void>;
}

// What lays out text for people is loaded when there is something to lay out: to measure text costs a good part of a
// start, and programs that read JSON need none of it.
export function openOutput(
  world: Pick<World, 'stdout' | 'stderr' | 'clock'>,
  settings: OutputSettings,
): Output {
  const { stdout, stderr } = world;
  const { accessible, stdoutColor } = settings;
  // whoever does not listen to talk must not lose the data for it
  const talk = (text: string) => stderr.write(text).catch(() => {});
  const say = async (text: string) => talk(`${await laidOut(text, widthOf(stderr))}\n`);
  return {
    settings,
    async result({ view, raw, asOf = world.clock.now() }) {
      if (settings.format === 'json') return stdout.write(renderJson(view));
      if (settings.format === 'ndjson') return stdout.write(renderNdjson(view));
      if (settings.format === 'raw' && raw !== undefined) return writeRaw(raw);
      const { renderView } = await import('./render/render-view.ts');
      const format = settings.format === 'raw' ? 'json' : settings.format;
      const look = { width: widthOf(stdout), colorLevel: stdoutColor, accessible, now: asOf };
      await stdout.write(renderView(view, { ...look, format }));
    },
    page: (text) => stdout.write(text),
    note: async (sentence) => (settings.quiet ? undefined : say(sentence)),
    ask: (question) => stderr.write(`${safeText(question)} `),
    trace: (line) => talk(`${safeText(line)}\n`),
    async failure(error) {
      const { renderError } = await import('./render/error.ts');
      const look = { width: widthOf(stderr), colorLevel: settings.stderrColor };
      await talk(renderError(error, { ...look, json: false }));
      const isMachine = settings.format === 'json' || settings.format === 'ndjson';
      if (isMachine) await talk(renderError(error, { ...look, json: true }));
    },
  };

  async function writeRaw(body: Uint8Array): Promise<void> {
    const { renderRaw } = await import('./render/raw.ts');
    if (stdout.isTerminal && !settings.quiet) {
      await say('control characters are shown escaped; a pipe or a file gets them as they came');
    }
    await stdout.write(renderRaw(body, stdout.isTerminal));
  }
}

/** A sentence as lines that fit; most are short and plain, and need no measuring. */
async function laidOut(sentence: string, width: number): Promise<string> {
  const text = safeText(sentence);
  if (text.length <= width && /^[ -~]*$/.test(text)) return text;
  const { wrap } = await import('./render/wrap.ts');
  return wrap(text, width).join('\n');
}

function widthOf(sink: Sink): number {
  return Math.max(NARROWEST, sink.columns ?? PIPE_WIDTH);
}
