import * as z from 'zod';
import { CONTROL } from '../../../../facts/control.ts';
import { defineCommand } from '../../../command.ts';
import { written } from '../../../flags.ts';

const { postId, network } = CONTROL.deleteCopy.input.shape;

export default defineCommand({
  summary: 'Delete a post at one network of the sandbox by hand, as a person would',
  description: `
instagram, tiktok and threads let no service delete posts. Once it is on no network any more,
"posts delete <Service Post ID> --mark-deleted" marks it.`,
  examples: [
    'sandbox post delete Sp7kQm2XvLr9TzBd4HnW --network instagram',
    'sandbox post delete Sp7kQm2XvLr9TzBd4HnW --network instagram --json',
  ],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({
    id: postId.describe('Service Post ID, as `posts list` prints it'),
    network: written(network, { placeholder: 'network' }),
  }),
  output: CONTROL.deleteCopy.answer,
  async run({ id, network: name }, { sandbox }) {
    const document = await (await sandbox()).call('deleteCopy', { postId: id, network: name });
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
