import type { CrierError } from '../../../errors.ts';
import type { CommandOutcome } from '../command/command.ts';
import type { OutputFormat } from '../output/formats.ts';
import type { SearchCount } from '../output/search-count.ts';
import type { ListView } from '../output/view.ts';
import { type ALL_KEPT, createFailureTally } from './failures.ts';

/** What was read of one id. */
export interface EachRead<Part> {
  readonly id: string;
  /** What is shown; null for nothing. */
  readonly part: Part | null;
  /** Null when it was read completely. */
  readonly failure: CrierError | null;
  /** False when it was not requested, because it would have failed like those before it. */
  readonly isSent: boolean;
  /** The service's time. */
  readonly asOf: number | undefined;
  /** Whether more of the same id follows, and its failure. */
  readonly hasMore?: boolean;
}

/**
 * Shows what is read of several ids as it is read. Some failed ids make the run partial; when all failed, the first failure
 * decides the exit code.
 */
export function streamEach<Part>(
  reads: AsyncIterable<EachRead<Part>>,
  {
    total,
    rowsOf,
    list,
    remainder,
    kept,
    allowPartial = false,
    searched,
    notes,
  }: {
    /** Number of ids. */
    total: number;
    /** Where each is one row, the format: a table shows rows together. Null where each is a part by itself. */
    rowsOf: OutputFormat | null;
    list(parts: readonly Part[]): ListView<unknown>;
    /** What happened to the others when some failed. */
    remainder: string;
    /** Failures whose details the error of the run has (default: the first). */
    kept?: typeof ALL_KEPT;
    /** Whether ids of which some networks failed are no failure of the run. */
    allowPartial?: boolean;
    /** What flags found in all of them. */
    searched?(): SearchCount | undefined;
    /** @param failure of the run, also when it is allowed */
    notes?(failure: CrierError | null, isFine: boolean): readonly string[];
  },
): CommandOutcome {
  const tally = createFailureTally(kept);
  let asOf: number | undefined;
  const combine = () => tally.combine({ total, remainder });
  async function* readParts(): AsyncGenerator<Part | null> {
    for await (const read of reads) {
      if (read.hasMore !== true) tally.add(read);
      asOf = read.asOf ?? asOf;
      yield read.part;
    }
  }
  async function* readBatches(): AsyncGenerator<readonly Part[]> {
    for await (const part of readParts()) if (part !== null) yield [part];
  }
  async function* readRows(): AsyncGenerator<ReadStep<Part>> {
    for await (const part of readParts()) yield { part, isRow: true, finish: () => {} };
    const failure = combine();
    // on failure stdout stays empty, except for programs, which get the results
    if (failure !== null && tally.unread === tally.read && rowsOf !== 'json') throw failure;
  }
  return {
    view: {
      kind: 'stream',
      live: rowsOf === null || isPrintedInParts(total, rowsOf),
      batches: rowsOf === null ? readBatches() : groupSteps(readRows(), rowsOf),
      list: (parts) => list(parts as readonly Part[]), // they come from the batches above
      asOf: () => asOf,
    },
    finish() {
      const failure = combine();
      const isFine = failure === null || (failure.kind === 'partial' && allowPartial);
      return { notes: notes?.(failure, isFine) ?? [], searched: searched?.(), ...(!isFine && { failure }) };
    },
  };
}

/** One step of reading many: what was read, and what follows when it has been written. */
export interface ReadStep<Part> {
  /** Null when nothing is shown, such as for an id that failed. */
  part: Part | null;
  /** Whether it is one row, which a table shows together with others: the widths of its columns depend on them. */
  isRow: boolean;
  /** Called when it has been written. */
  finish(): void;
}

const ROWS_OF_TABLE = 100;

/** Whether records are printed before all of them are read; a table of few is complete, and may be paged. */
function isPrintedInParts(count: number, format: OutputFormat): boolean {
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
