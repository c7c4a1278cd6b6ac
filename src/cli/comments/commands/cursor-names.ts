import { createHash } from 'node:crypto';
import type { ServiceOrSandbox } from '../../context/choose-service.ts';
import type { CommentsReadRequest } from '../read-comments.ts';

const NAME_LENGTH = 32;

/**
 * Names cursor files by a hash of everything that distinguishes two watches, so that no id or key appears in
 * a file name.
 *
 * @see docs/safety.md#C10
 */
export function createCursorNamer(
  choice: ServiceOrSandbox,
  { platform, comment }: Omit<CommentsReadRequest, 'id'>,
): (id: string) => string {
  const service =
    choice.kind === 'sandbox'
      ? ['sandbox', choice.profile]
      : ['service', choice.target.baseUrl.href, choice.target.profileKey];
  return (id) => hashToHex(JSON.stringify([service, platform ?? null, comment, id])).slice(0, NAME_LENGTH);
}

function hashToHex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
