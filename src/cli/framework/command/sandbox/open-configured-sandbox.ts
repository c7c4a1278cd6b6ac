import type { PrivateAllowlist } from '../../../../domain/addresses/public-url.ts';
import type { AttemptReport, BlockedDelivery, PublishedDuePost } from '../../../../sandbox/engine/ports.ts';
import type { McpAnswerer } from '../../../../sandbox/http/server-routes.ts';
import type { Migrated, Sandbox, SandboxOptions } from '../../../../sandbox/open-sandbox.ts';
import { CONTROL } from '../../../../service/control/control.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import type { Plan } from '../../../../service/plans.ts';
import type { World } from '../../../../world.ts';
import { createLocalConnection } from './connect-sandbox.ts';
import { createSandboxControl } from './sandbox-control.ts';

export interface StartOptions {
  /** 0 for any free port. */
  port: number;
  /** Another address of this machine to listen on. */
  host?: string | undefined;
  /** Other names with their ports that requests may give as their host. */
  allowHost?: readonly string[] | undefined;
  /** Accepted in place of the API key. */
  token?: string | undefined;
  /** Answers requests to its MCP server. */
  mcp?: McpAnswerer | undefined;
  /** Uses a new sandbox in memory. */
  memory: boolean;
  /** Plan to set before it serves (default: unchanged). */
  plan?: Plan | undefined;
  /** Requests per window; null for no limit. */
  rateLimit?: number | null | undefined;
  /** An exported file for a new sandbox and for resets (default: the demo data). */
  seed?: string | undefined;
  /** Private addresses that it may reach. */
  allowPrivate: PrivateAllowlist;
  /** Watches its answers, those to a server's clients and to this process. */
  observe?: ((sandbox: Sandbox) => Sandbox) | undefined;
  /** Called when the data was migrated to this version. */
  onMigrated?(migrated: Migrated): void;
  /**
   * Called with the result of each engagement that an automation processed. @param names handles of people by
   * id
   */
  onEnded?(row: ActivityRow, names: Readonly<Record<string, string>>): Promise<void>;
  /** Called for each post that was published on schedule. */
  onPublished?(published: PublishedDuePost): Promise<void>;
  /** Called for each delivery attempt. */
  onAttempted?(attempted: AttemptReport): Promise<void>;
  /** Called for each delivery whose address it may not reach. */
  onHeld?(held: BlockedDelivery): Promise<void>;
}

/** Opens a sandbox with the plan and rate limit of its start, which also hold after a reset. */
export async function openConfiguredSandbox(
  file: string,
  {
    plan,
    rateLimit,
    seed,
    allowPrivate,
    ...hearing
  }: Omit<StartOptions, 'port' | 'memory'> & { onDefect: NonNullable<SandboxOptions['onDefect']> },
  world: World,
): Promise<Sandbox> {
  const { onDefect, onEnded, onPublished, onAttempted, onHeld, onMigrated } = hearing;
  let reported = Promise.resolve();
  const notify = async (id: string) => {
    const { activity, names } = await call('findActivity', { ids: [id] });
    for (const row of activity) await onEnded?.(row, names);
  };
  // In order; a failed report loses nothing, since everything reported is stored.
  const inTurn = (say: () => Promise<void>) => {
    reported = reported.then(say).catch(() => {});
  };
  const sandbox = await world.openSandbox({
    file,
    allowance: allowPrivate,
    onDefect,
    seedFile: seed,
    isChecked: true,
    onMigrated,
    onEnded: onEnded && ((id) => inTurn(() => notify(id))),
    onPublished: onPublished && ((published) => inTurn(() => onPublished(published))),
    onAttempted: onAttempted && ((attempted) => inTurn(() => onAttempted(attempted))),
    onHeld: onHeld && ((held) => inTurn(() => onHeld(held))),
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
