import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { replyToReview } from '../../../../service/endpoints/reviews.ts';
import { PLATFORMS } from '../../../../service/platforms.ts';
import {
  checkTextLength,
  noteSuspicions,
  readPublicText,
} from '../../../framework/input/files/check-text.ts';
import { readMessage } from '../../../framework/input/files/read-files.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { defineBatchChange } from '../../../framework/many/define-batch-change.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { requirePlatform } from '../read-reviews.ts';
import { REVIEW_PLATFORM } from '../review.ts';

export default defineBatchChange({
  summary: 'Reply to reviews',
  description: `
Everyone sees the reply below the review; a second one replaces the first. The ids are those of "reviews list --json", all on
the network of --platform; references of its tables have the network.

With several ids or --ids-from, the same text answers each review, one after another, and a failed id does not stop the
others: "results" in the JSON document has the result of each.`,
  examples: [
    'reviews reply 376602035206384 --platform facebook --text "See you soon, Dara!"',
    'reviews reply AbFvOqkX3vT8wQmZr5LcYb7Nd2Hs9Gp4JuKe AbFvOqpW5nJ8tXcR2yVk7Mb3Ds6Fg9Qh4LzE --platform gmb --text "Thank you!" --json',
    'reviews reply AbFvOqkX3vT8wQmZr5LcYb7Nd2Hs9Gp4JuKe --platform gmb --text "Sorry!" --dry-run',
  ],
  ids: {
    name: 'ids',
    flag: defineFlag(z.array(z.string()).default([]).describe('ids of reviews'), {
      placeholder: 'review-id',
    }),
  },
  references: ['review'],
  validationCode: 101,
  input: z.object({
    ...REVIEW_PLATFORM,
    text: defineTextFlag('text of the reply', { placeholder: 'text', conflicts: ['textFile'] }),
    textFile: defineTextFlag('read the text from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
  }),
  call: replyToReview,
  async prepare({ platform: named, text, textFile }, { io }) {
    const platform = requirePlatform(named);
    const written = textFile === undefined ? text : await readMessage(textFile, io.readFile);
    if (written === undefined)
      throw createUsageError('the text is missing', 'add --text or --text-file (`-` for standard input)');
    await noteSuspicions(written, io);
    const reply = readPublicText(written);
    await checkTextLength(reply, [{ platform, limits: PLATFORMS[platform].reviews.limits }], io);
    return { platform, reply };
  },
  request: (reviewId, _input, { platform, reply }) => ({ body: { platform, reviewId, reply } }),
  done: 'replied to',
  status: 'replied',
  shownBy: ({ platform }) => crier`reviews list ${platform}`,
});
