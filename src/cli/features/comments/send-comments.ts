import { ROUTES } from '../../../service/routes/routes.ts';
import type { CommandOutcome } from '../../framework/command/command.ts';
import { buildPlannedViews } from '../../framework/command/writes.ts';
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
    const plans = ids.map((id) => sent.toCall(id).plan(client));
    return { view: buildPlannedViews(plans, idsFrom) };
  }
  const id = getOnlyId(ids, idsFrom);
  if (id !== null) return sendComment(id, client, sent);
  return (await import('./write-several.ts')).sendEach(ids, client, sent);
}
