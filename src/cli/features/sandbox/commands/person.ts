import * as z from 'zod';
import { CONTROL } from '../../../../service/control/control.ts';
import { MessageRequests } from '../../../../service/control/engine.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { defineSandboxChange } from '../define-sandbox-change.ts';

export default defineSandboxChange({
  summary: 'Set how a person handles message requests',
  description: `
Applies to private replies to comments; a person who sends a DM is not a stranger. silent: the DM counts as sent, but the
person never sees it. blocked: it fails with 491.`,
  examples: [
    'sandbox person mara --message-requests blocked',
    'sandbox person mara --message-requests open --json',
  ],
  positional: ['handle'],
  input: z.object({
    handle: z
      .string()
      .transform((handle) => handle.replace(/^@/, ''))
      .pipe(CONTROL.setPerson.input.shape.username)
      .describe('handle of the person; an unknown one creates a new person'),
    messageRequests: defineFlag(MessageRequests.describe('what happens to a DM from a stranger'), {
      placeholder: 'how',
    }),
  }),
  output: CONTROL.setPerson.answer,
  call: 'setPerson',
  request: ({ handle: username, messageRequests }) => ({ username, messageRequests }),
  key: 'person',
  lines: ({ person }) => [
    { name: 'username', title: 'handle', value: person.username },
    { name: 'id', title: 'id', value: person.id },
    { name: 'messageRequests', title: 'message requests', value: person.messageRequests },
  ],
});
