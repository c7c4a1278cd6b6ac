import { fstatSync, ftruncateSync } from 'node:fs';
import { CrierError } from '../errors.ts';
import type { TerminalScreen } from '../world.ts';
import { ClosedPipe, type InputStream, type OutputFile, type OutputStream } from '../world.ts';
import { getColumns, isTerminal } from './quick-output.ts';

/** How long a write to standard error waits for its reader, in milliseconds, before the run continues without it. */
const STALL_MS = 200;
/** Maximum number of bytes queued for standard error; beyond it, a write blocks until the reader catches up. */
const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

export type StandardStreams = ReturnType<typeof openStandardStreams>;

type Stream = NodeJS.ReadStream | NodeJS.WriteStream;

/** Opens each stream on first use, because opening is costly. */
export function openStandardStreams() {
  const opened = new Set<Stream>();
  const use = <Used extends Stream>(stream: Used): Used => {
    // Without a listener, the error event of a closed pipe would end the program with a stack trace.
    if (!opened.has(stream)) stream.on('error', () => {});
    opened.add(stream);
    return stream;
  };
  const stderr = () => use(process.stderr);
  const screens = new Set<TerminalScreen>();
  return {
    stdin: (signal: AbortSignal): InputStream => createSource(() => use(process.stdin), signal),
    stdout: createSink(1, () => use(process.stdout)),
    stderr: limitStalls(createSink(2, stderr), () => stderr().writableLength),
    /** Opens a full screen on standard input and output. */
    async openScreen(): Promise<TerminalScreen> {
      const { openTerminalScreen } = await import('./terminal.ts');
      const screen = openTerminalScreen({
        input: use(process.stdin),
        output: use(process.stdout),
        interrupt: () => process.emit('SIGINT', 'SIGINT'),
        suspend: stopProcess,
      });
      screens.add(screen);
      return screen;
    },
    /** Resolves when everything written has been flushed. */
    async flush(): Promise<void> {
      await Promise.all([...opened].filter(isBehind).map(waitUntilWritten));
    },
    /** Restores the state that other processes sharing the descriptors expect. */
    restore() {
      for (const screen of screens) screen.close();
      for (const stream of opened) {
        if ('setRawMode' in stream && stream.isTTY && stream.isRaw) stream.setRawMode(false);
        // libuv makes the descriptors non-blocking for every process that shares them; only Node's own exit reverts
        // that
        const { _handle } = stream as Stream & {
          _handle?: { setBlocking?(isBlocking: boolean): unknown } | null;
        }; // Node's types omit the handle
        _handle?.setBlocking?.(true);
      }
    },
  };
}

/** Stops the process until it gets SIGCONT. Windows has no such signal: nothing happens there. */
function stopProcess(resume: () => void): void {
  if (process.platform === 'win32') {
    resume();
    return;
  }
  process.once('SIGCONT', resume);
  process.kill(process.pid, 'SIGTSTP');
}

function isBehind(stream: Stream): stream is NodeJS.WriteStream {
  return 'writableLength' in stream && stream.writableLength > 0 && !stream.destroyed;
}

function waitUntilWritten(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}

/** An output stream that is opened on the first write. */
function createSink(descriptor: number, stream: () => NodeJS.WriteStream): OutputStream {
  return {
    get isTerminal() {
      return isTerminal(descriptor);
    },
    get isEmptyFile() {
      const stats = fstatSync(descriptor);
      return stats.isFile() && stats.size === 0;
    },
    get file(): OutputFile | null {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return null;
      return {
        identity: `${stats.dev}:${stats.ino}`,
        size: () => fstatSync(descriptor).size,
        cut: (size) => ftruncateSync(descriptor, size),
      };
    },
    get columns() {
      return getColumns(descriptor, stream);
    },
    get rows() {
      return isTerminal(descriptor) ? stream().rows || undefined : undefined;
    },
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream().write(chunk, (error) => {
          if (!error) resolve();
          else reject(isClosedPipe(error) ? new ClosedPipe() : createWriteError(error));
        });
      }),
  };
}

/**
 * An output stream whose reader may stall: the run and its deadlines do not wait for it.
 *
 * @see docs/safety.md#T19
 */
function limitStalls(to: OutputStream, queuedBytes: () => number): OutputStream {
  let isStalled = false;
  return {
    get isTerminal() {
      return to.isTerminal;
    },
    get isEmptyFile() {
      return to.isEmptyFile;
    },
    get columns() {
      return to.columns;
    },
    get rows() {
      return to.rows;
    },
    async write(chunk) {
      const written = to.write(chunk);
      if (queuedBytes() > MAX_QUEUED_BYTES) return written;
      written.then(
        () => {
          isStalled = false;
        },
        () => {}, // it may fail after nothing waits for it any more
      );
      if (isStalled) return;
      const { promise: stalled, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        isStalled = true;
        resolve();
      }, STALL_MS);
      await Promise.race([written, stalled]).finally(() => clearTimeout(timer));
    },
  };
}

function createWriteError(error: NodeJS.ErrnoException): CrierError {
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message);
  return new CrierError('unavailable', `cannot write the output: ${reason}`, { http: null, cause: error });
}

function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED';
}

/** Standard input, opened on the first read. */
function createSource(stream: () => NodeJS.ReadStream, signal: AbortSignal): InputStream {
  return {
    get isTerminal() {
      return isTerminal(0);
    },
    async readBytes(kind) {
      const { readStream } = await import('../storage/read-input.ts');
      return readStream(stream(), { kind, signal });
    },
    async readLine(how) {
      const { readTerminalLine } = await import('./terminal.ts');
      // In raw mode, a terminal does not turn Ctrl-C into a signal.
      const interrupt = () => process.kill(process.pid, 'SIGINT');
      return readTerminalLine(stream(), { ...how, interrupt, signal });
    },
    async *readLines(lineBytes) {
      const { splitLines } = await import('../storage/split-lines.ts');
      yield* splitLines(stream(), lineBytes);
    },
  };
}
