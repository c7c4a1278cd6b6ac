import * as z from 'zod';
import type { CommandOutcome } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import {
  buildPictureRows,
  buildPictureView,
  combineCrisisFailures,
  getServiceName,
  readLeft,
  refuseRaw,
} from './crisis-run.ts';
import { getRecordPlace } from './pause-record.ts';
import { noteUnsaved, PictureRow, UnsavedProfiles } from './picture.ts';
import { addReferences, listUnsavedProfiles, readWorkOfProfiles } from './read-work.ts';

/** What goes out by itself, by profile. */
export const Picture = z.strictObject({ profiles: z.array(PictureRow), unsaved: UnsavedProfiles });

/** Shows what runs and what is paused, of all profiles. */
export async function showPicture(context: CommandContext, atOnce: number): Promise<CommandOutcome> {
  refuseRaw(context);
  const { service, io } = context;
  const services = await service.allProfiles();
  const { choice } = await service.choose();
  const found = await readWorkOfProfiles(services, { atOnce, progress: io.progress });
  const works = await addReferences(found, services, context);
  const unsaved = await listUnsavedProfiles(works, services[0]);
  const left = readLeft(getRecordPlace(io.machine, getServiceName(choice)), choice);
  const asOf = works.find(({ value }) => value?.asOf !== undefined)?.value?.asOf;
  return {
    view: buildPictureView(buildPictureRows(works, left), { unsaved }),
    ...(asOf !== undefined && { asOf }),
    notes: [
      ...noteUnsaved(unsaved, 'not shown'),
      ...(left.length === 0 ? [] : [`"crier resume" brings back ${left.length} that "crier pause" stopped`]),
    ],
    ...combineCrisisFailures([], works, { done: 'read', remainder: 'the others are shown' }),
  };
}
