import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { ignoreErrors } from '../../../../errors.ts';
import { deleteReviewReply } from '../../../../service/endpoints/reviews.ts';
import type { ReviewPlatform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { defineFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { ChangedSeveral, changeSeveral } from '../../../framework/many/change-several.ts';
import { addRest, IDS_FROM, MOST_NAMED, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { readReviews, requirePlatform } from '../read-reviews.ts';
import { REVIEW_PLATFORM } from '../review.ts';

export default defineCommand({
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
  positional: ['ids'],
  references: ['review'],
  changes: true,
  flags: [REMOTE, WRITE],
  validationCode: 101,
  input: z.object({
    ids: defineFlag(z.array(z.string()).default([]).describe('ids of the reviews'), {
      placeholder: 'review-id',
    }),
    idsFrom: IDS_FROM,
    ...REVIEW_PLATFORM,
  }),
  output: ChangedSeveral,
  records: 'results',
  async run({ ids: given, idsFrom, platform: named, yes, dryRun }, { service, io }) {
    const ids = await readIdsOrRaw({ ids: given, idsFrom }, io);
    const platform = requirePlatform(named);
    const toInput = (reviewId: string) => ({ body: { platform, reviewId } });
    const client = await service.client({ writes: !dryRun, sends: { row: deleteReviewReply } });
    if (dryRun)
      return {
        view: buildPlannedViews(
          ids.map((id) => client.plan(deleteReviewReply, toInput(id))),
          idsFrom,
        ),
      };
    await io.confirm({
      what: `delete your reply to ${formatThese(ids.length, 'review')}`,
      details: () => describeReplies(client, platform, ids),
      yes,
    });
    return changeSeveral({
      ids,
      done: 'deleted',
      shownBy: crier`reviews list ${platform}`,
      apply: (id) => client.call(deleteReviewReply, toInput(id)),
      io,
    });
  },
});

/** One line for each review: `Len Hathersage: "My parcel…"; your reply: "We are sorry"`. */
async function describeReplies(
  client: Client,
  platform: ReviewPlatform,
  ids: readonly string[],
): Promise<readonly string[]> {
  const read = await ignoreErrors(readReviews(client, platform));
  const lines = ids.slice(0, MOST_NAMED).map((id) => {
    const review = read?.reviews.find((each) => each.id === id);
    if (review === undefined) return `${id}  (could not be read)`;
    const reply = review.reply === null ? 'no reply' : `your reply: "${review.reply}"`;
    return `${review.reviewer ?? id}: "${review.text ?? ''}"; ${reply}`;
  });
  return addRest(lines, ids.length);
}
