import * as z from 'zod';
import { ignoreErrors } from '../../errors.ts';
import type { Uses } from '../context/context.ts';
import { formatServiceKey, openStateFile } from '../context/state-file.ts';

/** Ids that are remembered for one service, and services. */
const MOST_IDS = 50;
const MOST_SERVICES = 5;

/** Ids of automations of each service, newest first, for completion: no names. */
const RecentAutomations = z.array(
  z.strictObject({ service: z.string(), ids: z.array(z.string().max(100)).max(MOST_IDS) }),
);

/** Remembers ids that people were shown; written only if there are new ones. */
export async function rememberAutomations(
  ids: readonly string[],
  { service, io }: Uses<{ service: 'choose'; io: 'machine' | 'printing' }>,
): Promise<void> {
  if (!io.printing.isTerminal) return;
  const { choice } = await service.choose();
  const key = formatServiceKey({ ...choice, profile: null });
  const file = openStateFile(io.machine, {
    name: 'automations',
    schema: RecentAutomations,
    empty: [],
    isDisposable: true,
  });
  const known = file.read().find((each) => each.service === key)?.ids ?? [];
  if (ids.every((id) => known.includes(id))) return;
  await ignoreErrors(
    file.change((all) => {
      const before = all.find((each) => each.service === key)?.ids ?? [];
      const others = all.filter((each) => each.service !== key).slice(1 - MOST_SERVICES);
      return [...others, { service: key, ids: [...new Set([...ids, ...before])].slice(0, MOST_IDS) }];
    }),
  );
}
