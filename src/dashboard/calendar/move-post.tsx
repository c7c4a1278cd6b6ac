import { useEffect, useRef, useState } from 'preact/hooks';
import { FailureNote } from '../parts/failure-note.tsx';
import type { Write } from '../parts/use-write.ts';
import type { PostOfPage } from '../records.ts';
import { formatExact, getOffset, getZone, readShown } from './calendar-times.ts';
import { type PostAsked, toAsked } from './post-asks.ts';

/** @param to the local time in the zone of the page: `2026-12-04T18:30` */
export function buildMove({ id }: PostOfPage, to: string): PostAsked {
  return toAsked('posts update', id, 'Moved.', { schedule: to, timeZone: getZone() });
}

/** What the dry run of a move says: the new time. */
interface PlannedMove {
  readonly request?: { readonly body?: { readonly scheduleDate?: string } };
}

/** The time before and after a move, in the zone of the page and in UTC. */
export function MovedTimes({ post: { scheduleDate }, plan }: { post: PostOfPage; plan: object | null }) {
  const to = (plan as PlannedMove | null)?.request?.body?.scheduleDate; // of a dry run of `posts update`
  if (to === undefined) return null;
  return (
    <>
      <dl class="times">
        <dt>from</dt>
        <dd>{scheduleDate === null ? 'no time' : <BothZones at={scheduleDate} />}</dd>
        <dt>to</dt>
        <dd class="strong">
          <BothZones at={to} />
        </dd>
      </dl>
      {scheduleDate !== null && getOffset(scheduleDate) !== getOffset(to) && (
        <p>The clocks of {getZone()} change between the two.</p>
      )}
    </>
  );
}

function BothZones({ at }: { at: string }) {
  const utc = formatExact(at, 'UTC');
  const local = formatExact(at);
  return (
    <>
      <time dateTime={at}>{local}</time>
      {local !== utc && <span class="dim"> · {utc}</span>}
    </>
  );
}

/** Asks for another time by the keyboard. */
export function MoveForm({ post, write, onDone }: { post: PostOfPage; write: Write; onDone: () => void }) {
  const shown = post.scheduleDate === null ? null : readShown(post.scheduleDate);
  const [to, setTo] = useState(shown === null ? '' : `${shown.day}T${shown.clock}`);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="move-form"
      onSubmit={(event) => {
        event.preventDefault();
        void write.ask(...buildMove(post, to));
      }}
    >
      <label>
        New time, in {getZone()}
        <input
          type="datetime-local"
          required
          value={to}
          ref={field}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </label>
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <p class="actions">
        <button type="submit" class="primary" disabled={write.isBusy || to === ''}>
          Move…
        </button>
        <button type="button" onClick={onDone}>
          Back
        </button>
      </p>
    </form>
  );
}
