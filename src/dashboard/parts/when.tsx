import { signal } from '@preact/signals';
import { getNow, pageState } from '../page-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Raised every minute, so that a distance on an open page stays true. */
const minutes = signal(0);
setInterval(() => {
  minutes.value += 1;
}, MINUTE_MS);

const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' });

/** How long ago, or until then: in minutes, hours or days. */
function formatDistance(ms: number): string {
  const size = Math.abs(ms);
  if (size < HOUR_MS) return RELATIVE.format(Math.round(ms / MINUTE_MS), 'minute');
  if (size < DAY_MS) return RELATIVE.format(Math.round(ms / HOUR_MS), 'hour');
  return RELATIVE.format(Math.round(ms / DAY_MS), 'day');
}

/** A time in the zone of the run, exact in its title. @param at as the service writes it */
export function When({
  at,
  isExact = false,
  hasSeconds = false,
  isOfMachine = false,
}: {
  at: string | null;
  isExact?: boolean;
  /** For what is seconds apart. */
  hasSeconds?: boolean;
  /** For a time of this machine: the clock of a sandbox may be ahead of it. */
  isOfMachine?: boolean;
}) {
  if (at === null) return <span class="dim">no date</span>;
  if (Number.isNaN(Date.parse(at))) return <bdi>{at}</bdi>;
  const timeZone = pageState.value?.timeZone ?? 'UTC';
  const exact = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: hasSeconds ? '2-digit' : undefined,
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(at));
  // read so that it is drawn again
  void minutes.value;
  return (
    <time dateTime={at} title={exact}>
      {isExact ? exact : formatDistance(Date.parse(at) - (isOfMachine ? Date.now() : getNow()))}
    </time>
  );
}
