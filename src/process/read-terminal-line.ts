import type { ReadStream } from 'node:tty';
import type { LineRequest } from '../world.ts';

/** Options for reading a line. */
interface ReadLineOptions extends LineRequest {
  /** Called at Ctrl-C while echo is off. */
  interrupt(): void;
  readonly signal: AbortSignal;
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ERASE = ['\u0008', '\u007f'];

/**
 * Reads one line of a terminal and restores the terminal's mode, whatever happens.
 *
 * @returns the line without its line break; null at the end of input
 */
export async function readTerminalLine(stream: ReadStream, options: ReadLineOptions): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  promise.catch(() => {}); // it may reject while the question is still being written
  let line = '';
  const take = (chunk: string) => {
    let at = 0;
    for (const letter of chunk) {
      at += letter.length;
      if (letter === '\r' || letter === '\n') {
        unshiftText(stream, chunk.slice(at).replace(letter === '\r' ? /^\n/ : '', ''));
        return resolve(line);
      }
      if (letter === CTRL_C) return options.interrupt();
      if (letter === CTRL_D) return resolve(line === '' ? null : line);
      line = ERASE.includes(letter) ? Array.from(line).slice(0, -1).join('') : line + letter;
    }
  };
  const end = () => resolve(line === '' ? null : line);
  const stop = () => reject(options.signal.reason);
  const isRaw = options.hidden && stream.isTTY;
  stream.setEncoding('utf8');
  stream.on('data', take).once('end', end).once('error', reject);
  options.signal.addEventListener('abort', stop, { once: true });
  if (isRaw) stream.setRawMode(true);
  try {
    if (stream.readableEnded) end();
    // once paused, adding a listener does not resume the stream
    stream.resume();
    await options.ask();
    return await promise;
  } finally {
    if (isRaw) stream.setRawMode(false);
    stream.off('data', take).off('end', end).off('error', reject).pause();
    options.signal.removeEventListener('abort', stop);
  }
}

/** Text typed ahead answers the next question. */
function unshiftText(stream: ReadStream, text: string): void {
  stream.pause();
  if (text !== '') stream.unshift(text, 'utf8');
}
