import * as z from 'zod';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../errors.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { yes } from '../../../framework/input/flags/shared-flags.ts';
import { openSavedReplies, pickReplies, SavedReply } from '../../comments/saved-replies.ts';

export default defineLocalChange({
  summary: 'Remove saved replies',
  description: 'Replies that were sent stay.',
  before: ['replies save thanks --text "Thank you, @{{handle}}!"'],
  examples: ['replies remove thanks --yes', 'replies remove thanks --yes --json'],
  positional: ['names'],
  input: z.object({
    names: defineFlag(z.array(z.string()).default([]).describe('names of the replies'), {
      placeholder: 'name',
    }),
    yes,
  }),
  output: z.object({ removed: z.array(SavedReply) }),
  records: 'removed',
  async change({ names, yes }, { io }) {
    if (names.length === 0) throw createUsageError('the name is missing', '"crier replies list" shows them');
    const saved = openSavedReplies(io);
    const removed = pickReplies(saved.list(), names);
    await io.confirm({
      what: `remove the saved ${names.length === 1 ? 'reply' : 'replies'} ${joinWithAnd(removed.map(({ name }) => name))}`,
      yes,
    });
    await saved.remove(names);
    return removed;
  },
  columns: [
    { name: 'name', title: 'removed', value: ({ name }) => name, role: 'id' },
    { name: 'text', title: 'text', value: ({ text }) => text, role: 'text', flexible: true, wraps: true },
  ],
});
