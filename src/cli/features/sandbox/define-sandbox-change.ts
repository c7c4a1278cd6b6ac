import type * as z from 'zod';
import type { ControlAnswer, ControlInput, ControlName } from '../../../service/control/control.ts';
import { type Command, type CommandOutcome, defineCommand } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import type { Column, RecordLine, View } from '../../framework/output/view.ts';

/** A command that makes one request to the sandbox. Its functions are called in the order in which they stand here. */
interface SandboxChangeDefinition<Input extends z.ZodObject, Name extends ControlName, Known, Row>
  extends Omit<Command<Input>, 'run' | 'changes' | 'flags' | 'reads' | 'hasBytes'> {
  call: Name;
  /** Refuses flags that do not go together, before the sandbox is opened. */
  check?(input: z.infer<Input>): void;
  /** Reads what the request needs, or what its answer is compared with. */
  lookUp?(control: SandboxControl): Promise<Known>;
  request(input: z.infer<Input>, known: Known, context: CommandContext): ControlInput<Name>;
  /** The records of the answer, which are shown as a list with `columns`. */
  rows?(answer: ControlAnswer<Name>): readonly Row[];
  columns?: readonly Column<NoInfer<Row>>[] | ((input: z.infer<Input>) => readonly Column<NoInfer<Row>>[]);
  /** The key of the record in the answer (default: the answer is the record). */
  key?: string;
  /** Names and values of the record. */
  lines?(answer: ControlAnswer<Name>): readonly RecordLine[];
  notes?(answer: ControlAnswer<Name>, known: Known): readonly string[];
}

/**
 * Declares a command that changes this machine's sandbox by one request to its control interface.
 *
 * @example
 * export default defineSandboxChange({
 *   summary: 'Set the sandbox clock to real time',
 *   examples: ['sandbox clock real', 'sandbox clock real --json'],
 *   input: z.object({}),
 *   output: CONTROL.setClock.answer,
 *   call: 'setClock',
 *   request: () => ({ mode: 'real' }),
 *   lines: listClockLines,
 * });
 */
export function defineSandboxChange<
  Input extends z.ZodObject,
  Name extends ControlName,
  Known = undefined,
  Row = never,
>(change: SandboxChangeDefinition<Input, Name, Known, Row>) {
  const { call, check, lookUp, request, rows, columns, key, lines, notes, ...words } = change;
  return defineCommand({
    ...words,
    changes: true,
    flags: [],
    async run(input, context): Promise<CommandOutcome> {
      check?.(input);
      const control = await context.sandbox.control();
      const known = (await lookUp?.(control)) as Known; // undefined without that function
      const answer = await control.call(call, request(input, known, context));
      const view: View =
        rows === undefined
          ? { kind: 'record', document: answer, key, lines: lines?.(answer) ?? [] }
          : showRows(rows(answer), input);
      return { view, notes: notes?.(answer, known) ?? [] };
    },
  });

  function showRows(found: readonly Row[], input: z.infer<Input>): View {
    const records = String(words.records);
    const own = typeof columns === 'function' ? columns(input) : (columns ?? []);
    const document = { [records]: found };
    return { kind: 'list', document, key: records, rows: found, columns: own, empty: 'nothing' };
  }
}
