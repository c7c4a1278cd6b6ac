import { classifyOutcome } from '../../domain/automations/activity-outcome.ts';
import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { ACTIVITY_STATES, ActivityStatus } from '../../service/endpoints/activity.ts';
import { formatStatus } from './activity-filters.tsx';

/** The status of a row or of an action, with what it means in its title. */
export function StatusTag({ status }: { status: string }) {
  const known = ActivityStatus.safeParse(status);
  return (
    <span
      class={`tag status is-${classifyOutcome(status)}`}
      title={known.success ? ACTIVITY_STATES[known.data].meaning : undefined}
    >
      {formatStatus(status)}
    </span>
  );
}

/** A time of a row, in whatever format it came; null for none that can be shown. */
export function readShownTime(time: unknown): string | null {
  const { ms, iso } = readTimestamp(time);
  return ms === null ? null : iso;
}
