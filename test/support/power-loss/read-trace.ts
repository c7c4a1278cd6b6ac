import { readFileSync } from 'node:fs';

/** What a process did to files, and what it sent to others. */
export type TraceEvent =
  | {
      readonly does: 'open';
      readonly path: string;
      readonly handle: number;
      readonly creates: boolean;
      readonly empties: boolean;
      readonly appends: boolean;
    }
  /** `at` is null where the handle's own position counts. */
  | { readonly does: 'write'; readonly handle: number; readonly at: number | null; readonly bytes: Buffer }
  | { readonly does: 'truncate'; readonly handle: number; readonly size: number }
  | { readonly does: 'sync'; readonly handle: number }
  /** Into a file, from another one: the trace does not have the bytes. */
  | { readonly does: 'copy'; readonly handle: number }
  | { readonly does: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly does: 'remove' | 'mkdir'; readonly path: string }
  | { readonly does: 'accept'; readonly socket: number; readonly port: number }
  /** To a socket or a pipe; 1 is standard output, 2 standard error. */
  | { readonly does: 'send'; readonly socket: number; readonly bytes: Buffer };

const LINE_FEED = 0x0a;

/** Reads what strace wrote, in the order in which the calls ended. Calls that failed are left out. */
export function readTrace(file: string): TraceEvent[] {
  const bytes = readFileSync(file);
  const state = createReader();
  const events: TraceEvent[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const line = bytes.toString('latin1', from, end === -1 ? bytes.length : end);
    from = end === -1 ? bytes.length : end + 1;
    const event = state.read(line);
    if (event !== null) events.push(event);
  }
  return events;
}

const CALL = /^(\d+) +(\w+)\(([\s\S]*)\) += (-?\d+)(.*)/;
const UNFINISHED = /^(\d+) +([\s\S]*) <unfinished \.\.\.>$/;
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>([\s\S]*)$/;

/** Handles are numbers of their own, since those of the system come again. */
function createReader() {
  const begun = new Map<string, string>();
  const files = new Map<number, number>();
  const sockets = new Map<number, number>([
    [1, 1],
    [2, 2],
  ]);
  let next = 10;
  const readCall = (
    name: string,
    text: string,
    { result, peer }: { result: number; peer: string },
  ): TraceEvent | null => {
    const first = Number.parseInt(text, 10);
    switch (name) {
      case 'open':
      case 'openat': {
        sockets.delete(result);
        files.set(result, next++);
        return {
          does: 'open',
          path: readTexts(text)[0] ?? '',
          handle: next - 1,
          creates: text.includes('O_CREAT'),
          empties: text.includes('O_TRUNC'),
          appends: text.includes('O_APPEND'),
        };
      }
      case 'close':
        files.delete(first);
        sockets.delete(first);
        return null;
      case 'socket':
      case 'accept4': {
        const port = /:(\d+)\]/.exec(peer)?.[1];
        files.delete(result);
        sockets.set(result, next++);
        return name === 'socket' ? null : { does: 'accept', socket: next - 1, port: Number(port) };
      }
      case 'write':
      case 'writev':
      case 'pwrite64':
      case 'pwritev':
      case 'sendto':
      case 'sendmsg': {
        const bytes = Buffer.concat(readBytes(text)).subarray(0, result);
        const handle = files.get(first);
        if (handle === undefined) return { does: 'send', socket: sockets.get(first) ?? 0, bytes };
        const at = name.startsWith('p') ? Number(/, (\d+)$/.exec(text.slice(-40))?.[1]) : null;
        return { does: 'write', handle, at, bytes };
      }
      case 'fsync':
      case 'fdatasync':
        return { does: 'sync', handle: files.get(first) ?? 0 };
      case 'copy_file_range':
        return { does: 'copy', handle: files.get(Number(/, (\d+)</.exec(text)?.[1])) ?? 0 };
      case 'ftruncate':
        return { does: 'truncate', handle: files.get(first) ?? 0, size: Number(text.split(', ')[1]) };
      case 'rename':
      case 'renameat2':
      case 'link': {
        const [path = '', to = ''] = readTexts(text);
        return { does: name === 'link' ? 'link' : 'rename', path, to };
      }
      case 'unlink':
      case 'unlinkat':
      case 'rmdir':
        return { does: 'remove', path: readTexts(text)[0] ?? '' };
      case 'mkdir':
        return { does: 'mkdir', path: readTexts(text)[0] ?? '' };
      default:
        throw new Error(`a call that the model does not know: ${name}(${text.slice(0, 200)})`);
    }
  };
  return {
    read(line: string): TraceEvent | null {
      const unfinished = UNFINISHED.exec(line);
      if (unfinished !== null) {
        begun.set(unfinished[1] ?? '', unfinished[2] ?? '');
        return null;
      }
      const resumed = RESUMED.exec(line);
      const whole = resumed === null ? line : `${resumed[1]} ${begun.get(resumed[1] ?? '')}${resumed[2]}`;
      const call = CALL.exec(whole);
      if (call === null || Number(call[4]) < 0) return null;
      return readCall(call[2] ?? '', call[3] ?? '', { result: Number(call[4]), peer: call[5] ?? '' });
    },
  };
}

/** Each text is in hexadecimal, so that a quotation mark is only around it; one of a few MB is too long for an expression. */
function readBytes(text: string): readonly Buffer[] {
  const texts = text.split('"').filter((_, at) => at % 2 === 1);
  return texts.map((hex) => Buffer.from(hex.replaceAll('\\x', ''), 'hex'));
}

function readTexts(text: string): readonly string[] {
  return readBytes(text).map((bytes) => bytes.toString('utf8'));
}
