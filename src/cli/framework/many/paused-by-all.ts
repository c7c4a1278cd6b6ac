import * as z from 'zod';
import type { CommandContext } from '../command/context.ts';
import { formatServiceKey, openStateFile } from '../settings/state-file.ts';

/** What can be paused as a whole. */
export const PAUSED_KINDS = ['automations', 'posts'] as const;
type PausedKind = (typeof PAUSED_KINDS)[number];

/** Ids by service, profile and kind. */
const PausedIds = z.record(z.string(), z.array(z.string()));

/** @param owner the service and the profile, as `formatServiceKey` names them */
export const formatPausedKey = (kind: PausedKind, owner: string): string => `${kind} ${owner}`;

/** What was paused, of all services and profiles. */
export function openPausedFile(machine: CommandContext['io']['machine']) {
  return openStateFile(machine, { name: 'paused', schema: PausedIds, empty: {} });
}

/** What the last pause of everything stopped, so that the same, and nothing else, can be resumed. */
export type PausedByAll = Awaited<ReturnType<typeof openPausedByAll>>;

/** Opens what is remembered of one kind, for the service and the profile of the run. */
export async function openPausedByAll(kind: PausedKind, { service, io }: CommandContext) {
  const key = formatPausedKey(kind, formatServiceKey((await service.choose()).choice));
  const file = openPausedFile(io.machine);
  const replace = async (edit: (ids: readonly string[]) => readonly string[]) => {
    await file.change((all) => {
      const ids = [...edit(all[key] ?? [])];
      const { [key]: _before, ...others } = all;
      return ids.length === 0 ? others : { ...others, [key]: ids };
    });
  };
  return {
    list: (): readonly string[] => file.read()[key] ?? [],
    /** Adds ids, before they are paused: a run that is interrupted loses none. */
    add: (ids: readonly string[]): Promise<void> => replace((before) => [...new Set([...before, ...ids])]),
    remove: (ids: readonly string[]): Promise<void> =>
      replace((before) => before.filter((id) => !ids.includes(id))),
  };
}
