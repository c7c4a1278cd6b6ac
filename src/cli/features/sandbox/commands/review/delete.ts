import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import { defineSandboxDelete } from '../../define-sandbox-delete.ts';

const { platform, reviewId } = CONTROL.deleteReview.input.shape;

export default defineSandboxDelete({
  summary: 'Delete reviews as their authors',
  description: 'A reply to a deleted review fails with 349 from then on.',
  examples: [
    'sandbox review delete 376602035206117 --platform facebook',
    'sandbox review delete AbFvOqmR9xK2dWsT6vBn4Lq8Yh3Zc7Pf5GjA --platform gmb --json',
  ],
  ids: z.array(reviewId).default([]).describe('ids of reviews, as printed by "reviews list --json"'),
  input: z.object({ platform: defineFlag(platform, { placeholder: 'network' }) }),
  call: 'deleteReview',
  request: (id, { platform: network }) => ({ platform: network, reviewId: id }),
  shownBy: crier`reviews list --sandbox`,
});
