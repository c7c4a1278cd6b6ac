import type { ClientAnswer } from '../../client/transport.ts';
import type { IoPort } from '../context/io.ts';
import type { Column, ListView } from '../render/view.ts';
import { type CommandOutcome, getServiceTime } from '../shell/command.ts';
import { toIdDocument } from './change-several.ts';
import { combineFailures } from './combine-failures.ts';
import { runEach } from './request-each.ts';

/** Maximum number of concurrent requests. */
const AT_ONCE = 4;

/** What is read of each of several ids, and how it is shown. */
interface SeveralRecords<Rec> {
  readonly ids: readonly string[];
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
 * Reads one record for each of several ids: `results` of the document has the result of each. A failure for one id does
 * not stop the others, unless it would affect them all.
 */
export async function readSeveral<Rec>(
  { ids, key, columns, references, empty, read }: SeveralRecords<Rec>,
  { printing, progress }: Pick<IoPort, 'printing' | 'progress'>,
): Promise<CommandOutcome> {
  const all = await runEach(ids, { atOnce: AT_ONCE, done: 'read', progress }, read);
  const found = all.flatMap(({ value }) => value ?? []);
  const last = found.at(-1);
  const failure = combineFailures(all, { done: 'read', remainder: 'the others are printed' });
  // on failure stdout stays empty, except for programs, which get the results
  if (failure !== null && last === undefined && printing.format !== 'json') throw failure;
  const records = found.map(({ record }) => record);
  return {
    view: {
      kind: 'list',
      document: { results: all.map((each) => toIdDocument(each.id, each.failure, 'found')), [key]: records },
      key,
      rows: records,
      columns: columns as readonly Column<unknown>[], // of the rows above
      ...(references && { references: references as NonNullable<ListView<unknown>['references']> }), // as above
      empty,
    },
    ...(last && getServiceTime(last.answer)),
    ...(failure !== null && { failure }),
  };
}
