import * as z from 'zod';

/** What a command did to the aliases of a context. */
export const ProfileChange = z.strictObject({
  context: z.string(),
  alias: z.string().nullable().describe('null is the Primary Profile'),
  title: z
    .string()
    .nullable()
    .describe('the title of the profile, as the service calls it, when it was asked'),
  profiles: z.array(z.string()).describe('the aliases of the context, now'),
});

/** @param done what it is called in a list of lines */
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
