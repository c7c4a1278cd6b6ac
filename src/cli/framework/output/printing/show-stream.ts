import type { Clock } from '../../../../clock.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { ClosedPipe } from '../../../../world.ts';
import type { OutputFormat } from '../formats.ts';
import type { ListView, RecordTally, StreamView, View } from '../view.ts';
import { countFastRecords } from './count-fast-records.ts';
import { limitHeapGrowth } from './limit-growth.ts';

/** Formats in which each record is shown by itself. */
const RECORD_FORMATS: readonly OutputFormat[] = ['table', 'tsv', 'csv', 'ndjson'];

/** Where and how the records of a stream are shown. */
export interface StreamOutput {
  format: OutputFormat;
  /** The flag that chose the format: `-o json`, `--jq` or `--template`. */
  asked: string;
  /** Writes a whole view in the format of the run. */
  showWhole(view: View): Promise<void>;
  /** Writes part of a list; the parts share one header. @throws RenderFault before anything is written */
  showPart(part: ListView<unknown>): Promise<void>;
  note(sentence: string): Promise<void>;
  /** Ends the stream. */
  signal: AbortSignal;
  clock: Clock;
  /** How records are counted that arrive faster than people can read them; null to show each. */
  calm: { tally: RecordTally<unknown>; showLine(line: string): Promise<void> } | null;
}

/**
 * Shows records as they arrive, where the format allows it. The next batch is pulled after the previous one
 * was written: this is the backpressure for a slow reader, and tells the source that a batch was written.
 *
 * A record that cannot be rendered costs a line on stderr and the exit code, and not the records after it.
 *
 * @throws CrierError `usage` for a single document of an endless stream, `partial` at the end when records are missing
 */
export async function showStream(view: StreamView<unknown>, show: StreamOutput): Promise<void> {
  const isDocument = !RECORD_FORMATS.includes(show.format);
  if (view.endless === true) requireRecordFormat(show.format, show.asked);
  const showsParts = show.format === 'ndjson' || (view.live === true && !isDocument);
  const kept: unknown[] = [];
  const batches = readUntilAborted(view.batches, show.signal);
  const { calm } = show;
  let parts = 0;
  let shown = 0;
  let missing = 0;

  async function showRecords(records: readonly unknown[]): Promise<void> {
    try {
      await show.showPart(await renderOrFault(() => view.list(records)));
      shown += records.length;
    } catch (error) {
      if (!(error instanceof RenderFault)) throw error;
      if (records.length > 1) {
        for (const record of records) await showRecords([record]);
        return;
      }
      shown += 1;
      missing += 1;
      await show.note(`record ${shown} of the output cannot be printed: ${error.message}`);
    }
  }

  for await (const part of calm === null ? batches : countFastRecords(batches, calm.tally, show.clock)) {
    parts += 1;
    if (parts === 2) await limitHeapGrowth();
    if (typeof part === 'string') await waitForWrite(calm?.showLine(part), show);
    else if (!showsParts) for (const record of part) kept.push(record);
    else if (part.length > 0) await waitForWrite(showRecords(part), show);
    // a source and a reader that never wait would block Ctrl-C
    await new Promise(setImmediate);
  }
  const isEmpty = view.showsEmpty === true && shown + missing === 0;
  if (!showsParts || isEmpty) await show.showWhole(view.list(kept));
  if (missing > 0)
    throw new CrierError('partial', `${formatCount(missing, 'record')} could not be printed`, {
      advice: 'please report it with the command and what stderr says of the record',
    });
}

/** A record of a stream that cannot be rendered. */
class RenderFault extends Error {
  override readonly name = 'RenderFault';
}

/** @throws RenderFault for what is a defect, such as a value that is nested too deeply */
export async function renderOrFault<Rendered>(render: () => Rendered | Promise<Rendered>): Promise<Rendered> {
  try {
    return await render();
  } catch (error) {
    if (error instanceof CrierError || error instanceof ClosedPipe) throw error;
    throw new RenderFault(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Refuses a format that needs the complete output of a run that never ends.
 *
 * @throws CrierError of kind usage
 */
export function requireRecordFormat(format: OutputFormat, asked: string): void {
  if (RECORD_FORMATS.includes(format)) return;
  throw createUsageError(
    `this command runs until it is stopped, and ${asked} needs its complete output`,
    asked.startsWith('--')
      ? `add -o ndjson to run the ${asked === '--jq' ? 'program' : 'template'} for each record`
      : 'use -o ndjson',
  );
}

/** How long a write may take after the end of the run: its reader may never read. */
const LAST_WRITE_MS = 200;

/** @see docs/safety.md#T19 */
async function waitForWrite(
  written: Promise<void> | undefined,
  { signal, clock }: StreamOutput,
): Promise<void> {
  if (written === undefined) return;
  try {
    await raceAbort(written, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    await Promise.race([written, clock.sleep(LAST_WRITE_MS)]);
  }
}

/** Reads a source until the signal aborts, even if the source never responds. */
async function* readUntilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await raceAbort(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    void iterator.return?.().catch(() => {}); // its resources are also closed at the end of the run
  }
}

/**
 * Awaits work until the signal aborts, and rejects with its reason. The listener is removed when the work
 * ends: otherwise a signal that lives as long as the run would leak all of them.
 */
export async function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
