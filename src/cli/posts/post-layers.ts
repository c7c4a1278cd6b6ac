import { getField, type LooseRecord } from '../../rules/loose-record.ts';
import type { Place } from '../files/file-place.ts';
import type { Path } from '../files/located.ts';
import type { FileEntry } from '../files/records-file.ts';

/** Where a part of a post was written: by a flag, or in a file. */
export type WrittenAt = { readonly flag: string } | ({ readonly file: string } & Place);

/** One place that a post was written in. A post has several, the strongest first. */
export interface Layer {
  /** Whether it says something at a path. */
  says(path: Path): boolean;
  where(path: Path, part: 'key' | 'value'): WrittenAt;
}

/** What a file says. */
export function fileLayer(name: string, { value, placeOf }: Pick<FileEntry, 'value' | 'placeOf'>): Layer {
  return {
    says: (path) => valueAt(value, path) !== undefined,
    where: (path, part) => ({ file: name, ...placeOf(path, part) }),
  };
}

/** What single flags say. @param flags by the members of the post that they give */
export function flagsLayer(given: LooseRecord, flags: Readonly<Record<string, string>>): Layer {
  return {
    says: (path) => valueAt(given, path) !== undefined,
    where: ([member = '']) => ({ flag: flags[String(member)] ?? '' }),
  };
}

/** What `--set` says. @param paths as they were written */
export function setLayer(paths: readonly string[]): Layer {
  const all = paths.map((path) => path.split('.'));
  return {
    says: (path) =>
      all.some((steps) => path.every((step, at) => at >= steps.length || steps[at] === String(step))),
    where: () => ({ flag: '--set' }),
  };
}

/** Where what stands at a path was written; of what is not there, what it would stand in. Null where nobody wrote it. */
export function whereWritten(
  layers: readonly Layer[],
  path: Path,
  part: 'key' | 'value' = 'value',
): WrittenAt | null {
  for (let length = path.length; length > 0; length--) {
    const some = path.slice(0, length);
    const layer = layers.find((each) => each.says(some));
    if (layer !== undefined) return layer.where(path, part);
  }
  return null;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, step) => (Array.isArray(node) ? node[Number(step)] : getField(node, String(step))),
    value,
  );
}
