import * as z from 'zod';
import { CONTROL } from '../../../../service/control/control.ts';
import { defineCommand } from '../../../shell/command.ts';
import { defineFlag } from '../../../shell/flags/flags.ts';

const { platform, reviewId } = CONTROL.deleteReview.input.shape;

export default defineCommand({
  summary: 'Delete a review as its author',
  description: 'A reply to it fails with 349 from then on.',
  examples: [
    'sandbox review delete 376602035206117 --platform facebook',
    'sandbox review delete AbFvOqmR9xK2dWsT6vBn4Lq8Yh3Zc7Pf5GjA --platform gmb --json',
  ],
  positional: ['id'],
  changes: true,
  flags: [],
  input: z.object({
    id: reviewId.describe('id of the review, as printed by "reviews list --json"'),
    platform: defineFlag(platform, { placeholder: 'network' }),
  }),
  output: CONTROL.deleteReview.answer,
  async run({ id, platform }, { sandbox }) {
    const document = await (await sandbox.control()).call('deleteReview', { platform, reviewId: id });
    return {
      view: {
        kind: 'record',
        document,
        lines: [{ name: 'deleted', title: 'deleted', value: document.deleted }],
      },
    };
  },
});
