import { getField } from '../../domain/json/loose-record.ts';
import { isLikelyServicePostId } from './service-post-id.ts';
import type { Warning } from './warning.ts';

/**
 * Warns about targets that never match: users often have the URL of a post, or its Service Post ID, but the network
 * uses neither.
 *
 * @see docs/service/general.md#identifier-formats
 * @see docs/service/automations.md#get
 */
export function findTargetWarnings(trigger: unknown, name: 'postId' | 'storyId'): readonly Warning[] {
  const target = getField(trigger, name);
  const what = typeof target === 'string' ? describeMistakenTarget(target) : null;
  return what === null ? [] : [{ path: [name], message: `${what}: ${HOW_TO_FIND_ID}` }];
}

const HOW_TO_FIND_ID = 'triggers require the network\'s own id, which "crier posts get <id>" shows';

function describeMistakenTarget(target: string): string | null {
  if (target.includes('://')) return 'is a URL';
  return isLikelyServicePostId(target) ? 'looks like a Service Post ID' : null;
}
