import * as z from 'zod';
import type { ClientAnswer } from '../../../client/transport.ts';
import { CrierError } from '../../../errors.ts';
import { PostChecked } from '../../../service/endpoints/posts.ts';
import type { checkModeration } from '../../../service/endpoints/validation.ts';
import { type CommandOutcome, getServiceTime } from '../../framework/command/command.ts';
import { formatWarning } from './posted-outcome.ts';

/** Response to a post that was checked but not published. @see docs/service/endpoints.md#other-endpoints */
export const ValidatedPost = PostChecked.extend({
  status: z.string().nullable(),
  message: z.string().nullable(),
  moderation: z
    .object({
      flagged: z.boolean().nullable(),
      categories: z.array(z.string()).describe('categories of harmful content that apply'),
    })
    .optional()
    .describe('with --moderation'),
});

type ModerationAnswer = z.infer<typeof checkModeration.answer>;

/** Adds what the moderation found: a flagged post is a failed check. */
export function addModeration(
  outcome: CommandOutcome,
  { flagged = null, categories }: ModerationAnswer,
): CommandOutcome {
  const { view } = outcome;
  if (view?.kind !== 'record') return outcome;
  const applying = Object.entries(categories ?? {}).flatMap(([name, applies]) =>
    applies === true ? [name] : [],
  );
  const moderation = { flagged, categories: applying };
  const named = applying.length === 0 ? '' : `: ${applying.join(', ')}`;
  return {
    ...outcome,
    view: {
      ...view,
      document: { ...view.document, moderation },
      lines: [
        ...(view.lines ?? []),
        {
          name: 'moderation.flagged',
          title: 'moderation',
          value: flagged,
          shown: flagged === true ? `flagged${named}` : 'not flagged',
        },
      ],
    },
    ...(flagged === true && {
      failure: new CrierError('differs', `the moderation flagged the post${named}`, {
        http: null,
        advice: 'nothing was published; change the text or the media',
      }),
    }),
  };
}

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
