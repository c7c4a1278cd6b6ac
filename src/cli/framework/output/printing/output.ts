import { redactError } from '../../../../client/mask.ts';
import { type CrierError, EXIT } from '../../../../errors.ts';
import type { OutputStream, World } from '../../../../world.ts';
import type { KnownSecrets } from '../text/known-secrets.ts';
import { replaceProgramName } from '../text/program-name.ts';
import { sanitizeText } from '../text/sanitize-text.ts';
import type { ShownCommand } from '../text/shell-command.ts';
import { createJsonLog, type LogEntry, type LogValue } from './log.ts';
import type { OutputSettings } from './output-settings.ts';
import { isLongerThanScreen } from './output-settings.ts';
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
export type Output = ReturnType<typeof openOutput>;

/**
 * @param secrets masked in notes, questions and errors; the client masks data, whose shape it knows
 * @param filter applied to JSON output
 */
export function openOutput(
  world: World,
  settings: OutputSettings,
  secrets: KnownSecrets,
  filter: ResultFilter | null = null,
) {
  const { stdout, clock, env, signal, programName } = world;
  const flags = world.words.findIndex((word) => word.startsWith('-'));
  const title = [programName, ...world.words.slice(0, flags === -1 ? undefined : flags)].join(' ');
  const { say, progress, ...messages } = createMessages(world, settings, secrets);
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
  return {
    ...messages,
    settings,
    progress,
    result(result: ResultToShow): Promise<void> {
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
    /** Trusted text, such as a help page. */
    page: write,
  };
}

/** What is written to stderr, with the secrets masked. */
function createMessages(world: World, settings: OutputSettings, { redact, redactTruncated }: KnownSecrets) {
  const { stderr, env, programName } = world;
  const { say, talk, log, isJson, ...sink } = createMessageSink(world, settings);
  const { progress } = sink;
  return {
    ...sink,
    say,
    /** One sentence; `--quiet` drops it, unless it is a warning. */
    async note(sentence: string): Promise<void> {
      if (!settings.quiet || WARNING.test(sentence)) await say(redact(sentence));
    },
    /** One sentence that `--quiet` keeps. */
    notice: (sentence: string): Promise<void> => say(redact(sentence)),
    /** A command line to copy; `--quiet` drops it. */
    async command({ lead, line }: ShownCommand): Promise<void> {
      if (settings.quiet) return;
      if (isJson()) return say(redact(`${lead}: ${line}`));
      await say(redact(`${lead}:`));
      const { wrapCommand } = await import('../text/wrap.ts');
      // a masked value stays one word
      const lines = wrapCommand(redact(line), getWidth(stderr, env) - COMMAND_INDENT.length);
      await talk(lines.map((each) => `${COMMAND_INDENT}${sanitizeText(each)}\n`).join(''));
    },
    /** A question, answered on the same line. */
    async ask(question: string): Promise<void> {
      await progress.end();
      await stderr.write(`${sanitizeText(redact(question))} `);
    },
    /** Text laid out for a terminal, already sanitized. */
    drawn: (text: string): Promise<void> => talk(redact(text)),
    /** Width of stderr in cells. */
    talkWidth: (): number => getWidth(stderr, env),
    /** A line of `--verbose`. */
    trace: (line: string): Promise<void> => talk(`${sanitizeText(redact(line))}\n`),
    /** Something that happened: its sentence as a note, or all of it after `logAsJson`. */
    async log(entry: LogEntry): Promise<void> {
      // what only programs read is not written for people
      if (isJson() ? settings.quiet && entry.level === 'info' : settings.quiet || entry.message === null)
        return;
      const { message, fields } = entry;
      await log({
        ...entry,
        message: message === null ? null : redact(message),
        fields: fields && redactFields(fields, redact),
      });
    },
    async failure(unmasked: CrierError): Promise<void> {
      const error = redactError(unmasked, redact, redactTruncated);
      await progress.end();
      if (isJson()) return log(describeFailure(error));
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

/** Writes to stderr: text, which is held back while a full screen is shown, or lines of JSON. */
function createMessageSink({ stderr, clock, env, programName }: World, settings: OutputSettings) {
  let held: { texts: string[]; sentences: string[] } | null = null;
  let writeLog: ReturnType<typeof createJsonLog> | null = null;
  const drawn = createProgress({ stderr, clock, settings, canRedraw: env.TERM !== 'dumb' });
  const isDrawing = () => held === null && writeLog === null;
  const progress: Progress = {
    ...drawn,
    set: (text) => (isDrawing() ? drawn.set(text) : undefined),
    track: (text, work) => (isDrawing() ? drawn.track(text, work) : work),
  };
  // a closed stderr must not lose the data on stdout
  const talk = async (text: string) => {
    if (held !== null) return void held.texts.push(text);
    await progress.clear();
    await stderr.write(text).catch(() => {});
  };
  const say = async (text: string) => {
    const sentence = replaceProgramName(text, programName);
    if (writeLog !== null) return writeLog({ level: 'info', event: 'note', message: sentence });
    held?.sentences.push(sentence);
    await talk(`${await wrapNote(sentence, getWidth(stderr, env))}\n`);
  };
  return {
    progress,
    talk,
    say,
    isJson: () => writeLog !== null,
    async log(entry: LogEntry) {
      if (writeLog !== null) await writeLog(entry);
      else if (entry.message !== null) await say(entry.message);
    },
    /** From now on, all messages are lines of JSON; `--quiet` drops those that say that all is well. */
    logAsJson() {
      progress.set(null);
      writeLog = createJsonLog(talk, clock);
    },
    /** Holds back what is written to stderr, and shows no progress, while a full screen is shown. */
    hold() {
      const holding = { texts: [] as string[], sentences: [] as string[] }; // both are filled later
      held = holding;
      return {
        /** The sentences that were held back since the last call. */
        takeNotes: (): readonly string[] => holding.sentences.splice(0),
        /** Prints all that was held back; may be called again. */
        async release(): Promise<void> {
          held = null;
          for (const text of holding.texts.splice(0)) await talk(text);
        },
      };
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
