import type { Clock } from '../../../../clock.ts';
import { stringifySafely } from '../text/sanitize-text.ts';

/** How bad it is: `warn` may pass by itself, `error` needs attention. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const;

/** Something that happened in a command that runs long. */
export interface LogEntry {
  readonly level: (typeof LOG_LEVELS)[number];
  /** What happened, such as `target.failing`; the same for the same thing in all versions. */
  readonly event: string;
  /** The sentence for people; null for what only programs read. */
  readonly message: string | null;
  /** What it is about: ids, counts and names, but nothing that people wrote. */
  readonly fields?: Readonly<Record<string, LogValue>>;
}

export type LogValue = string | number | boolean | null | readonly string[];

/** Entries that wait for a reader that does not read; later ones are dropped, and counted. */
const MOST_WAITING = 1_000;

/** Formats an entry as one JSON object in a line: `time` in UTC, `level`, `event`, `message` if there is one, its fields. */
function formatLogLine({ level, event, message, fields }: LogEntry, now: number): string {
  const time = new Date(now).toISOString();
  return `${stringifySafely({ time, level, event, ...(message !== null && { message }), ...fields })}\n`;
}

/**
 * Creates what writes entries as lines of JSON, in bounded memory.
 *
 * @param write to stderr; it resolves when the text was taken
 */
export function createJsonLog(
  write: (text: string) => Promise<void>,
  clock: Clock,
): (entry: LogEntry) => Promise<void> {
  let waiting = 0;
  let dropped = 0;
  const add = async (entry: LogEntry): Promise<void> => {
    if (waiting >= MOST_WAITING) {
      dropped += 1;
      return;
    }
    waiting += 1;
    await write(formatLogLine(entry, clock.now()));
    waiting -= 1;
    if (dropped === 0 || waiting > 0) return;
    const count = dropped;
    dropped = 0;
    await add({ level: 'warn', event: 'log.dropped', message: null, fields: { count } });
  };
  return add;
}
