import { setImmediate as nextTurn } from 'node:timers/promises';
import { createUsageError } from '../../../errors.ts';
import type { ListView, StreamView, View } from '../../render/view.ts';
import type { OutputFormat } from '../flags/flags.ts';
import { raceAbort } from './race-abort.ts';

/** Where and how the records of a stream are shown. */
export interface StreamOutput {
  readonly format: OutputFormat;
  /** The flag that chose the format: `-o json`, or `--jq`. */
  readonly asked: string;
  /** Writes a whole view in the format of the run. */
  showWhole(view: View): Promise<void>;
  /** Writes part of a list; the parts share one header. */
  showPart(part: ListView<unknown>): Promise<void>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/**
 * Shows records as they arrive, where the format allows it. The next batch is pulled after the previous one
 * was written: this is the backpressure for a slow reader, and tells the source that a batch was written.
 *
 * @throws CrierError of kind usage for a single document of an endless stream
 */
export async function showStream(view: StreamView<unknown>, show: StreamOutput): Promise<void> {
  const isDocument = show.format === 'json' || show.format === 'raw';
  if (isDocument && view.endless === true) {
    throw createUsageError(
      `this command runs until it is stopped, and ${show.asked} needs its complete output`,
      show.asked === '--jq' ? 'add -o ndjson to run the program for each record' : 'use -o ndjson',
    );
  }
  const showsParts = show.format === 'ndjson' || (view.live === true && !isDocument);
  const kept: unknown[] = [];
  for await (const batch of readUntilAborted(view.batches, show.signal)) {
    if (!showsParts) for (const record of batch) kept.push(record);
    else if (batch.length > 0) await show.showPart(view.list(batch));
    // a source and a reader that never wait would block Ctrl-C
    await nextTurn();
  }
  if (!showsParts) await show.showWhole(view.list(kept));
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
