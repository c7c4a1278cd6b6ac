import { setImmediate as nextTurn } from 'node:timers/promises';
import { createUsageError } from '../errors.ts';
import type { OutputFormat } from './flags.ts';
import { raceAbort } from './race-abort.ts';
import type { ListView, StreamView, View } from './render/view.ts';

/** How the records of a stream leave. */
export interface StreamOutput {
  readonly format: OutputFormat;
  /** What asked for it, as a command line has it: `-o json`, or `--jq`. */
  readonly asked: string;
  /** Writes a whole view in the format of the run. */
  showWhole(view: View): Promise<void>;
  /** Writes part of a list; the parts of a run share one head. */
  showPart(part: ListView<unknown>): Promise<void>;
  /** Ends the stream, with its reason. */
  readonly signal: AbortSignal;
}

/**
 * Shows records as they come, where the format can. The next ones are asked for when those before are written, so
 * that a slow reader slows the source, and a source can take what it was asked beyond for written.
 *
 * @throws CrierError of kind usage when one document is wanted of what never ends
 */
export async function showStream(view: StreamView<unknown>, show: StreamOutput): Promise<void> {
  const isDocument = show.format === 'json' || show.format === 'raw';
  if (isDocument && view.endless === true) {
    throw createUsageError(
      `this goes on until it is ended, and ${show.asked} needs the whole of it`,
      show.asked === '--jq' ? 'add -o ndjson, and the program runs over each record' : 'use -o ndjson',
    );
  }
  const showsParts = show.format === 'ndjson' || (view.live === true && !isDocument);
  const kept: unknown[] = [];
  for await (const batch of readUntilAborted(view.batches, show.signal)) {
    if (!showsParts) for (const record of batch) kept.push(record);
    else if (batch.length > 0) await show.showPart(view.list(batch));
    // a source and a reader that never wait would leave no moment for Ctrl-C
    await nextTurn();
  }
  if (!showsParts) await show.showWhole(view.list(kept));
}

/** What a source brings, until the signal aborts: a source that is waiting then is not waited for. */
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
    void iterator.return?.().catch(() => {}); // what it holds is closed with the run, too
  }
}
