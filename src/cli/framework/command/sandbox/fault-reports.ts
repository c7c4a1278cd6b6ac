import { appendToLog } from '../../../../storage/bounded-log.ts';
import { MovedDatabase } from '../../../../storage/database-faults.ts';
import type { ContextParts } from '../context-parts.ts';

/** @param log path of the log; null for none */
export function createFaultReports({ world, output, secrets, flags }: ContextParts, log: string | null) {
  const write = (text: string) => {
    const time = new Date(world.clock.now()).toISOString();
    // one line each, so that quoted text cannot forge a log line
    const line = secrets.redact(text).replaceAll(/\p{Cc}+/gu, ' ');
    if (log !== null) appendToLog(log, `${time} ${line}`);
    return line;
  };
  const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? '').split('\n') : []);
  return {
    /** Prints and logs the first fault of a kind, and its 10th, 100th and 1,000th. */
    fault(traceId: string, error: unknown, count: number) {
      if (!isReported(count)) return;
      const times = count === 1 ? '' : `, ${count} times`;
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const stack = flags.verbose ? stackOf(error).filter((line) => line.startsWith('    at ')) : [];
      const isEnd = error instanceof MovedDatabase; // the server ends with it, and says so itself
      for (const line of [`fault of the sandbox, trace id ${traceId}${times}: ${text}`, ...stack]) {
        const shown = `! ${write(line)}`;
        if (!isEnd) void output.trace(shown);
      }
    },
    /** Logs why the server ends; the run prints it to stderr. */
    end(error: unknown) {
      write(`the server ends: ${error instanceof Error ? error.message : String(error)}`);
    },
  };
}

function isReported(count: number): boolean {
  return Number.isInteger(Math.log10(count));
}
