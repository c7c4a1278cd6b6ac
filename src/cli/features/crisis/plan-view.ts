import * as z from 'zod';
import type { PlannedRequest } from '../../../client/client.ts';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { getNetworkName } from '../../framework/output/cell.ts';
import { ErrorDocument } from '../../framework/output/error-document.ts';
import { toErrorDocument } from '../../framework/output/failures.ts';
import type { Printing } from '../../framework/output/printing/output-settings.ts';
import { type Column, type ListView, listDataColumns, pickMember } from '../../framework/output/view.ts';
import { ProfileAlias } from '../comments/read-profiles.ts';
import type { ChangedWork, WorkChange } from './change-work.ts';
import type { StoredWork } from './work.ts';
import { WORK_KINDS, type WorkKind, WorkKind as WorkKindSchema } from './work.ts';
import { WORK } from './work-kinds.ts';

const ShownWork = z.strictObject({
  profile: ProfileAlias,
  kind: WorkKindSchema,
  id: z.string(),
  name: z.string().describe('name of the automation, text of the post or reply, address of the feed'),
  at: z.string().nullable().describe('when it goes out next; null for at any time'),
});
type ShownWork = z.infer<typeof ShownWork>;

export const PlannedWork = ShownWork.extend({
  platforms: z.array(z.string()).describe('the networks on which it goes out'),
});
type PlannedWork = z.infer<typeof PlannedWork>;

/** The result for one automation, post, feed or reply. */
export const WorkResult = z.strictObject({
  ...ShownWork.shape,
  status: z
    .string()
    .describe(
      'paused, removed, off; active, scheduled, added, on; running, changed, gone or late when it was left; error',
    ),
  error: ErrorDocument.nullable(),
});
export type WorkResult = z.infer<typeof WorkResult>;

function toShown(profile: string | null, { kind, id, name, dueAt }: StoredWork): ShownWork {
  return { profile, kind, id, name, at: dueAt > 0 ? formatIsoSeconds(dueAt) : null };
}

/** @param status of a change that was made */
export function toWorkResult(
  { profile, work }: { profile: string | null; work: StoredWork },
  status: string,
  failure: ChangedWork['failure'] = null,
): WorkResult {
  return {
    ...toShown(profile, work),
    status: failure === null ? status : 'error',
    error: failure === null ? null : toErrorDocument(failure),
  };
}

/** People get a row for each profile; programs one for each automation, post, feed and reply. */
export function isForPeople({ format }: Printing): boolean {
  return format === 'table' || format === 'md' || format === 'html';
}

const WORK_COLUMNS: readonly Column<ShownWork>[] = [
  { ...pickMember('profile', 'profile'), placeholder: () => 'Primary', role: 'name', drop: 0 },
  { ...pickMember('kind', 'kind'), drop: 0 },
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  { ...pickMember('at', 'next'), role: 'time', drop: 1 },
  { ...pickMember('name', 'name'), role: 'text', flexible: true },
];

const RESULT_COLUMNS: readonly Column<WorkResult>[] = [
  ...(WORK_COLUMNS as readonly Column<WorkResult>[]).slice(0, 3), // a result has these members
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  ...(WORK_COLUMNS as readonly Column<WorkResult>[]).slice(3),
  ...listDataColumns<WorkResult>({ error: 'error' }),
];

export function buildResultsView(
  document: { readonly results: readonly WorkResult[]; readonly [member: string]: unknown },
  empty: string,
): ListView<WorkResult> {
  const { results } = document;
  return {
    kind: 'list',
    document: { ...document },
    key: 'results',
    rows: results,
    columns: RESULT_COLUMNS,
    empty,
  };
}

/** How much of one profile is changed. */
interface PlanRow {
  readonly profile: string | null;
  readonly counts: Readonly<Partial<Record<WorkKind, number>>>;
  readonly networks: readonly string[];
  readonly at: string | null;
}

const PLAN_COLUMNS: readonly Column<PlanRow>[] = [
  { ...pickMember('profile', 'profile'), placeholder: () => 'Primary', role: 'name', drop: 0, least: 9 },
  ...WORK_KINDS.map(
    (kind): Column<PlanRow> => ({
      name: kind,
      title: kind === 'autoresponse' ? 'reply' : WORK[kind].noun[1],
      value: ({ counts }) => counts[kind] ?? 0,
      role: 'count',
      drop: 1,
    }),
  ),
  { ...pickMember('at', 'next post'), role: 'time', drop: 2 },
  {
    name: 'networks',
    title: 'networks',
    value: ({ networks }) => networks.map(getNetworkName).join(', '),
    flexible: true,
    drop: 3,
  },
];

/**
 * The plan of a pause, or of bringing back.
 *
 * @param where the context, for the heading
 * @param requests of a dry run
 */
export function buildWorkPlan(
  changes: readonly (WorkChange & { readonly platforms: readonly string[] })[],
  {
    heading,
    requests,
    printing,
  }: {
    heading: string;
    requests?: readonly PlannedRequest[];
    printing: Printing;
  },
): ListView<unknown> {
  const plan = changes.map(
    ({ paused: { profile, work }, platforms }): PlannedWork => ({
      ...toShown(profile, work),
      platforms: [...platforms],
    }),
  );
  const document = { plan, ...(requests && { requests }) };
  const empty = 'nothing to do';
  if (requests !== undefined && !isForPeople(printing))
    return {
      kind: 'list',
      document,
      key: 'plan',
      rows: plan,
      columns: WORK_COLUMNS as Column<unknown>[],
      empty,
    };
  const rows = [...Map.groupBy(changes, ({ paused }) => paused.profile)].map(([profile, own]): PlanRow => {
    const posts = own.filter(({ paused }) => paused.work.kind === 'posts' && paused.work.dueAt > 0);
    const next = posts.reduce(
      (first, { paused }) => Math.min(first, paused.work.dueAt),
      Number.POSITIVE_INFINITY,
    );
    return {
      profile,
      counts: countKinds(own),
      networks: [...new Set(own.flatMap(({ platforms }) => platforms))],
      at: Number.isFinite(next) ? formatIsoSeconds(next) : null,
    };
  });
  return {
    kind: 'list',
    document,
    key: 'plan',
    rows,
    columns: PLAN_COLUMNS as Column<unknown>[],
    heading,
    empty,
  };
}

function countKinds(changes: readonly Pick<WorkChange, 'paused'>[]): PlanRow['counts'] {
  const counts: Partial<Record<WorkKind, number>> = {};
  for (const { paused } of changes) counts[paused.work.kind] = (counts[paused.work.kind] ?? 0) + 1;
  return counts;
}

/** `3 automations, 12 posts and 1 feed of 2 profiles` */
export function describeChanges(changes: readonly Pick<WorkChange, 'paused'>[]): string {
  const counts = countKinds(changes);
  const parts = WORK_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${WORK[kind].noun[count === 1 ? 0 : 1]}`];
  });
  const profiles = new Set(changes.map(({ paused }) => paused.profile)).size;
  return `${joinWithAnd(parts)} of ${profiles === 1 ? '1 profile' : `${profiles} profiles`}`;
}

/** What was done, below the picture; nothing where nothing was. @param done past participle: `paused` */
export function noteChanged(changed: readonly ChangedWork[], done: string): readonly string[] {
  const made = changed.filter(({ failure }) => failure === null);
  return made.length === 0 ? [] : [`${done}: ${describeChanges(made)}`];
}
