import type { PostChange } from '../../../service/endpoints/post-changes.ts';
import type { RecordLine } from '../../render/view.ts';

/** A change of a post. */
interface ShownChange {
  readonly id: string;
  readonly change: PostChange;
  /** The new time for people; null if unchanged. */
  readonly shownSchedule: string | null;
}

/** Builds the lines of a change, without unchanged fields. */
export function buildChangeLines({ id, change, shownSchedule }: ShownChange): readonly RecordLine[] {
  const { approved, scheduledPause, disableComments, notes, scheduleDate, youTubeOptions = {} } = change;
  const lines: readonly (RecordLine | false)[] = [
    { name: 'id', title: 'id', value: id },
    scheduleDate !== undefined && {
      name: 'scheduleDate',
      title: 'scheduled for',
      value: scheduleDate,
      ...(shownSchedule !== null && { shown: shownSchedule }),
    },
    approved !== undefined && { name: 'approved', title: 'approved', value: approved },
    scheduledPause !== undefined && { name: 'scheduledPause', title: 'paused', value: scheduledPause },
    disableComments !== undefined && {
      name: 'disableComments',
      title: 'comments',
      value: disableComments,
      shown: disableComments ? 'closed' : 'open',
    },
    notes !== undefined && { name: 'notes', title: 'notes', value: notes },
    ...Object.entries(youTubeOptions).map(([name, value]) => ({
      name: `youTubeOptions.${name}`,
      title: `${name} on YouTube`,
      value: value ?? null,
    })),
  ];
  return lines.filter((line) => line !== false);
}
