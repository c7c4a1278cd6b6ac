import * as z from 'zod';
import type { Client, PlannedRequest } from '../../../../client/client.ts';
import { CrierError } from '../../../../errors.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { buildErrorColumns } from '../../../framework/many/change-several.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { formatLimitWait } from '../../../framework/many/request-pace.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { ErrorDocument } from '../../../framework/output/error-document.ts';
import { toErrorDocument } from '../../../framework/output/failures.ts';
import { type Column, type ListView, pickMember } from '../../../framework/output/view.ts';
import { createNameCheck, createRefusals } from './apply-run.ts';
import { isSame } from './differences.ts';
import type { KindPlan, ResourceChange } from './plan.ts';
import type { TargetPlan, UnreadTarget } from './plan-all.ts';
import { PRIMARY_FOLDER } from './read-targets.ts';
import type { ReadSecret, RequestStep } from './resource-kind.ts';
import { createSecretReader } from './secret-references.ts';

const AppliedResult = z.strictObject({
  profile: z.string().nullable().describe('null is the Primary Profile'),
  kind: z.string(),
  name: z.string(),
  id: z.string().nullable(),
  status: z.enum(['created', 'updated', 'deleted', 'error']),
  error: ErrorDocument.nullable(),
});
type AppliedResult = z.infer<typeof AppliedResult>;

export const AppliedDocument = z.strictObject({ results: z.array(AppliedResult) });

interface PlannedUnit {
  readonly plan: TargetPlan;
  readonly kindPlan: KindPlan;
  readonly change: ResourceChange;
}

/** Stands for the id that the service will give. */
const NEW_ID = '{id}';

/** The requests of a plan, in their order. */
export function listRequests(plans: readonly TargetPlan[]): readonly PlannedRequest[] {
  return listUnits(plans).flatMap(({ plan: { client }, change }) => {
    if (change.action === 'create') {
      const { first, next } = listCreateSteps(change);
      const later = next?.(NEW_ID).plan(client);
      const shown = later && { ...later, url: later.url.replace(encodeURIComponent(NEW_ID), NEW_ID) };
      return [first.plan(client), ...(shown === undefined ? [] : [shown])];
    }
    return [toStep(change).plan(client)];
  });
}

function listUnits(plans: readonly TargetPlan[]): readonly PlannedUnit[] {
  return plans.flatMap((plan) =>
    plan.kinds.flatMap((kindPlan) => kindPlan.changes.map((change) => ({ plan, kindPlan, change }))),
  );
}

function listCreateSteps({ kind, written }: ResourceChange) {
  if (written === null || kind.create === null) throw new Error(`${kind.name} cannot be created`);
  return kind.create(written);
}

function toStep({ kind, action, stored, content, differences, written }: ResourceChange): RequestStep {
  if (stored === null) throw new Error('only what is stored can be changed');
  if (action === 'delete') {
    if (kind.remove === null) throw new Error(`${kind.name} cannot be deleted`);
    return kind.remove(stored);
  }
  return kind.update(stored, content, [...new Set(differences.map(({ path }) => String(path[0])))], written);
}

const DONE = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/**
 * Sends the changes, one after the other, and records each in the lock file when it was made. A run that ends early is
 * continued by the next one: what was created is found by its name.
 */
export async function applyPlans(
  plans: readonly TargetPlan[],
  unread: readonly UnreadTarget[],
  context: CommandContext,
) {
  const { io, service } = context;
  const progress = (text: string | null) =>
    io.progress(text === null ? null : () => `${text}${formatLimitWait(service.budget.waitMs)}`);
  const tools = { readSecret: createSecretReader(context), isThere: createNameCheck() };
  const refusals = createRefusals();
  for (const { target, kinds } of plans)
    if (kinds.some(({ changes }) => changes.length > 0)) await target.lock?.requireWritable();
  for (const { target, kinds } of plans) await target.lock?.change(kinds.flatMap(({ settled }) => settled));
  const units = listUnits(plans);
  const all = await Array.fromAsync(
    runEach(units, { done: 'applied', progress, keys: 'own' }, async (unit) => {
      const ids = new Set<string>();
      refusals.require(unit.kindPlan, unit.change);
      try {
        return { id: await applyChange(unit, tools, (id) => ids.add(id)), failure: null };
      } catch (error) {
        refusals.add(unit.kindPlan, error);
        const [id] = ids;
        if (!(error instanceof CrierError) || id === undefined) throw error;
        // it is there, but not as the files have it: the next run changes it
        return {
          id,
          failure: new CrierError(error.kind, `created, but not paused: ${error.message}`, error.facts),
        };
      }
    }),
  );
  const results = all.map(({ id: { plan, change }, value, failure }): AppliedResult => {
    const error = failure ?? value?.failure ?? null;
    return {
      profile: plan.target.profile,
      ...{ kind: change.kind.name, name: change.name },
      id: value?.id ?? change.stored?.id ?? null,
      status: error === null ? DONE[change.action] : 'error',
      error: error === null ? null : toErrorDocument(error),
    };
  });
  const failure = combineFailures(
    [
      ...unread,
      ...all.map(({ id, value, failure }) => ({
        id: id.change.name,
        failure: failure ?? value?.failure ?? null,
      })),
    ],
    { done: 'applied', remainder: 'the others are applied; run the same command again for the rest' },
  );
  return { view: buildResultView(results, plans.length > 1), failure };
}

/** @returns the id of what was changed @param onCreated called before what is sent after the creation */
async function applyChange(
  { plan: { target, client: opened }, kindPlan, change }: PlannedUnit,
  { readSecret, isThere }: { readSecret: ReadSecret; isThere: ReturnType<typeof createNameCheck> },
  onCreated: (id: string) => void,
): Promise<string | null> {
  const { kind, action, name, stored, content, written } = change;
  const secret = written?.secret ?? null;
  if (secret !== null) await readSecret(secret);
  // one that is opened now masks the secret
  const client = secret === null ? opened : await target.service.client({ writes: true });
  const secretVersion = written?.secretVersion ?? undefined;
  const record = (id: string, isThere = true) =>
    target.lock?.change([
      { kind: kind.name, name, applied: isThere ? { id, content, secretVersion } : null },
    ]);
  if (action === 'create') {
    if (await isThere(kindPlan, name, kind, client))
      throw createStaleError(`the ${kind.noun} "${name}" was created`);
    const { first, next } = listCreateSteps(change);
    const id = (await first.send(client, readSecret)) ?? (next === undefined ? name : null);
    if (id === null) return null;
    onCreated(id);
    await next?.(id).send(client, readSecret);
    await record(id);
    return id;
  }
  if (stored === null) throw new Error('only what is stored can be changed');
  await refuseChanged(change, client);
  await toStep(change).send(client, readSecret);
  await record(stored.id, action === 'update');
  return stored.id;
}

/** The service has no condition for a change: it is read again right before. @throws CrierError if it is another */
async function refuseChanged({ kind, stored }: ResourceChange, client: Client): Promise<void> {
  if (stored === null) return;
  const now = await kind.reread(stored, client);
  if (now !== null && isSame(now.content, stored.content)) return;
  throw createStaleError(`the ${kind.noun} ${stored.id} was ${now === null ? 'deleted' : 'changed'}`);
}

function createStaleError(what: string): CrierError {
  return new CrierError('rejected', `${what} in the service since it was read; it was left as it is`, {
    http: null,
    advice: 'run the same command again: it shows what is to be done now',
  });
}

const COLUMNS: readonly Column<AppliedResult>[] = [
  { ...pickMember('profile', 'profile'), show: ({ profile }) => profile ?? PRIMARY_FOLDER, drop: 0 },
  { ...pickMember('kind', 'kind'), role: 'dim', drop: 2 },
  { ...pickMember('name', 'name'), role: 'name', flexible: true },
  { ...pickMember('id', 'id'), role: 'id', drop: 1 },
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  ...buildErrorColumns(2),
];

function buildResultView(results: readonly AppliedResult[], hasProfiles: boolean): ListView<AppliedResult> {
  const kinds = new Set(results.map(({ kind }) => kind));
  const columns = COLUMNS.map((column) =>
    (column.name === 'profile' && !hasProfiles) || (column.name === 'kind' && kinds.size < 2)
      ? { ...column, dataOnly: true }
      : column,
  );
  return {
    ...{ kind: 'list', document: { results }, key: 'results', rows: results, columns },
    empty: 'nothing to change: the service is as the files describe it',
  };
}
