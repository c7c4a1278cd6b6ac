import type { CommandOutcome } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { getOnlyId } from '../../framework/many/read-ids.ts';
import type { OutputFormat } from '../../framework/output/formats.ts';
import { buildCommentsOutcome, type CommentsListing } from './comments-outcome.ts';
import { requestComments, streamComments, toCommentsInParts } from './read-comments.ts';

/** Formats in which comments are shown before all of them are read. */
const SHOWN_EACH: readonly OutputFormat[] = ['ndjson', 'csv', 'tsv', 'table'];

/** Lists the comments of one id, or those of several as they are read. */
export async function listComments(
  ids: readonly string[],
  { service, io }: CommandContext,
  request: CommentsListing,
): Promise<CommandOutcome> {
  const id = getOnlyId(ids, request.idsFrom);
  const client = await service.client();
  const { format, isTerminal } = io.printing;
  const isShownEach = request.selectsEach && SHOWN_EACH.includes(format);
  if (id === null) {
    const { listCommentsOfSeveral } = await import('./comments-of-several.ts');
    return listCommentsOfSeveral(ids, client, { ...request, selectsEach: isShownEach, io });
  }
  const read = request.toRequest(id);
  // on a terminal, a long table is shown in a pager, which needs all of it
  const comments =
    isShownEach && !(format === 'table' && isTerminal)
      ? await streamComments(client, read)
      : toCommentsInParts(await requestComments(client, read));
  return buildCommentsOutcome(id, comments, { ...request, io });
}
