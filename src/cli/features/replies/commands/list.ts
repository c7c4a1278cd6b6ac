import * as z from 'zod';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { openSavedReplies, SavedReply } from '../../comments/saved-replies.ts';

export default defineLocalRead({
  summary: 'List the saved replies',
  description:
    'In "comments inbox" on a terminal, Tab takes one of them; "comments reply --saved" sends one without questions.',
  before: ['replies save thanks --text "Thank you, @{{handle}}!"'],
  examples: ['replies list', "replies list --jq '.replies[].name'"],
  input: z.object({}),
  output: z.object({ replies: z.array(SavedReply) }),
  records: 'replies',
  read: (_input, { io }) => openSavedReplies(io).list(),
  columns: [
    { name: 'name', title: 'name', value: ({ name }) => name, role: 'id' },
    { name: 'text', title: 'text', value: ({ text }) => text, role: 'text', flexible: true, wraps: true },
  ],
  empty: 'no saved replies: "crier replies save <name> --text …" saves one',
});
