import { type CrierError, usageError } from '../errors.ts';
import type { Outcome } from './command.ts';
import type { Jq } from './jq/open-jq.ts';
import { renderValues } from './jq/render-values.ts';
import type { OutputSettings } from './output-settings.ts';
import { openProgress, type Progress } from './progress.ts';
import { renderJson } from './render/json.ts';
import { renderNdjson } from './render/ndjson.ts';
import { safeText } from './render/safe-text.ts';
import type { Look } from './render/style.ts';
import type { ListView, StreamView, View } from './render/view.ts';
import { showStream } from './show-stream.ts';
import type { Sink, World } from './world.ts';

/** Without it, a spreadsheet takes a file of UTF-8 for one of the machine's old alphabet. */
const BYTE_ORDER_MARK = '\uFEFF';
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
  result(result: Result): Promise<void>;
  /** Text of our own, such as a help page. */
  page(text: string): Promise<void>;
  /** One sentence for people; `--quiet` drops it. */
  note(sentence: string): Promise<void>;
  /** A question to people, whose answer is typed behind it. */
  ask(question: string): Promise<void>;
  /** A line that was asked for by `--verbose`. */
  trace(line: string): Promise<void>;
  failure(error: CrierError): Promise<void>;
  /** What a long work is at. */
  readonly progress: Progress;
}

type Result = Pick<Outcome, 'raw' | 'asOf'> & { readonly view: View | StreamView<unknown> };

/**
 * @param jq a program that JSON goes through on its way out
 */
// What lays out text for people is loaded when there is something to lay out: to measure text costs a good part of a
// start, and programs that read JSON need none of it.
export function openOutput(
  world: Pick<World, 'stdout' | 'stderr' | 'clock' | 'env' | 'signal'>,
  settings: OutputSettings,
  jq: Jq | null = null,
): Output {
  const { stdout, stderr, clock, signal } = world;
  const { accessible, stdoutColor, format } = settings;
  let hasBegun = false;
  const progress = openProgress({ stderr, clock, settings, canRedraw: world.env.TERM !== 'dumb' });
  const data = async (chunk: string | Uint8Array) => {
    await progress.clear();
    await stdout.write(chunk);
  };
  // whoever does not listen to talk must not lose the data for it
  const talk = async (text: string) => {
    await progress.clear();
    await stderr.write(text).catch(() => {});
  };
  const json = async (text: string) => data(jq === null ? text : renderValues(await jq.run(text)));
  const say = async (text: string) => talk(`${await laidOut(text, widthOf(stderr))}\n`);
  return {
    settings,
    progress,
    async result({ view, raw, asOf = clock.now() }) {
      const look = { width: widthOf(stdout), colorLevel: stdoutColor, accessible };
      if (view.kind !== 'stream') return showWhole(view, raw, { ...look, now: asOf });
      if (format === 'raw' && raw !== undefined) return writeRaw(raw);
      if (format === 'raw')
        throw usageError('-o raw is the body of one answer, and here are several', 'use -o json');
      const now = () => view.asOf?.() ?? asOf;
      const render = await partRenderer(look);
      await showStream(view, {
        format,
        showWhole: (whole) => showWhole(whole, undefined, { ...look, now: now() }),
        showPart: async (part) => render(part, now()),
        signal,
      });
    },
    page: data,
    note: async (sentence) => (settings.quiet ? undefined : say(sentence)),
    async ask(question) {
      await progress.end();
      await stderr.write(`${safeText(question)} `);
    },
    trace: (line) => talk(`${safeText(line)}\n`),
    async failure(error) {
      await progress.end();
      const { renderError } = await import('./render/error.ts');
      const { isTerminal } = stderr;
      const look = { width: widthOf(stderr), isTerminal, colorLevel: settings.stderrColor };
      await talk(renderError(error, { ...look, json: false }));
      if (settings.tellsJson) await talk(renderError(error, { ...look, json: true }));
    },
  };

  async function showWhole(view: View, raw: Uint8Array | undefined, look: Look): Promise<void> {
    if (format === 'json') return json(renderJson(view));
    if (format === 'ndjson') return json(renderNdjson(view));
    if (format === 'raw' && raw !== undefined) return writeRaw(raw);
    const { renderView } = await import('./render/render-view.ts');
    const hasCells = view.kind === 'list' || view.kind === 'record';
    const text = renderView(view, { ...look, format: format === 'raw' ? 'json' : format });
    await data(hasCells ? beginning() + text : text);
  }

  async function partRenderer(
    look: Omit<Look, 'now'>,
  ): Promise<(part: ListView<unknown>, now: number) => Promise<void>> {
    if (format !== 'table' && format !== 'tsv' && format !== 'csv') return (part) => json(renderNdjson(part));
    const { renderInParts } = await import('./render/render-view.ts');
    const render = renderInParts({ ...look, format });
    return (part, now) => data(beginning() + render(part, now));
  }

  /** What goes before the first cell. */
  function beginning(): string {
    const isFile = format === 'csv' && !stdout.isTerminal && !hasBegun;
    hasBegun = true;
    return isFile ? BYTE_ORDER_MARK : '';
  }

  async function writeRaw(body: Uint8Array): Promise<void> {
    const { renderRaw } = await import('./render/raw.ts');
    if (stdout.isTerminal && !settings.quiet) {
      await say('control characters are shown escaped; a pipe or a file gets them as they came');
    }
    await data(renderRaw(body, stdout.isTerminal));
  }
}

/** What goes on below begins further in: nothing that a sentence quotes can pass for a line of its own. */
const GOES_ON = '\n  ';

/** A sentence as lines that fit; most are short and plain, and need no measuring. */
async function laidOut(sentence: string, width: number): Promise<string> {
  const text = safeText(sentence);
  if (text.length <= width && /^[ -~]*$/.test(text)) return text;
  const { wrap } = await import('./render/wrap.ts');
  return wrap(text, width - GOES_ON.length + 1).join(GOES_ON);
}

function widthOf(sink: Sink): number {
  return Math.max(NARROWEST, sink.columns ?? PIPE_WIDTH);
}
