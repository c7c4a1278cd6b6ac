import * as z from 'zod';
import type { ClientAnswer } from '../../client/client-answer.ts';
import { PostChecked } from '../../facts/post-answers.ts';
import type { CommandOutcome } from '../command.ts';
import { getServiceTime } from '../service-time.ts';
import { formatWarning } from './format-warning.ts';

/**
 * What the service says of a post that it checked and did not publish.
 *
 * @see docs/service/endpoints.md#other-endpoints
 */
export const ValidatedPost = PostChecked.extend({
  status: z.string().nullable(),
  message: z.string().nullable(),
});

/** The answer to a check: a post that would be refused does not come so far. */
export function buildValidatedOutcome(answer: ClientAnswer<z.infer<typeof PostChecked>>): CommandOutcome {
  const { status = null, message = null, warnings } = answer.body;
  return {
    view: {
      kind: 'record',
      document: { ...answer.body, status, message },
      lines: [
        { name: 'status', title: 'status', value: status },
        { name: 'message', title: 'message', value: message },
      ],
    },
    raw: answer.bytes,
    ...getServiceTime(answer),
    notes: [
      ...(warnings ?? []).map((warning) => `warning: ${formatWarning(warning)}`),
      'nothing was published: this was a check',
    ],
  };
}
