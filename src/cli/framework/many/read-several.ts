import type { ClientAnswer } from '../../../client/transport.ts';
import { type CommandOutcome, getServiceTime } from '../command/command.ts';
import type { IoPort } from '../command/io.ts';
import type { Column, ListView } from '../output/view.ts';
import { type ChangeResult, toIdDocument } from './change-several.ts';
import { createFailureTally } from './failure-tally.ts';
import { groupSteps, isPrintedInParts, type ReadStep } from './group-steps.ts';
import { requestEach } from './request-each.ts';

/** What is read of each of several ids, and how it is shown. */
interface SeveralRecords<Rec> {
  readonly ids: readonly string[];
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** The key of the records in the document: `posts`. */
  readonly key: string;
  readonly columns: readonly Column<Rec>[];
  readonly references?: ListView<Rec>['references'];
  /** Text of a table without rows. */
  readonly empty: string;
  read(
    id: string,
  ): Promise<{ readonly record: Rec; readonly answer: Pick<ClientAnswer<unknown>, 'headers'> }>;
}

/**
 * Reads one record for each of several ids, and shows it as it is read: `results` of the document has the result of each.
 * A failure for one id does not stop the others, unless it would affect them all.
 */
export function readSeveral<Rec>(
  { ids, concurrency, key, columns, references, empty, read }: SeveralRecords<Rec>,
  { printing, progress }: Pick<IoPort, 'printing' | 'progress'>,
): CommandOutcome {
  const tally = createFailureTally();
  // only a complete document has them
  const results: ChangeResult[] | null = printing.format === 'json' ? [] : null;
  const combine = () => tally.combine({ total: ids.length, remainder: 'the others are printed' });
  let asOf: number | undefined;
  async function* readSteps(): AsyncGenerator<ReadStep<Rec>> {
    for await (const result of requestEach(ids, concurrency, read)) {
      const { id, value, failure } = result;
      tally.add(result);
      results?.push(toIdDocument(id, failure, 'found'));
      if (ids.length > 1) progress(`${tally.read} of ${ids.length} read`);
      if (value !== null) ({ asOf } = getServiceTime(value.answer));
      yield { part: value?.record ?? null, isRow: true, finish: () => {} };
    }
    progress(null);
    const failure = combine();
    // on failure stdout stays empty, except for programs, which get the results
    if (failure !== null && tally.unread === tally.read && printing.format !== 'json') throw failure;
  }
  return {
    view: {
      kind: 'stream',
      live: isPrintedInParts(ids.length, printing.format),
      batches: groupSteps(readSteps(), printing.format),
      list: (records): ListView<unknown> => ({
        kind: 'list',
        document: { ...(results && { results }), [key]: records },
        key,
        rows: records,
        columns,
        ...(references && { references: references as NonNullable<ListView<unknown>['references']> }), // as above
        empty,
      }),
      asOf: () => asOf,
    },
    finish() {
      const failure = combine();
      return failure === null ? {} : { failure };
    },
  };
}
