import { isRecord, type LooseRecord, toCanonicalJson } from '../../../../domain/json/loose-record.ts';
import { alignLists } from '../../../../domain/text/align-lists.ts';

export type ContentPath = readonly (string | number)[];

/** A field of two contents that differ; undefined where one has none. */
export interface ContentDifference {
  readonly path: ContentPath;
  readonly before: unknown;
  readonly after: unknown;
}

/** Who changed a field since the files were applied: the files, someone in the service, or both. */
export type ChangedIn = 'files' | 'service' | 'both';

/** Compares two contents field by field; entries of lists that only moved are not compared with others. */
export function compareContents(before: LooseRecord, after: LooseRecord): readonly ContentDifference[] {
  return compareRecords([], before, after);
}

function compareRecords(path: ContentPath, before: LooseRecord, after: LooseRecord) {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((name) => compareValues([...path, name], before[name], after[name]));
}

function compareValues(path: ContentPath, before: unknown, after: unknown): readonly ContentDifference[] {
  if (isSame(before, after)) return [];
  if (isRecord(before) && isRecord(after)) return compareRecords(path, before, after);
  if (isListOfRecords(before) && isListOfRecords(after)) return compareLists(path, before, after);
  return [{ path, before, after }];
}

export function isSame(one: unknown, other: unknown): boolean {
  return toCanonicalJson(one) === toCanonicalJson(other);
}

function isListOfRecords(value: unknown): value is readonly LooseRecord[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function compareLists(
  path: ContentPath,
  before: readonly LooseRecord[],
  after: readonly LooseRecord[],
): readonly ContentDifference[] {
  const toKeys = (list: readonly LooseRecord[]) =>
    list.map((entry) => ({ key: toCanonicalJson(entry), type: entry['type'] }));
  const pairs = alignLists(toKeys(before), toKeys(after), (one, other) => {
    if (one.key === other.key) return 2;
    return one.type === other.type ? 1 : 0;
  });
  const differences = pairs.flatMap(([one, other]): readonly ContentDifference[] => {
    const [was, is] = [one === null ? undefined : before[one], other === null ? undefined : after[other]];
    const at = [...path, other ?? one ?? 0];
    return was !== undefined && is !== undefined
      ? compareRecords(at, was, is)
      : [{ path: at, before: was, after: is }];
  });
  // the same entries in another order
  return differences.length > 0 ? differences : [{ path, before, after }];
}

/**
 * Tells who changed a field since the last apply.
 *
 * @param base the content that was applied; null where that is not known
 */
export function findChangedIn(
  { path, before, after }: ContentDifference,
  base: LooseRecord | null,
  contents: { readonly stored: LooseRecord; readonly written: LooseRecord },
): ChangedIn | null {
  if (base === null) return null;
  const [name = ''] = path;
  const whole = base[name];
  if (isSame(whole, contents.written[name])) return 'service';
  if (isSame(whole, contents.stored[name])) return 'files';
  const was = path.slice(1).reduce<unknown>(getMember, whole);
  if (isSame(was, after)) return 'service';
  return isSame(was, before) ? 'files' : 'both';
}

function getMember(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isRecord(value) ? value[step] : undefined;
}

/** A path as people write it: `actions[0].message`. */
export function formatFieldPath(path: ContentPath): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}
