import * as z from 'zod';
import type { IoPort } from '../../framework/command/io.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import { formatServiceKey, openStateFile } from '../../framework/settings/state-file.ts';
import type { Comment } from './comment.ts';

/** Ids of comments by service and profile, oldest first. */
const DoneComments = z.record(z.string(), z.array(z.string()));

/** Older ones are forgotten: by then their posts are no longer read. */
export const MOST_MARKED = 20_000;

/** The marks of all services and profiles. */
export function openDoneFile(machine: IoPort['machine']) {
  return openStateFile(machine, { name: 'done', schema: DoneComments, empty: {} });
}

/** The comments that need no answer, as marked on this machine. */
export type DoneList = Awaited<ReturnType<typeof openDoneComments>>;

/** Opens the list of the service and the profile of the run. */
export async function openDoneComments(service: ServicePort, io: IoPort) {
  const key = formatServiceKey((await service.choose()).choice);
  const file = openDoneFile(io.machine);
  const replace = async (edit: (before: readonly string[]) => readonly string[]) => {
    await file.change((all) => ({ ...all, [key]: edit(all[key] ?? []).slice(-MOST_MARKED) }));
  };
  return {
    /** Whether a comment is still open, by what is marked now. */
    filter(): (comment: Comment) => boolean {
      const ids = new Set(file.read()[key]);
      return ({ id }) => id === null || !ids.has(id);
    },
    /** The ids that are marked. */
    list: (): readonly string[] => file.read()[key] ?? [],
    mark: (ids: readonly string[]): Promise<void> => replace((before) => [...new Set([...before, ...ids])]),
    unmark: (ids: readonly string[]): Promise<void> =>
      replace((before) => before.filter((id) => !ids.includes(id))),
  };
}
