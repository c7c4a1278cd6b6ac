import { getField, type LooseRecord } from '../../rules/loose-record.ts';
import type { FilePosition } from '../files/file-position.ts';
import type { ValuePath } from '../files/located-value.ts';
import type { FileEntry } from '../files/records-file.ts';

/** Where a part of a post was written: by a flag, or in a file. */
export type SourceLocation = { readonly flag: string } | ({ readonly file: string } & FilePosition);

/** One place that a post was written in. A post has several, the strongest first. */
export interface Layer {
  /** Whether it says something at a path. */
  has(path: ValuePath): boolean;
  locate(path: ValuePath, part: 'key' | 'value'): SourceLocation;
}

/** What a file says. */
export function createFileLayer(
  name: string,
  { value, placeOf }: Pick<FileEntry, 'value' | 'placeOf'>,
): Layer {
  return {
    has: (path) => getValueAt(value, path) !== undefined,
    locate: (path, part) => ({ file: name, ...placeOf(path, part) }),
  };
}

/** What single flags say. @param flags by the members of the post that they give */
export function createFlagLayer(given: LooseRecord, flags: Readonly<Record<string, string>>): Layer {
  return {
    has: (path) => getValueAt(given, path) !== undefined,
    locate: ([member = '']) => ({ flag: flags[String(member)] ?? '' }),
  };
}

/** What `--set` says. @param paths as they were written */
export function createSetLayer(paths: readonly string[]): Layer {
  const all = paths.map((path) => path.split('.'));
  return {
    has: (path) =>
      all.some((steps) => path.every((step, at) => at >= steps.length || steps[at] === String(step))),
    locate: () => ({ flag: '--set' }),
  };
}

/** Where what stands at a path was written; of what is not there, what it would stand in. Null where nobody wrote it. */
export function findLocation(
  layers: readonly Layer[],
  path: ValuePath,
  part: 'key' | 'value' = 'value',
): SourceLocation | null {
  for (let length = path.length; length > 0; length--) {
    const some = path.slice(0, length);
    const layer = layers.find((each) => each.has(some));
    if (layer !== undefined) return layer.locate(path, part);
  }
  return null;
}

function getValueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (node, step) => (Array.isArray(node) ? node[Number(step)] : getField(node, String(step))),
    value,
  );
}
