/** The values of records, and the faults of those that failed. */
interface PerRecordValues {
  /** A JSON text for each value. */
  readonly values: readonly string[];
  /** The fault of each record on which the program failed. */
  readonly faults: readonly string[];
}

/**
 * Wraps a program so that it continues with the next record when it fails on one, and reports the fault among
 * its values. It only sees a single record, and has no further input, so that results do not depend on
 * batching.
 *
 * @param mark a key that no record has
 */
export function wrapPerRecord(program: string, mark: string): string {
  return [
    'def input: error("there is one record at a time");',
    'def inputs: empty;',
    'def halt: error("halt is for whole documents");',
    'def halt_error: error; def halt_error($code): error;',
    `try (${program}\n) catch {${JSON.stringify(mark)}: (if type == "string" then . else tojson end)}`,
  ].join('\n');
}

/** Separates the values of such a program from its faults. */
export function readPerRecord(lines: readonly string[], mark: string): PerRecordValues {
  const begins = `{${JSON.stringify(mark)}:`;
  const isFault = (line: string) => line.startsWith(begins);
  return {
    values: lines.filter((line) => !isFault(line)),
    faults: lines.filter(isFault).map((line) => String(JSON.parse(line.slice(begins.length, -1)))),
  };
}
