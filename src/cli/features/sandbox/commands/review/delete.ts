import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { ChangedSeveral } from '../../../../framework/many/change-several.ts';
import { IDS_FROM } from '../../../../framework/many/read-ids.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import { deleteEach } from '../../delete-each.ts';

const { platform, reviewId } = CONTROL.deleteReview.input.shape;

export default defineCommand({
  summary: 'Delete reviews as their authors',
  description: `
A reply to a deleted review fails with 349 from then on.

With several ids or --ids-from, one that fails does not stop the others, and the JSON document has "results" with the
result of each.`,
  examples: [
    'sandbox review delete 376602035206117 --platform facebook',
    'sandbox review delete AbFvOqmR9xK2dWsT6vBn4Lq8Yh3Zc7Pf5GjA --platform gmb --json',
  ],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({
    id: z.array(reviewId).default([]).describe('ids of reviews, as printed by "reviews list --json"'),
    idsFrom: IDS_FROM,
    platform: defineFlag(platform, { placeholder: 'network' }),
  }),
  output: z.union([CONTROL.deleteReview.answer, ChangedSeveral]),
  records: 'results',
  async run({ id, idsFrom, platform: network }, { sandbox, io }) {
    const control = await sandbox.control();
    const call = (each: string) => control.call('deleteReview', { platform: network, reviewId: each });
    return deleteEach({ id, idsFrom, shownBy: crier`reviews list --sandbox`, call, io });
  },
});
