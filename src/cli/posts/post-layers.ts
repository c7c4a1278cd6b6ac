import { getField, isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { joinWithOr } from '../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../errors.ts';
import { POST_OPTIONS } from '../../service/post-body.ts';
import type { ReadFile } from '../context/secrets.ts';
import type { FilePosition, ValuePath } from '../files/parsed-text.ts';
import type { FileEntry } from '../files/records-file.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { formatFlags } from '../shell/shell-command.ts';
import { suggestNearest } from '../shell/suggest-nearest.ts';

/** Content of a file, and its position. */
interface PostSource {
  readonly value: LooseRecord;
  readonly layer: Layer;
  readonly warnings: readonly string[];
}

// loaded on demand: most commands do not name a file, and the YAML parser is large

/** Loads the file of `-f`. @throws CrierError of kind usage */
export async function loadPostFile(path: string, readFile: ReadFile): Promise<PostSource> {
  const { readSingleEntry, readPostFile } = await import('./post-file.ts');
  const { name, entry, warnings } = await readSingleEntry(path, readFile, {
    noun: 'post',
    read: readPostFile,
    advice: (file) =>
      `write the post as YAML or JSON; for a text file, use ${formatFlags`--text-file ${file}`}`,
  });
  return { value: isRecord(entry.value) ? entry.value : {}, layer: createFileLayer(name, entry), warnings };
}

/** Loads the file of `--options`. @throws CrierError of kind usage */
export async function loadOptionsFile(path: string, readFile: ReadFile): Promise<PostSource> {
  const { readSingleEntry, readOptionsFile } = await import('./post-file.ts');
  const { name, entry, warnings } = await readSingleEntry(path, readFile, {
    noun: 'object of options',
    read: readOptionsFile,
    advice: () => 'write objects such as "tikTokOptions:" with the options below',
  });
  const value = isRecord(entry.value) ? entry.value : {};
  const unknownKey = Object.keys(value).find((key) => !Object.hasOwn(POST_OPTIONS, key));
  if (unknownKey !== undefined) {
    const { line, column } = entry.placeOf([unknownKey], 'key');
    const names = Object.keys(POST_OPTIONS);
    throw createUsageError(
      `${name}:${line}:${column}: unknown options ${maskLikelySecret(unknownKey)}`,
      `${suggestNearest(unknownKey, names)}use ${joinWithOr(names)}; for a whole post, use -f`,
    );
  }
  return { value, layer: createFileLayer(name, entry), warnings };
}

/** Where a part of a post comes from: a flag or a file. */
type SourceLocation = { readonly flag: string } | ({ readonly file: string } & FilePosition);

/** One source of a post. A post has several, the strongest first. */
export interface Layer {
  /** Whether it has a value at a path. */
  has(path: ValuePath): boolean;
  locate(path: ValuePath, part: 'key' | 'value'): SourceLocation;
}

/** The layer of a file. */
function createFileLayer(name: string, { value, placeOf }: Pick<FileEntry, 'value' | 'placeOf'>): Layer {
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
