import { redactError } from '../../../../client/mask.ts';
import { type CrierError, EXIT } from '../../../../errors.ts';
import type { OutputStream, World } from '../../../../world.ts';
import type { KnownSecrets } from '../text/known-secrets.ts';
import { replaceProgramName } from '../text/program-name.ts';
import { sanitizeText } from '../text/sanitize-text.ts';
import type { CommandText, ShownCommand } from '../text/shell-command.ts';
import { createJsonLog, type LogEntry, type LogValue } from './log.ts';
import type { OutputSettings } from './output-settings.ts';
import { isLongerThanScreen } from './pager.ts';
import { createProgress, type Progress } from './progress.ts';
import { type ResultFilter, type ResultToShow, showResult } from './show-result.ts';

/** Width of text in a pipe, unless COLUMNS has it: the width of the reader's window is unknown. */
const PIPE_WIDTH = 80;
const NARROWEST = 20;

/** Also one of a post, or of a place in a file. */
const WARNING = /(?:^|: )warning: /;

/**
 * The only output of the program: data to stdout, messages to stderr, text from elsewhere sanitized. Nothing
 * else writes to either stream.
 */
export interface Output {
  settings: OutputSettings;
  result(result: ResultToShow): Promise<void>;
  /** Trusted text, such as a help page. */
  page(text: string): Promise<void>;
  /** One sentence on stderr; `--quiet` drops it, unless it is a warning. */
  note(sentence: string): Promise<void>;
  /** One sentence on stderr that `--quiet` keeps. */
  notice(sentence: string): Promise<void>;
  /** A command line to copy; `--quiet` drops it. */
  command(shown: ShownCommand): Promise<void>;
  /** A question on stderr, answered on the same line. */
  ask(question: string): Promise<void>;
  /** Text laid out for a terminal, already sanitized. */
  drawn(text: string): Promise<void>;
  /** Width of stderr in cells. */
  talkWidth(): number;
  /** A line of `--verbose`. */
  trace(line: string): Promise<void>;
  failure(error: CrierError): Promise<void>;
  /** Something that happened: its sentence as a note, or all of it after `logAsJson`. */
  log(entry: LogEntry): Promise<void>;
  /** Whether `log` writes anything: what only programs read is not written for people. */
  isLogged(entry: LogEntry): boolean;
  /** From now on, all messages are lines of JSON; `--quiet` drops those that say that all is well. */
  logAsJson(): void;
  /** Holds back what is written to stderr, and shows no progress, while a full screen is shown. */
  hold(): HeldMessages;
  /** Progress of long work. */
  progress: Progress;
}

/** Messages that are held back. */
export interface HeldMessages {
  /** The sentences that were held back since the last call. */
  takeNotes(): readonly string[];
  /** Prints all that was held back; may be called again. */
  release(): Promise<void>;
}

/** @param filter applied to JSON output */
export function openOutput(
  world: World,
  settings: OutputSettings,
  filter: ResultFilter | null = null,
): Output {
  const { stdout, stderr, clock, env, signal, programName } = world;
  const flags = world.words.findIndex((word) => word.startsWith('-'));
  const title = [programName, ...world.words.slice(0, flags === -1 ? undefined : flags)].join(' ');
  let held: { texts: string[]; sentences: string[] } | null = null;
  let writeLog: ReturnType<typeof createJsonLog> | null = null;
  const drawn = createProgress({ stderr, clock, settings, canRedraw: env.TERM !== 'dumb' });
  const progress: Progress = {
    ...drawn,
    set: (text) => (held === null && writeLog === null ? drawn.set(text) : undefined),
    track: (text, work) => (held === null && writeLog === null ? drawn.track(text, work) : work),
  };
  const write = async (chunk: string | Uint8Array) => {
    await progress.clear();
    await stdout.write(chunk);
  };
  const writeWhole = async (text: string) => {
    if (settings.pager === null || !isLongerThanScreen(text, stdout)) return write(text);
    await progress.end();
    const isShown = await world.processes.page(text, settings.pager);
    signal.throwIfAborted();
    if (!isShown) await write(text);
  };
  // a closed stderr must not lose the data on stdout
  const talk = async (text: string) => {
    if (held !== null) return void held.texts.push(text);
    await progress.clear();
    await stderr.write(text).catch(() => {});
  };
  const isLogged: Output['isLogged'] = ({ level, message }) => {
    if (settings.quiet && (writeLog === null || level === 'info')) return false;
    return writeLog !== null || message !== null;
  };
  const say = async (text: string) => {
    const sentence = replaceProgramName(text, programName);
    if (writeLog !== null) return writeLog({ level: 'info', event: 'note', message: sentence });
    held?.sentences.push(sentence);
    await talk(`${await wrapNote(sentence, getWidth(stderr, env))}\n`);
  };
  return {
    settings,
    progress,
    result(result) {
      const { isTerminal, isEmptyFile } = stdout;
      return showResult(result, {
        settings,
        timeZone: () => settings.timeZone ?? world.timeZone,
        isTerminal,
        isEmptyFile,
        width: getWidth(stdout, env),
        filter: result.isWhole ? null : filter,
        title,
        signal,
        clock,
        write,
        writeWhole: result.keepsRunning ? write : writeWhole,
        note: say,
      });
    },
    page: write,
    note: async (sentence) => (settings.quiet && !WARNING.test(sentence) ? undefined : say(sentence)),
    notice: say,
    isLogged,
    async log(entry) {
      if (!isLogged(entry)) return;
      if (writeLog !== null) await writeLog(entry);
      else if (entry.message !== null) await say(entry.message);
    },
    logAsJson() {
      progress.set(null);
      writeLog = createJsonLog({ write: talk, clock });
    },
    async command({ lead, line }) {
      if (settings.quiet) return;
      if (writeLog !== null) return say(`${lead}: ${line}`);
      await say(`${lead}:`);
      const { wrapCommand } = await import('../text/wrap.ts');
      const lines = wrapCommand(line, getWidth(stderr, env) - COMMAND_INDENT.length);
      await talk(lines.map((each) => `${COMMAND_INDENT}${sanitizeText(each)}\n`).join(''));
    },
    async ask(question) {
      await progress.end();
      await stderr.write(`${sanitizeText(question)} `);
    },
    drawn: talk,
    talkWidth: () => getWidth(stderr, env),
    trace: (line) => talk(`${sanitizeText(line)}\n`),
    hold() {
      const { texts, sentences } = { texts: [] as string[], sentences: [] as string[] };
      held = { texts, sentences };
      return {
        takeNotes: () => sentences.splice(0),
        async release() {
          held = null;
          for (const text of texts.splice(0)) await talk(text);
        },
      };
    },
    async failure(error) {
      await progress.end();
      if (writeLog !== null) return writeLog(describeFailure(error));
      const { renderError } = await import('../error.ts');
      const { isTerminal } = stderr;
      const look = {
        width: getWidth(stderr, env),
        isTerminal,
        colorLevel: settings.stderrColor,
        programName,
      };
      await talk(renderError(error, { ...look, json: false }));
      if (settings.hasJsonErrors) await talk(renderError(error, { ...look, json: true }));
    },
  };
}

function describeFailure({ kind, message, facts: { advice } }: CrierError): LogEntry {
  const fields = { kind, exitCode: EXIT[kind].code, ...(advice !== undefined && { advice }) };
  return {
    level: kind === 'interrupted' || kind === 'terminated' ? 'info' : 'error',
    event: 'ended',
    message,
    fields,
  };
}

const COMMAND_INDENT = '  ';

/** Continuation lines are indented, so that quoted text cannot look like a line of crier's own. */
const GOES_ON = '\n  ';

/** Wraps a sentence; most are short ASCII and need no measuring. */
async function wrapNote(sentence: string, width: number): Promise<string> {
  const text = sanitizeText(sentence);
  if (text.length <= width && /^[ -~]*$/.test(text)) return text;
  const { wrapSentence } = await import('../text/wrap.ts');
  return wrapSentence(text, width - GOES_ON.length + 1).join(GOES_ON);
}

/** The width in cells of what is written to a stream. */
function getWidth(sink: OutputStream, env: World['env']): number {
  const given = /^[1-9]\d{0,3}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : PIPE_WIDTH;
  return Math.max(NARROWEST, sink.columns ?? given);
}

function redactFields(
  fields: Readonly<Record<string, LogValue>>,
  redact: (text: string) => string,
): Readonly<Record<string, LogValue>> {
  const redactValue = (value: LogValue): LogValue => {
    if (typeof value === 'string') return redact(value);
    return Array.isArray(value) ? value.map((each: string) => redact(each)) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactValue(value)]));
}

/**
 * Wraps an output so that notes, questions and errors are redacted; the client redacts data, whose shape it
 * knows.
 */
export function redactOutput(output: Output, { redact, redactTruncated }: KnownSecrets): Output {
  return {
    ...output,
    note: (sentence) => output.note(redact(sentence)),
    notice: (sentence) => output.notice(redact(sentence)),
    // a masked value stays one word
    command: ({ lead, line }) => output.command({ lead: redact(lead), line: redact(line) as CommandText }),
    ask: (question) => output.ask(redact(question)),
    drawn: (text) => output.drawn(redact(text)),
    trace: (line) => output.trace(redact(line)),
    failure: (error) => output.failure(redactError(error, redact, redactTruncated)),
    async log(entry) {
      if (!output.isLogged(entry)) return; // a receiver has one for each delivery
      const { message, fields, ...others } = entry;
      await output.log({
        ...others,
        message: message === null ? null : redact(message),
        ...(fields && { fields: redactFields(fields, redact) }),
      });
    },
  };
}
