import * as z from 'zod';
import type { Column } from '../../framework/output/view.ts';
import type { HandedWork } from './handover-file.ts';

const Count = z.int().min(0);

/** How much work of one profile is handed over. */
export const WorkRow = z.strictObject({
  context: z.string().describe('name of the context, or the address that has none'),
  profile: z.string().nullable().describe('alias of the profile; null is the Primary Profile'),
  done: Count.describe('comments that are marked as done'),
  paused: Count.describe('what was paused together, and can be resumed together'),
  watches: Count.describe('positions of "comments watch"'),
  references: Count.describe('short references such as #12, of the last 12 hours'),
});
export type WorkRow = z.infer<typeof WorkRow>;

export const WORK_COLUMNS: readonly Column<WorkRow>[] = [
  { name: 'context', title: 'context', value: ({ context }) => context, role: 'name', drop: 0 },
  {
    name: 'profile',
    title: 'profile',
    value: ({ profile }) => profile,
    placeholder: () => 'primary',
    drop: 0,
  },
  { name: 'done', title: 'done', value: ({ done }) => done, role: 'count', drop: 1 },
  { name: 'paused', title: 'paused', value: ({ paused }) => paused, role: 'count', drop: 2 },
  { name: 'watches', title: 'watches', value: ({ watches }) => watches, role: 'count', drop: 3 },
  { name: 'references', title: 'refs', value: ({ references }) => references, role: 'count', drop: 4 },
];

/** Counts by context and profile, in the order in which they are first named. */
export function createWorkCounter() {
  const rows = new Map<string, WorkRow>();
  return {
    add(
      context: string,
      profile: string | null,
      counts: Partial<Omit<WorkRow, 'context' | 'profile'>> = {},
    ): void {
      const key = JSON.stringify([context, profile]);
      const row = rows.get(key) ?? { context, profile, done: 0, paused: 0, watches: 0, references: 0 };
      rows.set(key, {
        ...row,
        done: row.done + (counts.done ?? 0),
        paused: row.paused + (counts.paused ?? 0),
        watches: row.watches + (counts.watches ?? 0),
        references: row.references + (counts.references ?? 0),
      });
    },
    list: (): readonly WorkRow[] => [...rows.values()],
  };
}

/** Counts everything that is handed over; profiles without work are rows as well. */
export function countWork({ contexts, profiles, references }: HandedWork): readonly WorkRow[] {
  const counter = createWorkCounter();
  for (const [name, context] of Object.entries(contexts)) {
    counter.add(name, null);
    for (const alias of Object.keys(context.profiles)) counter.add(name, alias);
  }
  for (const { service, profile, done, paused, stopped, watches } of profiles) {
    counter.add(service, profile, {
      done: done.length,
      paused: paused.automations.length + paused.posts.length + stopped.length,
      watches: watches.length,
    });
  }
  for (const { service, references: all } of references) {
    for (const { target } of all) counter.add(service, target.profile, { references: 1 });
  }
  return counter.list();
}
