import { CrierError } from '../errors.ts';
import { ENDPOINTS, type EndpointInput } from '../facts/endpoints.ts';
import type { Platform } from '../facts/platforms.ts';
import { foreseen } from './foreseen.ts';

/** What is to be read: a post of the service, or a post or a comment by its network's own id. */
export interface CommentsRead {
  readonly id: string;
  readonly platform: Platform | undefined;
  readonly comment: boolean;
}

/**
 * The query of one of the three legal ways to read comments.
 *
 * @throws CrierError of kind usage (101) for any other pair, of kind not-ready (288) for a tiktok that has no id yet;
 *   nothing was sent
 * @see rules COM-01 to COM-06, COM-19
 */
export function checkCommentsRead({
  id,
  platform,
  comment,
}: CommentsRead): NonNullable<EndpointInput<'getComments'>['query']> {
  if (comment && platform === undefined) {
    throw refused(
      '--comment needs --platform',
      'a Social Comment ID is read with --comment --platform facebook, instagram or linkedin',
    );
  }
  const query =
    platform === undefined
      ? {}
      : { searchPlatformId: true, platform, ...(comment ? { commentId: true } : {}) };
  const checked = ENDPOINTS.getComments.query.safeParse(query);
  if (!checked.success) throw refused(`--platform ${checked.error.issues[0]?.message ?? 'does not fit'}`);
  if (platform === 'tiktok' && (id === 'pending' || id === 'failed')) throw notReady(id);
  return query;
}

function refused(message: string, advice?: string): CrierError {
  return new CrierError('usage', message, { ...foreseen(101), ...(advice !== undefined && { advice }) });
}

function notReady(id: string): CrierError {
  return new CrierError('not-ready', `the tiktok post has no id of its own: it is "${id}"`, foreseen(288));
}
