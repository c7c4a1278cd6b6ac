import type { Client } from '../../../../client/client.ts';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, isEndOfRun } from '../../../../errors.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { findHazards, type KindPlan, planKind } from './plan.ts';
import { type CodeTarget, PRIMARY_FOLDER } from './read-targets.ts';

/** What would be changed in one profile, and its client. */
export interface TargetPlan {
  readonly target: CodeTarget;
  readonly client: Client;
  readonly kinds: readonly KindPlan[];
  /** Why it is not safe to apply; empty for a safe one. */
  readonly hazards: readonly string[];
}

/** A profile of several that could not be read, so that nothing of it is known or changed. */
export interface UnreadTarget {
  /** As folders name it. */
  readonly id: string;
  readonly failure: CrierError;
}

/** Reads what the service has of each profile, one after the other, and compares it with the files. */
export async function planTargets(
  targets: readonly CodeTarget[],
  { prunes, openClient }: { prunes: boolean; openClient(target: CodeTarget): Promise<Client> },
  { io }: CommandContext,
): Promise<{ plans: readonly TargetPlan[]; unread: readonly UnreadTarget[] }> {
  const plans: TargetPlan[] = [];
  const unread: UnreadTarget[] = [];
  for (const target of targets) {
    if (targets.length > 1) io.progress(`${plans.length + unread.length} of ${targets.length} profiles read`);
    try {
      plans.push(await planTarget(target, prunes, await openClient(target)));
    } catch (error) {
      const isOne = targets.length === 1;
      if (isOne || !(error instanceof CrierError) || isEndOfRun(error) || error.kind === 'usage') throw error;
      unread.push({ id: target.profile ?? PRIMARY_FOLDER, failure: error });
    }
  }
  io.progress(null);
  return { plans, unread };
}

async function planTarget(target: CodeTarget, prunes: boolean, client: Client): Promise<TargetPlan> {
  const { written, lock, isWhole, unread } = target;
  const kinds: KindPlan[] = [];
  for (const [kind, resources] of written) {
    const applied = lock?.read(kind.name) ?? new Map();
    kinds.push(planKind(kind, resources, await kind.list(client), { applied, isWhole, prunes }));
  }
  const isDeleting = kinds.some(({ changes }) => changes.some(({ action }) => action === 'delete'));
  const moved = isDeleting && unread.length > 0 ? [`the files in ${joinWithAnd(unread)} are not read`] : [];
  return { target, client, kinds, hazards: [...findHazards(kinds, isWhole), ...moved] };
}
