import * as z from 'zod';
import { type Column, pickMember } from '../../framework/output/view.ts';

/** A command of the user. */
export const AliasEntry = z.strictObject({
  name: z.string(),
  kind: z.enum(['alias', 'program']).describe('program: one on the path that was run as a command'),
  command: z.string().describe('the words that it runs; of a program, its file'),
  keys: z.boolean().nullable().describe('of a program: whether it gets the keys of the service'),
});
export type AliasEntry = z.infer<typeof AliasEntry>;

export const ALIAS_COLUMNS: readonly Column<AliasEntry>[] = [
  { ...pickMember('name', 'name'), role: 'name', drop: 0 },
  { ...pickMember('kind', 'kind'), drop: 2 },
  { ...pickMember('command', 'runs'), flexible: true },
  {
    ...pickMember('keys', 'keys'),
    show: ({ keys }) => (keys === null ? '' : keys ? 'handed over' : 'kept back'),
    drop: 1,
  },
];
