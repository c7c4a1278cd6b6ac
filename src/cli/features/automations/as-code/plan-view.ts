import * as z from 'zod';
import { alignLists } from '../../../../domain/text/align-lists.ts';
import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { toYaml } from '../../../framework/input/files/yaml-text.ts';
import type { CellValue, Column, ListView } from '../../../framework/output/view.ts';
import { formatFieldPath } from './differences.ts';
import { LOCK_NAME } from './lock-file.ts';
import type { FieldDifference, LeftResource, ResourceChange } from './plan.ts';
import type { TargetPlan } from './plan-all.ts';
import { PRIMARY_FOLDER } from './read-targets.ts';

const Owned = {
  profile: z.string().nullable().describe('null is the Primary Profile'),
  kind: z.string().describe('such as automations'),
  name: z.string(),
  id: z.string().nullable().describe('null for what is not created yet'),
};

const CodeDifference = z.strictObject({
  ...Owned,
  file: z.string().nullable().describe('file, line and column; null for what is deleted'),
  action: z.enum(['create', 'update', 'delete']),
  field: z.string().nullable().describe('such as actions[0].message; null for the whole'),
  changedIn: z
    .enum(['files', 'service', 'both'])
    .nullable()
    .describe('where it was changed since the last apply: service is drift; null if that is not known'),
  before: z.unknown().describe('as it is in the service; null for nothing'),
  after: z.unknown().describe('as the files have it; null for nothing'),
});
type CodeDifference = z.infer<typeof CodeDifference>;

/** Output of `automations diff`, and of `automations apply --dry-run`. */
export const CodePlanDocument = z.strictObject({
  differences: z.array(CodeDifference),
  left: z
    .array(
      z.strictObject({
        ...Owned,
        wasApplied: z.boolean().describe('it was in the files before: --prune deletes it'),
        yaml: z.string().describe('as a file has it'),
      }),
    )
    .describe('in the service and not in the files: left unchanged'),
  hazards: z
    .array(z.strictObject({ profile: Owned.profile, reason: z.string() }))
    .describe('why "apply" would stop without --force'),
});

interface DifferenceRow {
  readonly profile: string | null;
  readonly change: ResourceChange;
  /** Null for the whole. */
  readonly difference: FieldDifference | null;
  /** Whether it is the first row of its resource. */
  readonly isFirst: boolean;
}

/** Shows what files and service have differently, field by field. */
export function buildPlanView(plans: readonly TargetPlan[], more: object = {}): ListView<DifferenceRow> {
  const rows = plans.flatMap(({ target: { profile }, kinds }) =>
    kinds.flatMap(({ changes }) => changes.flatMap((change) => listRows(profile, change))),
  );
  const left = plans.flatMap(({ target: { profile }, kinds }) =>
    kinds.flatMap((kind) => kind.left.map((each) => ({ profile, each, yaml: writeLeft(each) }))),
  );
  const document: z.infer<typeof CodePlanDocument> = {
    differences: rows.map(toRecord),
    left: left.map(({ profile, each: { kind, stored, wasApplied }, yaml }) => ({
      ...{ profile, kind: kind.name, name: stored.name, id: stored.id, wasApplied, yaml },
    })),
    hazards: plans.flatMap(({ target: { profile }, hazards }) =>
      hazards.map((reason) => ({ profile, reason })),
    ),
  };
  const hasProfiles = plans.length > 1;
  const kinds = new Set(rows.map(({ change }) => change.kind));
  return {
    kind: 'list',
    document: { ...document, ...more },
    key: 'differences',
    rows,
    record: (row) => toRecord(row as DifferenceRow), // the rows of this list
    columns: COLUMNS.map((column) =>
      (column.name === 'profile' && !hasProfiles) || (column.name === 'kind' && kinds.size < 2)
        ? { ...column, dataOnly: true }
        : column,
    ),
    ...(rows.length > 0 && { heading: formatHeading(rows) }),
    below: left.map(({ profile, each: { kind, stored, wasApplied }, yaml }) => ({
      title: `${hasProfiles ? `${profile ?? PRIMARY_FOLDER}: ` : ''}the ${kind.noun} ${stored.id} is ${wasApplied ? 'no longer' : 'not'} in the files, and is left unchanged${wasApplied ? ' (--prune deletes it)' : ''}:`,
      yaml,
    })),
    empty: 'the service is as the files describe it',
  };
}

/** As it can be pasted: an entry of a list where the kind has one file. */
function writeLeft({ kind, stored }: LeftResource): string {
  const record = kind.toFile(stored.content);
  return toYaml(kind.schema === null ? record : [record]);
}

function listRows(profile: string | null, change: ResourceChange): readonly DifferenceRow[] {
  const parts = change.action === 'update' ? change.differences : [null];
  return parts.map((difference, at) => ({ profile, change, difference, isFirst: at === 0 }));
}

function toRecord({ profile, change, difference }: DifferenceRow): CodeDifference {
  const { kind, action, name, stored, written, content } = change;
  const whole = { before: stored?.content ?? null, after: action === 'delete' ? null : content };
  const { before = null, after = null } = difference ?? whole;
  return {
    ...{ profile, kind: kind.name, name, id: stored?.id ?? null },
    file: written === null ? null : `${written.place.file}:${written.place.line}:${written.place.column}`,
    action,
    field: difference === null ? null : formatFieldPath(difference.path),
    changedIn: difference?.changedIn ?? null,
    before,
    after,
  };
}

function formatHeading(rows: readonly DifferenceRow[]): string {
  const changes = [...new Set(rows.map(({ change }) => change))];
  const parts = (['create', 'update', 'delete'] as const).flatMap((action) => {
    const groups = Map.groupBy(
      changes.filter((each) => each.action === action),
      ({ kind }) => kind.noun,
    );
    const counts = [...groups].map(([noun, { length }]) => formatCount(length, noun));
    return counts.length === 0 ? [] : [`${action} ${joinWithAnd(counts)}`];
  });
  return `would ${parts.some((part) => part.includes(' and ')) ? parts.join(', ') : joinWithAnd(parts)}`;
}

const COLUMNS: readonly Column<DifferenceRow>[] = [
  {
    name: 'profile',
    title: 'profile',
    value: ({ profile }) => profile,
    show: ({ profile, isFirst }) => (isFirst ? (profile ?? PRIMARY_FOLDER) : ''),
    drop: 0,
  },
  {
    name: 'kind',
    title: 'kind',
    value: ({ change }) => change.kind.name,
    show: ({ change, isFirst }) => (isFirst ? change.kind.name : ''),
    role: 'dim',
    drop: 4,
  },
  {
    name: 'name',
    title: 'name',
    value: ({ change }) => change.name,
    show: ({ change, isFirst }) => (isFirst ? change.name : ''),
    role: 'name',
    drop: 0,
    keeps: 24,
  },
  { name: 'id', title: 'id', value: ({ change }) => change.stored?.id ?? null, dataOnly: true },
  { name: 'file', title: 'file', value: (row) => toRecord(row).file, dataOnly: true },
  {
    name: 'action',
    title: 'change',
    value: ({ change }) => change.action,
    show: ({ change, isFirst }) => (isFirst ? change.action : ''),
    role: 'status',
    drop: 0,
  },
  { name: 'field', title: 'field', value: (row) => toRecord(row).field, dataOnly: true },
  {
    name: 'before',
    title: 'before',
    value: (row) => toRecord(row).before as CellValue, // a JSON value
    dataOnly: true,
  },
  {
    name: 'after',
    title: 'difference',
    value: (row) => toRecord(row).after as CellValue, // a JSON value
    show: (row) => formatDifference(row).join('\n'),
    role: 'diff',
    wraps: true,
    flexible: true,
  },
  { name: 'changedIn', title: 'changed in', value: (row) => toRecord(row).changedIn, dataOnly: true },
];

/** What was and what is, as lines with the signs of a diff. */
function formatDifference({ change, difference }: DifferenceRow): readonly string[] {
  const { kind, action, content } = change;
  if (difference === null) {
    const sign = action === 'delete' ? '-' : '+';
    return kind.describe([], content).map((line) => `${sign} ${line}`);
  }
  const { path, before, after, changedIn } = difference;
  const [was, is] = [kind.describe(path, before), kind.describe(path, after)];
  const where = changedIn === null ? '' : CHANGED_IN[changedIn];
  const lines = alignLists(was, is, (one, other) => (one === other ? 1 : 0)).map(([one, other]) => {
    if (one === null) return `+ ${is[other ?? 0]}`;
    return other === null ? `- ${was[one]}` : (was[one] ?? '');
  });
  return [`${formatFieldPath(path)}${where}`, ...lines];
}

const CHANGED_IN = {
  files: '',
  service: ' (changed in the service)',
  both: ' (changed in the files and in the service)',
} as const;

/** The failure of a plan that is not safe; null for a safe one. */
export function findUnsafe(plans: readonly TargetPlan[], advice: string): CrierError | null {
  const reasons = plans.flatMap(({ target: { profile }, hazards }) =>
    hazards.map((each) => (plans.length > 1 ? `${profile ?? PRIMARY_FOLDER}: ${each}` : each)),
  );
  if (reasons.length === 0) return null;
  return new CrierError('usage', `the plan is not safe: ${reasons.join('; ')}`, { advice });
}

export function countChanges(plans: readonly TargetPlan[]): number {
  return plans.flatMap(({ kinds }) => kinds.flatMap(({ changes }) => changes)).length;
}

/** How many are not in the files, which a plan shows with their content, and why `--prune` does not delete them. */
export function listLeftNotes(plans: readonly TargetPlan[], prunes: boolean): readonly string[] {
  const why = prunes ? `--prune deletes only what was applied from the folder, by its ${LOCK_NAME}; ` : '';
  const left = plans.flatMap(({ kinds }) => kinds.flatMap((each) => each.left));
  return [...Map.groupBy(left, ({ kind }) => kind.noun)].map(
    ([noun, { length }]) =>
      `${formatCount(length, noun)} not in the files, left unchanged: ${why}"crier automations diff" prints ${length === 1 ? 'it' : 'them'}`,
  );
}
