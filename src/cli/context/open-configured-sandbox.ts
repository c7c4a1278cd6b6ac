import type { Sandbox, SandboxOptions } from '../../sandbox/open-sandbox.ts';
import { CONTROL } from '../../service/control/control.ts';
import type { World } from '../../world.ts';
import { createLocalConnection } from './connect-sandbox.ts';
import { createSandboxControl } from './sandbox-control.ts';
import type { StartOptions } from './sandbox-server.ts';

/** Opens a sandbox with the plan and rate limit of its start, which also hold after a reset. */
export async function openConfiguredSandbox(
  file: string,
  {
    plan,
    rateLimit,
    seed,
    allowPrivate,
    ...hearing
  }: Omit<StartOptions, 'port' | 'memory'> & Required<Pick<SandboxOptions, 'onDefect'>>,
  world: World,
): Promise<Sandbox> {
  const { onDefect, onEnded, onPublished, onAttempted, onHeld, onMigrated } = hearing;
  let told = Promise.resolve();
  const tell = async (id: string) => {
    const { activity, names } = await call('findActivity', { ids: [id] });
    for (const row of activity) await onEnded?.(row, names);
  };
  // In order; a failed report loses nothing, since everything reported is stored.
  const inTurn = (say: () => Promise<void>) => {
    told = told.then(say).catch(() => {});
  };
  const sandbox = await world.openSandbox({
    file,
    allowance: allowPrivate,
    onDefect,
    seedFile: seed,
    isChecked: true,
    ...(onMigrated && { onMigrated }),
    ...(onEnded && { onEnded: (id) => inTurn(() => tell(id)) }),
    ...(onPublished && { onPublished: (published) => inTurn(() => onPublished(published)) }),
    ...(onAttempted && { onAttempted: (attempted) => inTurn(() => onAttempted(attempted)) }),
    ...(onHeld && { onHeld: (held) => inTurn(() => onHeld(held)) }),
  });
  const { call } = createSandboxControl(createLocalConnection(sandbox, null), world);
  const settle = async () => {
    if (plan !== undefined) await call('setPlan', { plan });
    if (rateLimit !== undefined) await call('setRateLimit', { max: rateLimit });
  };
  await settle();
  return {
    ...sandbox,
    async answer(request) {
      const answer = await sandbox.answer(request);
      if (request.url.pathname !== CONTROL.reset.path || answer.status !== 200) return answer;
      await settle();
      // the reset responds with the status, which has just changed
      const { method, path } = CONTROL.status;
      return sandbox.answer({ ...request, method, url: new URL(path, request.url), body: null });
    },
  };
}
