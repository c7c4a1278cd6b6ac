import type * as z from 'zod';
import type { FlagSet } from '../input/flags/flags.ts';
import type { Column, RecordLine } from '../output/view.ts';
import { type Command, type CommandOutcome, defineCommand } from './command.ts';
import type { CommandContext } from './context.ts';
import type { Shown } from './define-change.ts';

/** A command that shows what `read` finds: as a list with `columns`, as a record of `lines`, or as `show` builds it. */
interface LocalReadDefinition<Input extends z.ZodObject, Found>
  extends Omit<Command<Input>, 'run' | 'flags'> {
  /** Default: none. */
  flags?: readonly FlagSet[];
  read(input: z.infer<Input>, context: CommandContext): Found | Promise<Found>;
  columns?: readonly Column<NoInfer<Found> extends readonly (infer Row)[] ? Row : never>[];
  /** Members of the document before the list. */
  beside?(input: z.infer<Input>): object;
  /** Text of a table without rows. */
  empty?: string;
  lines?(found: NoInfer<Found>, input: z.infer<Input>): readonly RecordLine[];
  notes?(found: NoInfer<Found>, input: z.infer<Input>): readonly string[];
  show?(found: NoInfer<Found>, input: z.infer<Input>, context: CommandContext): Shown | Promise<Shown>;
}

/**
 * Declares a command that shows something without a request to the service: facts of the program, settings, the state of
 * the sandbox.
 *
 * @example
 * export default defineLocalRead({
 *   summary: 'List the injected faults',
 *   examples: ['sandbox fault list', 'sandbox fault list --json'],
 *   input: z.object({}),
 *   output: CONTROL.listFaults.answer,
 *   records: 'faults',
 *   read: async (_input, { sandbox }) => (await (await sandbox.control()).call('listFaults', {})).faults,
 *   columns: FAULT_COLUMNS,
 *   empty: 'no faults',
 * });
 */
export function defineLocalRead<Input extends z.ZodObject, Found extends object>({
  flags = [],
  read,
  columns,
  beside,
  empty = 'nothing',
  lines,
  notes,
  show,
  ...words
}: LocalReadDefinition<Input, Found>) {
  return defineCommand({
    ...words,
    flags,
    async run(input, context): Promise<CommandOutcome> {
      const found = await read(input, context);
      const shown = await show?.(found, input, context);
      if (shown !== undefined) return shown;
      const said = notes?.(found, input) ?? [];
      if (columns === undefined) {
        const document = { ...(found as object) }; // a list is shown by its columns
        return { view: { kind: 'record', document, lines: lines?.(found, input) ?? [] }, notes: said };
      }
      const rows = found as readonly unknown[]; // columns are of its records
      const key = String(words.records);
      const document = { ...beside?.(input), [key]: rows };
      return { view: { kind: 'list', document, key, rows, columns, empty }, notes: said };
    },
  });
}

/** Declares a command that changes something on this machine, such as the settings, and shows what `change` returns. */
export function defineLocalChange<Input extends z.ZodObject, Found extends object>({
  change,
  ...words
}: Omit<LocalReadDefinition<Input, Found>, 'read'> & {
  change: LocalReadDefinition<Input, Found>['read'];
}) {
  return defineLocalRead<Input, Found>({ ...words, changes: true, read: change });
}
