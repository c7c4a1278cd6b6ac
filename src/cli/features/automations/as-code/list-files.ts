import { basename, extname } from 'node:path';

/** The kinds that have one file of their own in a folder, which is named after them. */
export const LIST_KINDS = ['hooks', 'schedules', 'feeds', 'autoresponse'] as const;

/** The kind that a file is of by its name; null for automations, which have all other files. */
export function findListKind(file: string): (typeof LIST_KINDS)[number] | null {
  const name = basename(file, extname(file)).toLowerCase();
  return LIST_KINDS.find((each) => each === name) ?? null;
}
