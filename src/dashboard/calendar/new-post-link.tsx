import { pageState } from '../page-store.ts';
import { getCalendarHref } from './calendar-place.ts';
import { formatDay } from './calendar-times.ts';

/** Leads to a new post on a day; days that are over have none. */
export function NewPostLink({ day, today }: { day: string; today: string }) {
  if (day < today || pageState.value?.isReadOnly !== false) return null;
  return (
    <a
      class="add"
      href={getCalendarHref({ compose: 'new', on: day })}
      aria-label={`New post on ${formatDay(day)}`}
    >
      +
    </a>
  );
}
