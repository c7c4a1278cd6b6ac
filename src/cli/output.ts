import type { CrierError } from '../errors.ts';
import type { CommandOutcome, ShownCommand } from './command.ts';
import { replaceProgramName } from './fast-path.ts';
import type { JqProgram } from './jq/open-jq.ts';
import type { OutputSettings } from './output-settings.ts';
import { createProgress, type Progress } from './progress.ts';
import { sanitizeText } from './render/sanitize-text.ts';
import { type ResultToShow, showResult } from './show-result.ts';
import type { OutputStream, World } from './world.ts';

/** Width for text on a pipe, where nobody says how wide the reader's window is. */
const PIPE_WIDTH = 80;
const NARROWEST = 20;

/**
 * The only way out: data to stdout, talk to stderr, everything from elsewhere made safe on the way.
 * Nothing else in the program writes to either.
 */
export interface Output {
  readonly settings: OutputSettings;
  /** @param result the data, whether a jq program must leave it whole, the service's body for `-o raw`, and its time */
  result(result: Omit<ResultToShow, 'asOf'> & Pick<CommandOutcome, 'asOf' | 'isWhole'>): Promise<void>;
  /** Text of our own, such as a help page. */
  page(text: string): Promise<void>;
  /** One sentence for people; `--quiet` drops it. */
  note(sentence: string): Promise<void>;
  /** A command line to copy; `--quiet` drops it. */
  command(shown: ShownCommand): Promise<void>;
  /** A question to people, whose answer is typed behind it. */
  ask(question: string): Promise<void>;
  /** What was laid out for people at a terminal, safe already. */
  drawn(text: string): Promise<void>;
  /** Cells of a line of talk. */
  talkWidth(): number;
  /** A line that was asked for by `--verbose`. */
  trace(line: string): Promise<void>;
  failure(error: CrierError): Promise<void>;
  /** What a long work is at. */
  readonly progress: Progress;
}

/** @param jq a program that JSON goes through on its way out */
export function openOutput(
  world: Pick<World, 'stdout' | 'stderr' | 'clock' | 'env' | 'signal' | 'programName'>,
  settings: OutputSettings,
  jq: JqProgram | null = null,
): Output {
  const { stdout, stderr, clock, signal, programName } = world;
  const progress = createProgress({ stderr, clock, settings, canRedraw: world.env.TERM !== 'dumb' });
  const write = async (chunk: string | Uint8Array) => {
    await progress.clear();
    await stdout.write(chunk);
  };
  // whoever does not listen to talk must not lose the data for it
  const talk = async (text: string) => {
    await progress.clear();
    await stderr.write(text).catch(() => {});
  };
  const say = async (text: string) =>
    talk(`${await wrapNote(replaceProgramName(text, programName), getWidth(stderr))}\n`);
  return {
    settings,
    progress,
    result({ view, raw, asOf = clock.now(), isWhole = false }) {
      const { isTerminal, isEmptyFile } = stdout;
      const program = isWhole ? null : jq;
      const place = {
        settings,
        isTerminal,
        isEmptyFile,
        width: getWidth(stdout),
        jq: program,
        signal,
        write,
        note: say,
      };
      return showResult({ view, asOf, ...(raw !== undefined && { raw }) }, place);
    },
    page: write,
    note: async (sentence) => (settings.quiet ? undefined : say(sentence)),
    async command({ lead, line }) {
      if (settings.quiet) return;
      await say(`${lead}:`);
      const { wrapCommand } = await import('./render/wrap-command.ts');
      const lines = wrapCommand(line, getWidth(stderr) - COMMAND_INDENT.length);
      await talk(lines.map((each) => `${COMMAND_INDENT}${sanitizeText(each)}\n`).join(''));
    },
    async ask(question) {
      await progress.end();
      await stderr.write(`${sanitizeText(question)} `);
    },
    drawn: talk,
    talkWidth: () => getWidth(stderr),
    trace: (line) => talk(`${sanitizeText(line)}\n`),
    async failure(error) {
      await progress.end();
      const { renderError } = await import('./render/error.ts');
      const { isTerminal } = stderr;
      const look = { width: getWidth(stderr), isTerminal, colorLevel: settings.stderrColor, programName };
      await talk(renderError(error, { ...look, json: false }));
      if (settings.hasJsonErrors) await talk(renderError(error, { ...look, json: true }));
    },
  };
}

const COMMAND_INDENT = '  ';

/** What goes on below begins further in: nothing that a sentence quotes can pass for a line of its own. */
const GOES_ON = '\n  ';

/** A sentence as lines that fit; most are short and plain, and need no measuring. */
async function wrapNote(sentence: string, width: number): Promise<string> {
  const text = sanitizeText(sentence);
  if (text.length <= width && /^[ -~]*$/.test(text)) return text;
  const { wrapSentence } = await import('./render/wrap.ts');
  return wrapSentence(text, width - GOES_ON.length + 1).join(GOES_ON);
}

function getWidth(sink: OutputStream): number {
  return Math.max(NARROWEST, sink.columns ?? PIPE_WIDTH);
}
