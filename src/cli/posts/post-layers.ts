import { getField, type LooseRecord } from '../../domain/json/loose-record.ts';
import type { FilePosition } from '../files/file-position.ts';
import type { ValuePath } from '../files/located-value.ts';
import type { FileEntry } from '../files/records-file.ts';

/** Where a part of a post comes from: a flag or a file. */
export type SourceLocation = { readonly flag: string } | ({ readonly file: string } & FilePosition);

/** One source of a post. A post has several, the strongest first. */
export interface Layer {
  /** Whether it has a value at a path. */
  has(path: ValuePath): boolean;
  locate(path: ValuePath, part: 'key' | 'value'): SourceLocation;
}

/** The layer of a file. */
export function createFileLayer(
  name: string,
  { value, placeOf }: Pick<FileEntry, 'value' | 'placeOf'>,
): Layer {
  return {
    has: (path) => getValueAt(value, path) !== undefined,
    locate: (path, part) => ({ file: name, ...placeOf(path, part) }),
  };
}

/** The layer of single flags. @param flags by the fields that they set */
export function createFlagLayer(given: LooseRecord, flags: Readonly<Record<string, string>>): Layer {
  return {
    has: (path) => getValueAt(given, path) !== undefined,
    locate: ([member = '']) => ({ flag: flags[String(member)] ?? '' }),
  };
}

/** The layer of `--set`. @param paths as given */
export function createSetLayer(paths: readonly string[]): Layer {
  const all = paths.map((path) => path.split('.'));
  return {
    has: (path) =>
      all.some((steps) => path.every((step, at) => at >= steps.length || steps[at] === String(step))),
    locate: () => ({ flag: '--set' }),
  };
}

/** Finds the source of the value at a path, or of its nearest parent. Null if there is none. */
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
