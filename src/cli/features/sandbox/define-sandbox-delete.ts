import * as z from 'zod';
import { CONTROL, type ControlInput } from '../../../service/control/control.ts';
import { type Command, type CommandOutcome, defineCommand } from '../../framework/command/command.ts';
import { buildChangeCells, ChangedSeveral, changeSeveral } from '../../framework/many/change-several.ts';
import { getOnlyId, IDS_FROM, readIds } from '../../framework/many/read-ids.ts';
import type { CommandText } from '../../framework/output/text/shell-command.ts';
import type { RecordLine } from '../../framework/output/view.ts';

type DeleteName = 'deleteCopy' | 'deleteComment' | 'deleteReview';

/** A command that deletes things of a network by their ids, as their authors do. */
interface SandboxDeleteDefinition<Input extends z.ZodObject, Name extends DeleteName>
  extends Pick<Command, 'summary' | 'examples' | 'before'> {
  /** Its first paragraph. */
  description: string;
  ids: z.ZodType<string[]>;
  /** Flags besides the ids (default: none). */
  input?: Input;
  call: Name;
  request(id: string, input: z.infer<Input>): ControlInput<Name>;
  /** The command that lists what there is. */
  shownBy: CommandText;
}

/** Declares a command that deletes one, with the answer as its document, or several, with the result of each. */
export function defineSandboxDelete<
  Name extends DeleteName,
  Input extends z.ZodObject = z.ZodObject<Record<never, never>>,
>({ ids: id, input: own, call, request, shownBy, ...words }: SandboxDeleteDefinition<Input, Name>) {
  return defineCommand({
    ...words,
    description: `
${words.description.trim()}

With several ids or --ids-from, one that fails does not stop the others, and the JSON document has "results" with the
result of each.`,
    positional: ['id'],
    changes: true,
    flags: [],
    input: z.object({ id, idsFrom: IDS_FROM, ...own?.shape }),
    output: z.union([CONTROL[call].answer, ChangedSeveral]),
    records: 'results',
    async run(given, { sandbox, io }): Promise<CommandOutcome> {
      const { id: named, idsFrom } = given;
      const fields: object = given;
      const input = fields as z.infer<Input>; // and those of the ids
      const control = await sandbox.control();
      const ids = await readIds({ ids: named, idsFrom }, io);
      const only = getOnlyId(ids, idsFrom);
      if (only !== null) {
        const document = await control.call(call, request(only, input));
        return {
          view: {
            kind: 'record',
            document,
            cells: buildChangeCells(only, 'deleted'),
            lines: listLines(document),
          },
        };
      }
      const apply = async (each: string) => {
        await control.call(call, request(each, input));
        return {};
      };
      return changeSeveral({ ids, done: 'deleted', shownBy, apply, io });
    },
  });
}

function listLines({
  deleted,
  network,
}: {
  deleted: string | boolean;
  network?: string;
}): readonly RecordLine[] {
  const lines = [{ name: 'deleted', title: 'deleted', value: deleted }];
  return network === undefined ? lines : [...lines, { name: 'network', title: 'network', value: network }];
}
