import type { CommandOutcome } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { EACH_FORMATS, isShownEach } from '../../framework/command/shown-each.ts';
import { getOnlyId } from '../../framework/many/read-ids.ts';
import { buildCommentsOutcome, type CommentsListing } from './comments-outcome.ts';
import { requestComments, streamComments, toCommentsInParts } from './read-comments.ts';

/** Lists the comments of one id, or those of several as they are read. */
export async function listComments(
  ids: readonly string[],
  { service, io }: CommandContext,
  request: CommentsListing,
): Promise<CommandOutcome> {
  const id = getOnlyId(ids, request.idsFrom);
  const client = await service.client();
  const { selectsEach } = request;
  // the rest of a list that is cut need not be in memory
  const isCut = request.cut !== undefined && io.printing.format !== 'raw';
  if (id === null) {
    const { listCommentsOfSeveral } = await import('./comments-of-several.ts');
    const isEach = EACH_FORMATS.includes(io.printing.format) || io.printing.format === 'table' || isCut;
    return listCommentsOfSeveral(ids, client, { ...request, selectsEach: selectsEach && isEach, io });
  }
  const read = request.toRequest(id);
  const isShown = isShownEach(io.printing);
  const comments =
    selectsEach && (isShown || isCut)
      ? await streamComments(client, read)
      : toCommentsInParts(await requestComments(client, read));
  const isLong = comments.isLong && isShown;
  return buildCommentsOutcome(id, { ...comments, isLong }, { ...request, io });
}
