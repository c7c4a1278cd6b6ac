import { basename, extname } from 'node:path';

/** The kinds that have one file of their own in a folder, which is named after them. */
export const LIST_KINDS = ['hooks', 'schedules', 'feeds', 'autoresponse'] as const;

/** The kind that a file is of by its name; null for automations, which have all other files. */
export function findListKind(file: string): (typeof LIST_KINDS)[number] | null {
  const name = basename(file, extname(file)).toLowerCase();
  return LIST_KINDS.find((each) => each === name) ?? null;
}

const EXPECTATIONS = /\.test(?=\.(?:ya?ml|json)$)/i;

/** Whether a file has expectations, such as `guide.test.yaml`: they describe nothing of the service. */
export function isExpectationFile(file: string): boolean {
  return EXPECTATIONS.test(file);
}

/** The file of automations that expectations are beside: `guide.yaml` for `guide.test.yaml`. */
export function getExpectedFile(file: string): string {
  return file.replace(EXPECTATIONS, '');
}
