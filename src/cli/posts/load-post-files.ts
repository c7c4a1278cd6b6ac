import { createUsageError } from '../../errors.ts';
import { POST_OPTIONS } from '../../facts/post-options.ts';
import { isRecord, type LooseRecord } from '../../rules/loose-record.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import type { ReadFile } from '../secrets.ts';
import { formatFlags } from '../shell-command.ts';
import { joinWithOr, suggestNearest } from '../suggest-nearest.ts';
import { createFileLayer, type Layer } from './post-layers.ts';

/** What a file says of a post, and where. */
export interface PostSource {
  readonly value: LooseRecord;
  readonly layer: Layer;
  readonly warnings: readonly string[];
}

// most command lines name no file, and what reads YAML is large: it is loaded when one does

/** The whole post that `-f` names. @throws CrierError of kind usage */
export async function loadPostFile(path: string, readFile: ReadFile): Promise<PostSource> {
  const [{ readSingleEntry }, { readPostFile }] = await Promise.all([
    import('./read-single-entry.ts'),
    import('./post-file.ts'),
  ]);
  const { name, entry, warnings } = await readSingleEntry(path, readFile, {
    noun: 'post',
    read: readPostFile,
    advice: (file) =>
      `a post stands in YAML or JSON; a file of text alone is ${formatFlags`--text-file ${file}`}`,
  });
  return { value: isRecord(entry.value) ? entry.value : {}, layer: createFileLayer(name, entry), warnings };
}

/** The networks' options that `--options` names. @throws CrierError of kind usage */
export async function loadOptionsFile(path: string, readFile: ReadFile): Promise<PostSource> {
  const [{ readSingleEntry }, { readOptionsFile }] = await Promise.all([
    import('./read-single-entry.ts'),
    import('./post-file.ts'),
  ]);
  const { name, entry, warnings } = await readSingleEntry(path, readFile, {
    noun: 'object of options',
    read: readOptionsFile,
    advice: () => 'it holds objects such as "tikTokOptions:", and their options below',
  });
  const value = isRecord(entry.value) ? entry.value : {};
  const unknownKey = Object.keys(value).find((key) => !Object.hasOwn(POST_OPTIONS, key));
  if (unknownKey !== undefined) {
    const { line, column } = entry.placeOf([unknownKey], 'key');
    const names = Object.keys(POST_OPTIONS);
    throw createUsageError(
      `${name}:${line}:${column}: ${maskLikelySecret(unknownKey)} is no object of options`,
      `${suggestNearest(unknownKey, names)}there are ${joinWithOr(names)}; a whole post is -f`,
    );
  }
  return { value, layer: createFileLayer(name, entry), warnings };
}
