import type { CommandOutcome } from '../../framework/command/command.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { buildChangeCells, changeSeveral } from '../../framework/many/change-several.ts';
import { getOnlyId, readIds } from '../../framework/many/read-ids.ts';
import type { CommandText } from '../../framework/output/text/shell-command.ts';
import type { RecordLine } from '../../framework/output/view.ts';

/** Answer of the control interface for a deletion. */
type DeletedObject = {
  deleted: string | boolean;
  network?: string;
};

/** How a sandbox command deletes something by its ids. */
interface DeletedEach {
  id: readonly string[];
  idsFrom: string | undefined;
  /** The command that lists what there is. */
  shownBy: CommandText;
  call(id: string): Promise<DeletedObject>;
  io: IoPort;
}

/** Deletes one object, with the answer as the document, or several, with the result of each. */
export async function deleteEach({ id, idsFrom, shownBy, call, io }: DeletedEach): Promise<CommandOutcome> {
  const ids = await readIds({ ids: id, idsFrom }, io);
  const only = getOnlyId(ids, idsFrom);
  if (only === null) {
    const apply = async (each: string) => {
      await call(each);
      return {};
    };
    return changeSeveral({ ids, done: 'deleted', shownBy, apply, io });
  }
  const document = await call(only);
  return {
    view: { kind: 'record', document, cells: buildChangeCells(only, 'deleted'), lines: listLines(document) },
  };
}

function listLines({ deleted, network }: DeletedObject): readonly RecordLine[] {
  const lines = [{ name: 'deleted', title: 'deleted', value: deleted }];
  return network === undefined ? lines : [...lines, { name: 'network', title: 'network', value: network }];
}
