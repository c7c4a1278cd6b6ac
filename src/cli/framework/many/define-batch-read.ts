import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { type Command, type CommandOutcome, defineCommand, getServiceTime } from '../command/command.ts';
import type { CommandContext } from '../command/context.ts';
import type { Shown } from '../command/define-change.ts';
import type { IoPort } from '../command/io.ts';
import { REMOTE } from '../input/flags/flags.ts';
import { READ, type ReadFlags } from '../input/flags/read-flags.ts';
import type { Column, ListView } from '../output/view.ts';
import { type ChangeResult, FOUND_RESULTS, toIdDocument } from './change-several.ts';
import type { IdsArgument } from './define-batch-change.ts';
import { getOnlyId, readIdsOrRaw } from './read-ids.ts';
import { runEach } from './run-each.ts';
import { type EachRead, streamEach } from './stream-each.ts';

/** What the functions of a read of several can use. */
interface BatchReadRun<Input extends z.ZodObject, Known> extends CommandContext {
  client: Client;
  input: z.infer<Input>;
  /** The result of `readOnce`. */
  known: Known;
}

/** A record, and the answer that it was read from; without bytes where it is a part of that. */
interface ReadRecord<Rec> {
  record: Rec;
  answer: Pick<ClientAnswer<unknown>, 'headers'> & { bytes?: Uint8Array };
}

/** How the records of several ids are shown. */
interface RecordList<Rec> {
  /** The key of the records, such as `feeds`. */
  key: string;
  /** The columns of several, and of the record of one in TSV and CSV. */
  columns: readonly Column<Rec>[];
  rowReferences?: ListView<Rec>['references'];
  /** Text of a table without rows. */
  empty: string;
}

/** A command that reads a record for each of several ids. Its functions are called in the order in which they stand here. */
interface BatchReadDefinition<Input extends z.ZodObject, Rec, Known>
  extends Omit<Command<Input>, 'run' | 'changes' | 'flags' | 'input' | 'positional'>,
    RecordList<Rec> {
  ids: Omit<IdsArgument, 'addresses'>;
  /** Flags besides the ids (default: none). */
  input?: Input;
  /** Refuses flags that need a single id. */
  check?(ids: readonly string[], input: z.infer<Input>, context: CommandContext): void;
  /** Reads what all records are found in. */
  readOnce?(client: Client): Promise<Known>;
  read(id: string, run: BatchReadRun<Input, Known>): Promise<ReadRecord<Rec>>;
  /** Shows the only record of the command line. */
  show(
    record: Rec,
    input: z.infer<Input>,
    run: BatchReadRun<Input, Known> & { id: string },
  ): Shown | Promise<Shown>;
}

/** The document of several records: the result of each id, and what was found. @param found describes the records */
export function defineFound<Key extends string, Rec extends z.ZodType>(
  key: Key,
  record: Rec,
  found?: string,
) {
  const records = z.array(record);
  return z.strictObject({
    results: FOUND_RESULTS,
    [key]: found === undefined ? records : records.describe(found),
  });
}

/**
 * Declares a command that reads a record for each of several ids: as arguments, by `--ids-from`, and with `--resume` and
 * `--all-profiles`. The result of each id and the exit code come with it.
 */
export function defineBatchRead<
  Rec,
  Input extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Known = undefined,
>(definition: BatchReadDefinition<Input, Rec, Known>) {
  const { ids: argument, input: own, check, readOnce, read, show } = definition;
  return defineCommand({
    ...definition,
    positional: [argument.name],
    flags: [REMOTE, READ],
    input: z.object({ [argument.name]: argument.flag, ...own?.shape }),
    async run(given, context): Promise<CommandOutcome> {
      const { idsFrom, concurrency } = given as ReadFlags; // by its set
      const fields: object = given;
      const input = fields as z.infer<Input>; // and the field of the ids
      const named = given[argument.name] as readonly string[]; // by its schema
      const acceptsUrls = definition.reads?.acceptsUrls ?? false;
      const ids = await readIdsOrRaw({ ids: named, idsFrom, acceptsUrls }, context.io);
      check?.(ids, input, context);
      const client = await context.service.client();
      // undefined without that function, as the type of `Known` is then
      const run = { ...context, client, input, known: (await readOnce?.(client)) as Known };
      const only = getOnlyId(ids, idsFrom);
      if (only === null)
        return showRows(ids, (id) => read(id, run), { concurrency, list: definition, io: context.io });
      const { record, answer } = await read(only, run);
      const { bytes: raw } = answer;
      return {
        ...(await show(record, input, { ...run, id: only })),
        ...(raw && { raw }),
        ...getServiceTime(answer),
      };
    },
  });
}

/**
 * Reads a record of each id and shows it as a row; `results` of the document has the result of each. A failure for one id
 * does not stop the others, unless it would affect them all.
 */
function showRows<Rec>(
  ids: readonly string[],
  read: (id: string) => Promise<ReadRecord<Rec>>,
  { concurrency, list, io }: { concurrency: number; list: RecordList<Rec>; io: IoPort },
): CommandOutcome {
  const { key, columns, rowReferences, empty } = list;
  const { format } = io.printing;
  // only a complete document has them
  const results: ChangeResult[] | null = format === 'json' ? [] : null;
  async function* readEach(): AsyncGenerator<EachRead<Rec>> {
    const requests = { atOnce: concurrency, done: 'read', progress: io.progress };
    for await (const { id, value, failure, isSent } of runEach(ids, requests, read)) {
      results?.push(toIdDocument(id, failure, 'found'));
      const asOf = value === null ? undefined : getServiceTime(value.answer).asOf;
      yield { id, part: value?.record ?? null, failure, isSent, asOf };
    }
  }
  return streamEach(readEach(), {
    total: ids.length,
    rowsOf: format,
    remainder: 'the others are printed',
    list: (records): ListView<unknown> => ({
      kind: 'list',
      document: { ...(results && { results }), [key]: records },
      key,
      rows: records,
      columns,
      ...(rowReferences && { references: rowReferences as NonNullable<ListView<unknown>['references']> }), // its rows are these
      empty,
    }),
  });
}
