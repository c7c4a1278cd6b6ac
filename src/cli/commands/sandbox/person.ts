import * as z from 'zod';
import { CONTROL } from '../../../facts/control.ts';
import { MessageRequests } from '../../../facts/engine-control.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';

export default defineCommand({
  summary: "Say how a follower of the sandbox's instagram takes messages of strangers",
  description: `
It is about private replies, which answer a comment: who writes a DM is no stranger. silent: the DM counts as sent, and
the follower never sees it. blocked: it fails with 491.`,
  examples: [
    'sandbox person mara --message-requests blocked',
    'sandbox person mara --message-requests open --json',
  ],
  positional: ['handle'],
  changes: true,
  flags: [],
  input: z.object({
    handle: z
      .string()
      .transform((handle) => handle.replace(/^@/, ''))
      .pipe(CONTROL.setPerson.input.shape.username)
      .describe('of the follower; one that nobody has yet is a new person'),
    messageRequests: defineFlag(MessageRequests.describe('what becomes of the DM of a stranger'), {
      placeholder: 'how',
    }),
  }),
  output: CONTROL.setPerson.answer,
  async run({ handle: username, messageRequests }, { sandbox }) {
    const document = await (await sandbox()).call('setPerson', { username, messageRequests });
    const { person } = document;
    return {
      view: {
        kind: 'record',
        document,
        key: 'person',
        lines: [
          { name: 'username', title: 'handle', value: person.username },
          { name: 'id', title: 'id', value: person.id },
          { name: 'messageRequests', title: 'message requests', value: person.messageRequests },
        ],
      },
    };
  },
});
