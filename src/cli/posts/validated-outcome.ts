import * as z from 'zod';
import type { ClientAnswer } from '../../client/transport.ts';
import { PostChecked } from '../../service/endpoints/posts.ts';
import { type CommandOutcome, getServiceTime } from '../shell/command.ts';
import { formatWarning } from './posted-outcome.ts';

/** Response to a post that was checked but not published. @see docs/service/endpoints.md#other-endpoints */
export const ValidatedPost = PostChecked.extend({
  status: z.string().nullable(),
  message: z.string().nullable(),
});

/** The response to a valid post; others end with an error. */
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
      'nothing was published: the post was only validated',
    ],
  };
}
