import type { PausedWork } from './pause-record.ts';
import type { WorkOfProfile } from './read-work.ts';
import type { Work } from './work.ts';

/**
 * What happens to something that was paused: it is brought back; it runs already; it was changed since, or is gone, and
 * stays as it is; a post whose time has passed waits; nothing is known where it could not be read.
 */
export type ResumeVerdict = 'resume' | 'running' | 'changed' | 'gone' | 'late' | 'unread';

/**
 * Decides by the state that the service has now: what a person changed since the pause stays.
 *
 * @param now the service's time in milliseconds since 1970
 * @param publishesLate brings back posts whose time has passed, which are then published at once
 */
export function decideResume(
  { work: paused }: PausedWork,
  { value }: Pick<WorkOfProfile, 'value'>,
  { now, publishesLate }: { now: number; publishesLate: boolean },
): { readonly verdict: ResumeVerdict; readonly found: Work | null } {
  const isUnread = ({ kind }: { kind: string }) => kind === paused.kind;
  if (value === null || value.failures.some(isUnread) || value.absent.includes(paused.kind))
    return { verdict: 'unread', found: null };
  const all = value.work.filter(({ kind }) => kind === paused.kind);
  const found = all.find(({ id }) => id === paused.id) ?? null;
  if (paused.kind === 'feeds') {
    // one that an interrupted run did not remove, or that was added again
    const isThere = found !== null || all.some(({ feed }) => feed?.url === paused.feed?.url);
    return { verdict: isThere ? 'running' : 'resume', found };
  }
  if (found === null) return { verdict: 'gone', found };
  if (found.state === 'running') return { verdict: 'running', found };
  const isChanged = paused.mark !== null && found.mark !== paused.mark;
  if (found.state === 'waiting' || isChanged) return { verdict: 'changed', found };
  const isLate = paused.kind === 'posts' && found.dueAt <= now && !publishesLate;
  return { verdict: isLate ? 'late' : 'resume', found };
}
