import * as z from 'zod';
import { ignoreErrors } from '../../../errors.ts';
import { formatServiceKey, openStateFile } from '../settings/state-file.ts';
import type { IoPort } from './io.ts';
import type { ServicePort } from './service.ts';

/** Names that are remembered for one service, and services. */
export const MOST_NAMES = 50;
const MOST_SERVICES = 5;

/** Ids or titles of each service, newest first, for completion. */
const ShownNames = z.array(
  z.strictObject({ service: z.string(), ids: z.array(z.string().max(100)).max(MOST_NAMES) }),
);

/**
 * What is remembered: ids of automations, titles of posting schedules, handles of people and ids of conversations. Also
 * the name of the file.
 */
export type RememberedKind = 'automations' | 'schedules' | 'conversations';

/** Remembers ids or titles that people were shown; written only if there are new ones. */
export async function rememberShown(
  kind: RememberedKind,
  ids: readonly string[],
  { service, io }: { service: ServicePort; io: IoPort },
): Promise<void> {
  if (!io.printing.isTerminal) return;
  const { choice } = await service.choose();
  const key = formatServiceKey({ ...choice, profile: null });
  const file = openStateFile(io.machine, { name: kind, schema: ShownNames, empty: [], isDisposable: true });
  const known = file.read().find((each) => each.service === key)?.ids ?? [];
  if (ids.every((id) => known.includes(id))) return;
  await ignoreErrors(
    file.change((all) => {
      const before = all.find((each) => each.service === key)?.ids ?? [];
      const others = all.filter((each) => each.service !== key).slice(1 - MOST_SERVICES);
      return [...others, { service: key, ids: [...new Set([...ids, ...before])].slice(0, MOST_NAMES) }];
    }),
  );
}
