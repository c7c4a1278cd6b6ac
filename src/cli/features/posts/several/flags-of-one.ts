import { createUsageError } from '../../../../errors.ts';
import type { PostMedia } from '../local-media.ts';
import type { PostsFile } from '../post-file.ts';

/** A table is one, also with a single row, and so is what crier exported: its posts may exist. */
export function isOfSeveral({ isTable, entries }: PostsFile): boolean {
  return isTable || entries.length > 1 || entries.some(({ existing }) => existing !== null);
}

const FILES_OF_ONE = '--media with a file of this machine cannot be used with a file of several posts';
const UPLOAD_FIRST = 'upload it with "media upload", and use its URL';

export const SEVERAL_ONLY = '--resume and --skip-invalid are for files of posts';

/** Refuses flags that have one meaning for each post of a file. @throws CrierError of kind usage */
export function refuseFlagsOfOne(
  flags: Readonly<Partial<Record<keyof typeof FLAGS_OF_ONE, unknown>>>,
  media: PostMedia,
): void {
  if (media.files.size > 0) throw createUsageError(FILES_OF_ONE, UPLOAD_FIRST);
  const given = Object.entries(FLAGS_OF_ONE).find(([name]) => {
    const value = flags[name as keyof typeof FLAGS_OF_ONE]; // a key of the same object
    const isTemplate = name === 'text' && typeof value === 'string' && value.includes('{{');
    return value !== undefined && value !== false && !isTemplate;
  });
  if (given === undefined) return;
  const [, [flag, advice]] = given;
  throw createUsageError(`${flag} cannot be used with a file of several posts`, advice);
}

const FLAGS_OF_ONE = {
  text: ['--text', 'write the texts into the file, or use its columns: --text "Hello {{name}}"'],
  textFile: ['--text-file', 'write the texts into the file'],
  idempotencyKey: ['--idempotency-key', 'each post has a key of its own; set idempotencyKey in the file'],
  validateOnly: ['--validate-only', 'use "posts check" with the file'],
} as const;
