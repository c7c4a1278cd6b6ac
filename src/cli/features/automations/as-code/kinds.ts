import { basename, extname } from 'node:path';
import type { ResourceKind } from './resource-kind.ts';

/**
 * What the files of a folder can describe, in the order in which it is changed: by the name of its file, and `automations`
 * for all other files. A further kind is a file in `kinds`, and its row here.
 */
const KINDS = {
  hooks: async () => (await import('./kinds/hooks.ts')).HOOKS,
  schedules: async () => (await import('./kinds/schedules.ts')).SCHEDULES,
  automations: async () => (await import('./kinds/automations.ts')).AUTOMATIONS,
  feeds: async () => (await import('./kinds/feeds.ts')).FEEDS,
  autoresponse: async () => (await import('./kinds/auto-response.ts')).AUTO_RESPONSE,
} as const satisfies Record<string, () => Promise<ResourceKind>>;
export type KindName = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[]; // the keys of the table

/** The kinds that have one file of their own in a folder, which is named after them. */
export const LIST_KINDS = KIND_NAMES.filter(
  (name): name is Exclude<KindName, 'automations'> => name !== 'automations',
);

export const loadKind = (name: KindName): Promise<ResourceKind> => KINDS[name]();

/** The kind that a file is of by its name. */
export function findKind(file: string): KindName {
  const name = basename(file, extname(file)).toLowerCase();
  return LIST_KINDS.find((each) => each === name) ?? 'automations';
}

/** Whether it is a file of automations, and of nothing else. */
export function isAutomationFile(file: string): boolean {
  return findKind(file) === 'automations' && !isExpectationFile(file);
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
