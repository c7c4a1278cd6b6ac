import { useState } from 'preact/hooks';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import {
  createLocalClock,
  findLocalTime,
  formatDistance,
  readShownMs,
} from '../../domain/time/local-time.ts';
import { getNow, pageState, said } from '../page-store.ts';
import { FailureNote, RanFailure } from '../parts/failure-note.tsx';
import { Field } from '../parts/field.tsx';
import { useWrite, type Write } from '../parts/use-write.ts';
import { useRun } from '../use-run.ts';
import { Countdown, useSecond } from './countdown.tsx';
import type { ClockOfPage, SandboxOverview } from './sandbox-records.ts';

const SECOND_MS = 1_000;

const STEPS = [
  ['1m', '+1 min'],
  ['1h', '+1 h'],
  ['1d', '+1 day'],
] as const;

/** The time of the sandbox, what is due when it moves, and ways to move it. */
export function ClockPanel() {
  const loaded = useRun<SandboxOverview>({ command: 'sandbox status' });
  const write = useWrite();
  const [isSetting, setSetting] = useState(false);
  const state = loaded.ran?.document ?? null;
  return (
    <section class="panel clock" aria-label="Clock" aria-busy={loaded.isLoading}>
      <RanFailure ran={loaded.ran} />
      {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading the clock" />}
      {state !== null && (
        <>
          <div class="clock-now">
            <ClockTime />
            <span class={state.clock.mode === 'set' ? 'tag strong' : 'tag'}>{describeMode(state.clock)}</span>
          </div>
          <Upcoming state={state} />
          {pageState.value?.isReadOnly !== true && (
            <Moves state={state} write={write} isSetting={isSetting} onSet={() => setSetting(!isSetting)} />
          )}
          {isSetting && <SetClock write={write} onDone={() => setSetting(false)} />}
          {write.failure !== null && <FailureNote failure={write.failure} />}
        </>
      )}
    </section>
  );
}

function ClockTime() {
  useSecond();
  const timeZone = pageState.value?.timeZone ?? 'UTC';
  const at = getNow();
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return (
    <time class="clock-time" dateTime={new Date(at).toISOString()}>
      <span class="clock-hour">
        {new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }).format(at)}
      </span>{' '}
      <span class="dim">
        {new Intl.DateTimeFormat('en-GB', { ...day, timeZone }).format(at)}, {timeZone}
      </span>
    </time>
  );
}

function describeMode({ aheadMs }: ClockOfPage): string {
  if (aheadMs === null) return 'frozen';
  return aheadMs < SECOND_MS ? 'real time' : `${formatAhead(aheadMs)} ahead`;
}

function formatAhead(ms: number): string {
  return ms < 60 * SECOND_MS ? formatCount(Math.floor(ms / SECOND_MS), 'second') : formatDistance(ms);
}

/** What each kind of work is called, for one and for several. */
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  dispatches: ['answer of an automation', 'answers of automations'],
  posts: ['scheduled post', 'scheduled posts'],
  confirmations: ['TikTok post to confirm', 'TikTok posts to confirm'],
  deliveries: ['webhook delivery', 'webhook deliveries'],
  callbacks: ['message callback', 'message callbacks'],
  feeds: ['feed', 'feeds'],
};

/** Requests that really leave this machine when the clock moves. */
const SENT_OUTSIDE = ['deliveries', 'callbacks', 'feeds'] as const;

function listWork(counts: Readonly<Record<string, unknown>>): string {
  return Object.entries(KINDS)
    .flatMap(([kind, [one, many]]) => {
      const count = Number(counts[kind] ?? 0);
      return count > 0 ? [formatCount(count, one, many)] : [];
    })
    .join(', ');
}

function Upcoming({ state: { upcoming, due, held } }: { state: SandboxOverview }) {
  const all = listWork(upcoming);
  const now = listWork(due);
  const isSent = SENT_OUTSIDE.some((kind) => Number(upcoming[kind] ?? 0) > 0);
  return (
    <div class="clock-due">
      {all === '' ? (
        <p class="dim">Nothing waits for the clock.</p>
      ) : (
        <p>
          Waits for the clock: {all}
          {upcoming.next !== null && (
            <>
              ; the first <Countdown at={upcoming.next} />
            </>
          )}
        </p>
      )}
      {now !== '' && <p class="dim">Due now: {now}</p>}
      {isSent && <p class="dim">Deliveries, callbacks and feeds are requests to their real addresses.</p>}
      {held.map(({ address, deliveries }) => (
        <p key={address} class="dim">
          Held back: {formatCount(deliveries, 'delivery')} for {address}, a private address. A server started
          with <code>crier sandbox start --allow-private {address}</code> sends them.
        </p>
      ))}
    </div>
  );
}

function Moves({
  state: { upcoming, clock },
  write,
  isSetting,
  onSet,
}: {
  state: SandboxOverview;
  write: Write;
  isSetting: boolean;
  onSet: () => void;
}) {
  const advance = (duration: string) =>
    void write.make({ command: 'sandbox clock advance', input: { duration } }, 'The clock was moved ahead.', {
      onMade: ({ document }) => {
        const { processed } = document as AdvancedClock; // of the command
        const work = listWork(processed);
        said.value = work === '' ? 'The clock was moved ahead; nothing was due.' : `The clock ran: ${work}.`;
      },
    });
  return (
    <p class="actions">
      <button
        type="button"
        class="primary"
        disabled={write.isBusy || upcoming.next === null}
        onClick={() => advance(measureUntil(upcoming.next))}
      >
        Run what is next
      </button>
      {STEPS.map(([duration, label]) => (
        <button key={duration} type="button" disabled={write.isBusy} onClick={() => advance(duration)}>
          {label}
        </button>
      ))}
      <button type="button" aria-expanded={isSetting} disabled={write.isBusy} onClick={onSet}>
        Set…
      </button>
      {(clock.mode === 'set' || (clock.aheadMs ?? 0) >= SECOND_MS) && (
        <button
          type="button"
          disabled={write.isBusy}
          onClick={() => void write.make({ command: 'sandbox clock real' }, 'The clock shows real time.')}
        >
          Real time
        </button>
      )}
    </p>
  );
}

interface AdvancedClock {
  /** What was due by then, by kind. */
  readonly processed: Readonly<Record<string, number>>;
}

/** How far the clock has to move, in whole seconds. */
function measureUntil(at: string | null): string {
  const seconds = at === null ? 0 : Math.ceil((Date.parse(at) - getNow()) / SECOND_MS);
  return `${Math.max(1, seconds)}s`;
}

/** Stops the clock at a time, for tests. */
function SetClock({ write, onDone }: { write: Write; onDone: () => void }) {
  const timeZone = pageState.value?.timeZone ?? 'UTC';
  const zone = createLocalClock(timeZone);
  const [at, setAt] = useState(() => new Date(readShownMs(zone, getNow())).toISOString().slice(0, 16));
  const shown = Date.parse(`${at}Z`);
  return (
    <form
      class="clock-set"
      onSubmit={async (event) => {
        event.preventDefault();
        const time = new Date(findLocalTime(zone, shown)).toISOString();
        if (await write.make({ command: 'sandbox clock set', input: { time } }, 'The clock is frozen.'))
          onDone();
      }}
    >
      <Field title={`Time in ${timeZone}`}>
        {(ids) => (
          <input
            {...ids}
            type="datetime-local"
            required
            value={at}
            onInput={({ currentTarget }) => setAt(currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" class="primary" disabled={write.isBusy || Number.isNaN(shown)}>
        Set and freeze
      </button>
      <button type="button" onClick={onDone}>
        Back
      </button>
      <p class="dim">Nothing falls due by itself until it is moved, or real time is restored.</p>
    </form>
  );
}
