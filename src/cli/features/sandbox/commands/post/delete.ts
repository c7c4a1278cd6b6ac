import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { ChangedSeveral } from '../../../../framework/many/change-several.ts';
import { IDS_FROM } from '../../../../framework/many/read-ids.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import { deleteEach } from '../../delete-each.ts';

const { network } = CONTROL.deleteCopy.input.shape;

export default defineCommand({
  summary: "Delete posts in a network's own app",
  description: `
Use the Social Post ID for a post that was made in the app. A post of the service that is no longer on a network can be
marked with "posts delete <Service Post ID> --mark-deleted".

With several ids or --ids-from, one that fails does not stop the others, and the JSON document has "results" with the
result of each.`,
  examples: [
    'sandbox post delete Sp7kQm2XvLr9TzBd4HnW --platform instagram',
    'sandbox post delete Sp7kQm2XvLr9TzBd4HnW --platform instagram --json',
    'sandbox post delete 18093561427706318 Sp7kQm2XvLr9TzBd4HnW --platform instagram',
  ],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({
    id: z
      .array(z.string())
      .default([])
      .describe('Service Post IDs or Social Post IDs, as printed by `posts list`'),
    idsFrom: IDS_FROM,
    platform: defineFlag(network, { placeholder: 'network', synonym: '--network' }),
  }),
  output: z.union([CONTROL.deleteCopy.answer, ChangedSeveral]),
  records: 'results',
  async run({ id, idsFrom, platform: name }, { sandbox, io }) {
    const control = await sandbox.control();
    const call = (postId: string) => control.call('deleteCopy', { postId, network: name });
    return deleteEach({ id, idsFrom, shownBy: crier`posts list --sandbox`, call, io });
  },
});
