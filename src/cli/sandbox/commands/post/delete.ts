import * as z from 'zod';
import { CONTROL } from '../../../../service/control/control.ts';
import { defineCommand } from '../../../shell/command.ts';
import { defineFlag } from '../../../shell/flags/flags.ts';

const { postId, network } = CONTROL.deleteCopy.input.shape;

export default defineCommand({
  summary: "Delete a post in a network's own app",
  description: `
Use the Social Post ID for a post that was made in the app. A post of the service that is on no network any more can be
marked with "posts delete <Service Post ID> --mark-deleted".`,
  examples: [
    'sandbox post delete Sp7kQm2XvLr9TzBd4HnW --network instagram',
    'sandbox post delete Sp7kQm2XvLr9TzBd4HnW --network instagram --json',
    'sandbox post delete 18093561427706318 --network instagram',
  ],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({
    id: postId.describe('Service Post ID or Social Post ID, as printed by `posts list`'),
    network: defineFlag(network, { placeholder: 'network' }),
  }),
  output: CONTROL.deleteCopy.answer,
  async run({ id, network: name }, { sandbox }) {
    const document = await (await sandbox.control()).call('deleteCopy', { postId: id, network: name });
    return {
      view: {
        kind: 'record',
        document,
        lines: [
          { name: 'deleted', title: 'deleted', value: document.deleted },
          { name: 'network', title: 'network', value: document.network },
        ],
      },
    };
  },
});
