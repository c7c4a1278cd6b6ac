import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { ignoreErrors } from '../../../../errors.ts';
import { deleteReviewReply } from '../../../../service/endpoints/reviews.ts';
import type { ReviewPlatform } from '../../../../service/platforms.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { foldReviews, requirePlatform } from '../read-reviews.ts';
import type { Review } from '../review.ts';
import { REVIEW_PLATFORM } from '../review.ts';

export default defineBatchChange({
  summary: 'Delete your replies to reviews',
  description: `
The reviews themselves stay: only their authors can delete them. Asks for confirmation and shows each reply; without a
terminal, --yes is required. With several ids or --ids-from, a failed id does not stop the others: "results" in the JSON
document has the result of each.`,
  examples: [
    'reviews delete 376602035206117 --platform facebook --yes',
    'reviews delete 376602035206117 --platform facebook --yes --json',
    'reviews delete AbFvOqtZ7hG4mYdN9rXw3Kc8Vb5Ls2Pj6QfU --platform gmb --dry-run',
  ],
  ids: {
    name: 'ids',
    flag: defineFlag(z.array(z.string()).default([]).describe('ids of the reviews'), {
      placeholder: 'review-id',
    }),
  },
  references: ['review'],
  validationCode: 101,
  input: z.object(REVIEW_PLATFORM),
  call: deleteReviewReply,
  prepare: ({ platform }) => requirePlatform(platform),
  request: (reviewId, _input, platform) => ({ body: { platform, reviewId } }),
  confirm: {
    what: ({ length }) => `delete your reply to ${formatThese(length, 'review')}`,
    describe: (ids, { client, made }) => describeReplies(client, made, ids),
  },
  done: 'deleted',
  shownBy: (platform) => crier`reviews list ${platform}`,
});

/** One line for each review: `Len Hathersage: "My parcel…"; your reply: "We are sorry"`. */
async function describeReplies(
  client: Client,
  platform: ReviewPlatform,
  ids: readonly string[],
): Promise<readonly string[]> {
  const read = await ignoreErrors(
    foldReviews(client, platform, () => {
      const found = new Map<string, Review>();
      return {
        add: (review) => void (ids.includes(review.id) && found.set(review.id, review)),
        end: () => found,
      };
    }),
  );
  return ids.map((id) => {
    const review = read?.get(id);
    if (review === undefined) return `${id}  (could not be read)`;
    const reply = review.reply === null ? 'no reply' : `your reply: "${review.reply}"`;
    return `${review.reviewer ?? id}: "${review.text ?? ''}"; ${reply}`;
  });
}
