import type { LooseRecord } from '../../../../domain/json/loose-record.ts';
import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../errors.ts';
import { type ChangedIn, type ContentDifference, compareContents, findChangedIn } from './differences.ts';
import type { AppliedChange, AppliedResource } from './lock-file.ts';
import type { ResourceKind, ResourcePlace, StoredResource, WrittenResource } from './resource-kind.ts';

export interface FieldDifference extends ContentDifference {
  readonly changedIn: ChangedIn | null;
}

/** One resource that the service and the files have differently. */
export interface ResourceChange {
  readonly kind: ResourceKind;
  readonly action: 'create' | 'update' | 'delete';
  readonly name: string;
  readonly written: WrittenResource | null;
  readonly stored: StoredResource | null;
  /** Its content after the change. */
  readonly content: LooseRecord;
  /** Of an update. */
  readonly differences: readonly FieldDifference[];
  /** It was applied before, and is no longer in the service. */
  readonly isAgain: boolean;
}

/** Something that is in the service, but not in the files, and stays. */
export interface LeftResource {
  readonly kind: ResourceKind;
  readonly stored: StoredResource;
  /** Whether it was applied from these files before: then `--prune` deletes it. */
  readonly wasApplied: boolean;
}

export interface KindPlan {
  readonly kind: ResourceKind;
  readonly changes: readonly ResourceChange[];
  readonly left: readonly LeftResource[];
  /** What the lock file has to say of what needs no change. */
  readonly settled: readonly AppliedChange[];
  /** How many are in the service. */
  readonly stored: number;
  readonly written: number;
}

/**
 * Compares what the files describe with what the service has. Pure: sends and writes nothing.
 *
 * @param applied what was applied before, by name
 * @throws CrierError of kind usage for a name that is there twice
 */
export function planKind(
  kind: ResourceKind,
  written: readonly WrittenResource[],
  stored: readonly StoredResource[],
  {
    applied,
    isWhole,
    prunes,
  }: {
    applied: ReadonlyMap<string, AppliedResource>;
    /** Whether the files are all of a folder: else nothing can be said of what they do not have. */
    isWhole: boolean;
    prunes: boolean;
  },
): KindPlan {
  refuseRepeated(kind, written);
  const byName = Map.groupBy(stored, ({ name }) => name.normalize());
  const byId = new Map(stored.map((each) => [each.id, each]));
  const found = new Set<StoredResource>();
  const changes: ResourceChange[] = [];
  const settled: AppliedChange[] = [];
  for (const each of written) {
    const same = findStored(kind, each, byName);
    const before = applied.get(each.name) ?? null;
    // renamed in the service since
    const renamed = same === null && before !== null ? byId.get(before.id) : null;
    const existing = same ?? renamed ?? null;
    if (existing !== null) found.add(existing);
    const change = compareResource(kind, { written: each, stored: existing, before });
    if (change !== null) changes.push(change);
    else if (existing !== null) settled.push(toApplied(kind, existing.id, each.name, existing.content));
  }
  const names = new Set(written.map(({ name }) => name));
  const ids = new Set([...applied].flatMap(([name, { id }]) => (names.has(name) ? [] : [id])));
  const rest = isWhole ? stored.filter((each) => !found.has(each)) : [];
  const wasApplied = ({ id }: StoredResource) => ids.has(id) && kind.remove !== null;
  const isPruned = (each: StoredResource) => prunes && wasApplied(each);
  for (const each of rest.filter(isPruned)) changes.push(toRemoval(kind, each));
  if (isWhole)
    for (const [name, { id }] of applied)
      if (!names.has(name) && !byId.has(id)) settled.push({ kind: kind.name, name, applied: null });
  return {
    kind,
    changes: changes.toSorted((one, other) => rank(one) - rank(other)),
    left: rest
      .filter((each) => !isPruned(each))
      .map((each) => ({ kind, stored: each, wasApplied: wasApplied(each) })),
    settled,
    stored: stored.length,
    written: written.length,
  };
}

/** @throws CrierError of kind usage that has both places */
function refuseRepeated(kind: ResourceKind, written: readonly WrittenResource[]): void {
  const twice = [...Map.groupBy(written, ({ name }) => name.normalize())].filter(([, all]) => all.length > 1);
  const [first] = twice;
  if (first === undefined) return;
  const [name, all] = first;
  throw createUsageError(
    `"${name}" is the name of several ${kind.name}: ${joinWithAnd(all.map(({ place }) => formatResourcePlace(place)))}`,
    `${kind.name} are found by their name: give each its own`,
  );
}

function formatResourcePlace({ file, line, column }: ResourcePlace): string {
  return `${file}:${line}:${column}`;
}

function findStored(
  kind: ResourceKind,
  { name, place }: WrittenResource,
  byName: ReadonlyMap<string, readonly StoredResource[]>,
): StoredResource | null {
  const [only = null, ...others] = byName.get(name.normalize()) ?? [];
  if (only === null || others.length === 0) return only;
  throw createUsageError(
    `"${name}" (${formatResourcePlace(place)}) is the name of ${others.length + 1} ${kind.name} in the service: ${joinWithAnd([only, ...others].map(({ id }) => id))}`,
    `${kind.name} are found by their name: rename or delete the others`,
  );
}

function compareResource(
  kind: ResourceKind,
  parts: { written: WrittenResource; stored: StoredResource | null; before: AppliedResource | null },
): ResourceChange | null {
  const { written, stored, before } = parts;
  const { name } = written;
  if (stored === null) {
    const { content } = written;
    return {
      ...{ kind, action: 'create', name, written, stored, content, differences: [] },
      isAgain: before !== null,
    };
  }
  // what a file leaves out stays as it is
  const content = { ...stored.content, ...keepForm(stored.content, written.content) };
  const ofContent = compareContents(stored.content, content).map((each) => ({
    ...each,
    changedIn: findChangedIn(each, before?.content ?? null, { stored: stored.content, written: content }),
  }));
  const differences = [...ofContent, ...compareSecrets(written, before)];
  if (differences.length === 0) return null;
  return { kind, action: 'update', name, written, stored, content, differences, isAgain: false };
}

/** The service tells no secrets: only the version of one can be compared, with that of the last that was sent. */
function compareSecrets(
  { secretVersion }: WrittenResource,
  before: AppliedResource | null,
): readonly FieldDifference[] {
  const sent = before?.secretVersion;
  if (secretVersion === undefined || secretVersion === null || secretVersion === sent) return [];
  return [{ path: ['secretVersion'], before: sent, after: secretVersion, changedIn: 'files' }];
}

/** Editors may compose letters in another way: texts that look the same are the same, in the form of the service. */
function keepForm(stored: LooseRecord, written: LooseRecord): LooseRecord {
  const choose = (before: unknown, after: unknown) =>
    typeof before === 'string' && typeof after === 'string' && before.normalize() === after.normalize()
      ? before
      : after;
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, choose(stored[name], value)]),
  );
}

function toRemoval(kind: ResourceKind, stored: StoredResource): ResourceChange {
  const { name, content } = stored;
  return { kind, action: 'delete', name, written: null, stored, content, differences: [], isAgain: false };
}

function toApplied(kind: ResourceKind, id: string, name: string, content: LooseRecord): AppliedChange {
  return { kind: kind.name, name, applied: { id, content } };
}

/** Whether a change takes a place below the limit of active ones: one that is to be paused is created active. */
export function takesPlace(change: ResourceChange): boolean {
  return rank(change) >= RANK_OF_TAKING;
}

const RANK_OF_TAKING = 2;

/** Frees places below the limit of active ones before it takes any. */
function rank({ kind, action, stored, content }: ResourceChange): number {
  const [was, is] = [stored !== null && kind.isActive(stored.content), kind.isActive(content)];
  if (action === 'delete' || (was && !is)) return 0;
  if (action === 'create') return is ? 3 : 2;
  return !was && is ? 4 : 1;
}

/** The share of what is there that may change at once, from this number on. */
const SAFE = { share: 0.3, from: 10 };

/** Why a plan is not safe to apply, as sentences; none for a safe one. */
export function findHazards(plans: readonly KindPlan[], isWhole: boolean): readonly string[] {
  const hazards: string[] = [];
  const isEmptied = plans.every(({ written }) => written === 0) && plans.some(({ stored }) => stored > 0);
  if (isWhole && isEmptied) hazards.push('there are no files at all');
  for (const { kind, changes, stored } of plans) {
    const changed = changes.filter(({ action }) => action !== 'create').length;
    if (stored >= SAFE.from && changed > stored * SAFE.share)
      hazards.push(
        `${changed} of ${formatCount(stored, kind.noun)} would be changed or deleted, more than ${SAFE.share * 100} %`,
      );
    const again = changes.filter(({ isAgain }) => isAgain).map(({ name }) => `"${name}"`);
    if (again.length > 0)
      hazards.push(`${joinWithAnd(again)} would be created again, but was deleted in the service`);
  }
  return hazards;
}
