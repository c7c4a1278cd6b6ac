import type { OutputFormat } from '../output/formats.ts';

/** One step of reading many: what was read, and what follows when it has been written. */
export interface ReadStep<Part> {
  /** Null when nothing is shown, such as for an id that failed. */
  readonly part: Part | null;
  /** Whether it is one row, which a table shows together with others: the widths of its columns depend on them. */
  readonly isRow: boolean;
  /** Called when it has been written. */
  finish(): void;
}

const ROWS_OF_TABLE = 100;

/** Whether records are printed before all of them are read; a table of few is complete, and may be paged. */
export function isPrintedInParts(count: number, format: OutputFormat): boolean {
  return format !== 'table' || count > ROWS_OF_TABLE;
}

/** Batches of what was read, in order, each as soon as it can be shown. */
export async function* groupSteps<Part>(
  steps: AsyncIterable<ReadStep<Part>>,
  format: OutputFormat,
): AsyncGenerator<readonly Part[]> {
  let held: ReadStep<Part>[] = [];
  const take = () => {
    const taken = held;
    held = [];
    return {
      parts: taken.flatMap(({ part }) => part ?? []),
      finish: () => taken.map((step) => step.finish()),
    };
  };
  for await (const step of steps) {
    const waits = format === 'table' && (step.isRow || step.part === null);
    if (!waits && held.length > 0) {
      const before = take();
      yield before.parts;
      before.finish();
    }
    held.push(step);
    if (waits && held.length < ROWS_OF_TABLE) continue;
    const group = take();
    yield group.parts;
    group.finish();
  }
  const last = take();
  yield last.parts;
  last.finish();
}
