import * as z from 'zod';

/** A change of the aliases of a context. */
export const ProfileChange = z.strictObject({
  context: z.string(),
  alias: z.string().nullable().describe('null is the Primary Profile'),
  title: z.string().nullable().describe('title of the profile at the service, when it was requested'),
  profiles: z.array(z.string()).describe('the aliases of the context after the change'),
});

/** @param done title of the alias's line */
export function buildProfileChangeView(document: z.infer<typeof ProfileChange>, done: string) {
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'context', title: 'context', value: document.context },
      { name: 'alias', title: done, value: document.alias ?? 'none (the Primary Profile)' },
      { name: 'title', title: 'title', value: document.title },
      { name: 'profiles', title: 'aliases', value: document.profiles.join(', ') },
    ],
  } as const;
}
