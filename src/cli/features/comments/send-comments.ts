import type { Client } from '../../../client/client.ts';
import { ROUTES } from '../../../service/routes/routes.ts';
import type { CommandOutcome } from '../../framework/command/command.ts';
import { buildPlannedViews } from '../../framework/command/writes.ts';
import { summarizeReasons } from '../../framework/many/failures.ts';
import { getOnlyId } from '../../framework/many/read-ids.ts';
import { type CommentSubmission, sendComment } from './send-comment.ts';

/** Sends a comment or a reply to each id, or shows the requests of a dry run. @throws CrierError */
export async function sendComments(
  ids: readonly string[],
  { idsFrom, dryRun }: { idsFrom: string | undefined; dryRun: boolean },
  sent: CommentSubmission,
): Promise<CommandOutcome> {
  const row = ROUTES[sent.command === 'create' ? 'createComment' : 'replyToComment'];
  const client = await sent.context.service.client({ writes: !dryRun, sends: { row } });
  if (dryRun) {
    return planEach(ids, { ...sent, idsFrom, client });
  }
  const id = getOnlyId(ids, idsFrom);
  if (id !== null) return sendComment(id, client, sent);
  return (await import('./write-several.ts')).sendEach(ids, client, sent);
}

/** Plans the request of each id, and says which are not sent. */
function planEach(
  ids: readonly string[],
  {
    toCall,
    unsent,
    idsFrom,
    client,
  }: Pick<CommentSubmission, 'toCall' | 'unsent'> & { idsFrom: string | undefined; client: Client },
): CommandOutcome {
  const plans = ids.filter((id) => unsent?.has(id) !== true).map((id) => toCall(id).plan(client));
  const failed = [...(unsent ?? [])].map(([id, { message }]) => ({ id, message }));
  return {
    view: buildPlannedViews(plans, idsFrom),
    notes: summarizeReasons(failed, 'comment').map((reason) => `not sent: ${reason}`),
  };
}
