import type { Client } from '../../../../client/client.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { findHazards, type KindPlan, planKind } from './plan.ts';
import type { CodeTarget } from './read-targets.ts';

/** What would be changed in one profile, and its client. */
export interface TargetPlan {
  readonly target: CodeTarget;
  readonly client: Client;
  readonly kinds: readonly KindPlan[];
  /** Why it is not safe to apply; empty for a safe one. */
  readonly hazards: readonly string[];
}

/** Reads what the service has of each profile, one after the other, and compares it with the files. */
export async function planTargets(
  targets: readonly CodeTarget[],
  { prunes, openClient }: { prunes: boolean; openClient(target: CodeTarget): Promise<Client> },
  { io }: CommandContext,
): Promise<readonly TargetPlan[]> {
  const plans: TargetPlan[] = [];
  for (const target of targets) {
    if (targets.length > 1) io.progress(`${plans.length} of ${targets.length} profiles read`);
    const { written, lock, isWhole } = target;
    const client = await openClient(target);
    const kinds: KindPlan[] = [];
    for (const [kind, resources] of written) {
      const applied = lock?.read(kind.name) ?? new Map();
      kinds.push(planKind(kind, resources, await kind.list(client), { applied, isWhole, prunes }));
    }
    plans.push({ target, client, kinds, hazards: findHazards(kinds, isWhole) });
  }
  io.progress(null);
  return plans;
}
