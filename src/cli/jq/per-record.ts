/** What one record brought: values, or why there are no more of them. */
interface PerRecordValues {
  /** A JSON text for each value. */
  readonly values: readonly string[];
  /** What the program failed with, for each record over which it did. */
  readonly faults: readonly string[];
}

/**
 * A program that goes on with the next record when it fails over one, and says so among its values. A record is all that
 * it is given, so that nothing depends on how many are looked at together: there is no next one to ask for.
 *
 * @param mark stands for no name that a record could have
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

/** Tells the values of such a program from its faults. */
export function readPerRecord(lines: readonly string[], mark: string): PerRecordValues {
  const begins = `{${JSON.stringify(mark)}:`;
  const isFault = (line: string) => line.startsWith(begins);
  return {
    values: lines.filter((line) => !isFault(line)),
    faults: lines.filter(isFault).map((line) => String(JSON.parse(line.slice(begins.length, -1)))),
  };
}
