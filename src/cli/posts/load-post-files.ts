import { isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { createUsageError } from '../../errors.ts';
import { POST_OPTIONS } from '../../service/post-options.ts';
import type { ReadFile } from '../context/secrets.ts';
import { maskLikelySecret } from '../shell/mask-likely-secret.ts';
import { formatFlags } from '../shell/shell-command.ts';
import { joinWithOr, suggestNearest } from '../shell/suggest-nearest.ts';
import { createFileLayer, type Layer } from './post-layers.ts';

/** Content of a file, and its position. */
export interface PostSource {
  readonly value: LooseRecord;
  readonly layer: Layer;
  readonly warnings: readonly string[];
}

// loaded on demand: most commands do not name a file, and the YAML parser is large

/** Loads the file of `-f`. @throws CrierError of kind usage */
export async function loadPostFile(path: string, readFile: ReadFile): Promise<PostSource> {
  const [{ readSingleEntry }, { readPostFile }] = await Promise.all([
    import('./read-single-entry.ts'),
    import('./post-file.ts'),
  ]);
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
  const [{ readSingleEntry }, { readOptionsFile }] = await Promise.all([
    import('./read-single-entry.ts'),
    import('./post-file.ts'),
  ]);
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
