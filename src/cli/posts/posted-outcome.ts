import type { ClientAnswer } from '../../client/client-answer.ts';
import type { PostBody } from '../../service/post-body.ts';
import type { CommandContext } from '../context/context.ts';
import type { CommandOutcome } from '../shell/command.ts';
import { createPrintedCommands } from '../shell/printed-commands.ts';
import { getServiceTime } from '../shell/service-time.ts';
import { buildRefusedOutcome } from './build-refused-outcome.ts';
import { buildRetryPosts } from './build-retry-posts.ts';
import { buildNewPostCommands } from './new-post-commands.ts';
import { buildFailureError, buildPartialError } from './posted-failures.ts';
import { listNextCommands, listWarningNotes } from './posted-notes.ts';
import { buildPostedView } from './posted-view.ts';
import { readPostOutcome } from './read-post-outcome.ts';

/** A post that was sent. */
export interface SentPost {
  readonly body: PostBody;
  readonly answer: ClientAnswer<unknown>;
  /** Warnings that were printed before it was sent, in the service's words; they are not repeated. */
  readonly knownWarnings: ReadonlySet<string>;
  /** Time zone in which times are shown, as an IANA name. */
  readonly timeZone: string;
  /** Its idempotency key was given by the user. */
  readonly hasOwnKey: boolean;
}

/**
 * Builds the result of a new post, network by network. If some networks refused it, adds the command for a new post to
 * only these: a retry would publish it again on the others.
 *
 * @returns no view, and a failure of the class of the first one, when every network refused it
 * @see docs/service/general.md#HTTP-11
 * @see docs/service/posts.md#POST-01, #POST-12
 */
export async function buildPostedOutcome(
  { body, answer, knownWarnings, timeZone, hasOwnKey }: SentPost,
  context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName' | 'now'>,
): Promise<CommandOutcome> {
  const outcome = readPostOutcome(answer.body);
  const { verdict } = outcome;
  if (verdict === 'failed')
    return buildRefusedOutcome(buildFailureError(outcome, answer.http), { hasOwnKey }, context);
  const time = getServiceTime(answer);
  const reading = { timeZone, now: time.asOf ?? context.now() };
  const printed = await createPrintedCommands(context);
  const again = verdict === 'partial' ? buildRetryPosts(body, outcome) : [];
  return {
    view: buildPostedView(outcome, { body, reading: reading }),
    raw: answer.bytes,
    ...time,
    notes: listWarningNotes(outcome, knownWarnings),
    commands: [...listNextCommands(outcome, printed), ...(await buildNewPostCommands(again, context))],
    ...(verdict === 'partial' && { failure: buildPartialError(outcome, answer.http) }),
  };
}
