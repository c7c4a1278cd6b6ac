import * as z from 'zod';
import type { IoPort } from '../../framework/command/io.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import type { ServiceOrSandbox } from '../../framework/settings/choose-service.ts';
import { readDoneFile } from '../../framework/settings/machine-keys.ts';
import { SANDBOX } from '../../framework/settings/settings.ts';
import { formatServiceKey, openStateFile } from '../../framework/settings/state-file.ts';

/** Ids of comments by service and profile, oldest first. */
const DoneComments = z.record(z.string(), z.array(z.string()));

/** Older ones are forgotten: by then their posts are no longer read. */
export const MOST_MARKED = 20_000;

/** The marks of all services and profiles. */
export function openDoneFile(machine: IoPort['machine']) {
  return openStateFile(machine, { name: 'done', schema: DoneComments, empty: {} });
}

/** The comments, messages and reviews that need no answer, as marked on this machine, by their ids. */
export type DoneList = Awaited<ReturnType<typeof openDoneComments>>;

/**
 * Opens the list of the service and the profile of the run. With a file that a team shares, marks are made there, and
 * what it says of a comment counts; the marks of this machine stay for the others.
 *
 * @param use whether a file that cannot be read is a warning, or an error before anything is marked
 */
export async function openDoneComments(service: ServicePort, io: IoPort, use: 'read' | 'mark' = 'read') {
  const { choice, settings } = await service.choose();
  const key = formatServiceKey(choice);
  const file = openDoneFile(io.machine);
  const shared = await openSharedFile(choice, readDoneFile({ env: io.machine.env, settings }), io, use);
  const replace = async (edit: (before: readonly string[]) => readonly string[]) => {
    await file.change((all) => ({ ...all, [key]: edit(all[key] ?? []).slice(-MOST_MARKED) }));
  };
  const listOwn = (): readonly string[] => file.read()[key] ?? [];
  return {
    /** Whether a comment is still open, by what is marked now. */
    filter(): (comment: { readonly id: string | null }) => boolean {
      const ids = new Set(listOwn());
      const judge = shared?.createJudge() ?? (() => null);
      return ({ id }) => id === null || !(judge(id) ?? ids.has(id));
    },
    /** The ids that are marked. */
    list(): readonly string[] {
      if (shared === null) return listOwn();
      const judge = shared.createJudge();
      return [...new Set([...listOwn().filter((id) => judge(id) !== false), ...shared.list()])];
    },
    async mark(ids: readonly string[]): Promise<void> {
      if (shared === null) await replace((before) => [...new Set([...before, ...ids])]);
      else shared.append(ids, true);
    },
    async unmark(ids: readonly string[]): Promise<void> {
      shared?.append(ids, false);
      const own = new Set(listOwn());
      if (ids.some((id) => own.has(id))) await replace((before) => before.filter((id) => !ids.includes(id)));
    },
  };
}

async function openSharedFile(
  choice: ServiceOrSandbox,
  file: string | null,
  io: IoPort,
  use: 'read' | 'mark',
) {
  if (file === null) return null;
  const { openSharedMarks } = await import('./shared-marks.ts'); // most runs share none
  const name = choice.kind === 'sandbox' ? SANDBOX : choice.target.baseUrl.href.replace(/\/+$/, '');
  const shared = openSharedMarks(file, name, io);
  if (use === 'mark') shared.requireReadable();
  else await shared.warn();
  return shared;
}
