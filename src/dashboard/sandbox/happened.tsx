import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { getNow, pageState } from '../page-store.ts';
import { formatReason } from '../parts/error-codes.tsx';
import { RanFailure } from '../parts/failure-note.tsx';
import { useWrite, type Write } from '../parts/use-write.ts';
import { When } from '../parts/when.tsx';
import type { Loaded } from '../use-run.ts';
import { Countdown } from './countdown.tsx';
import type { EngageAnswer, EngageDocument, EngagedRow } from './sandbox-records.ts';

/** Something that was done on this page, with what the command said about it. */
interface DoneHere {
  readonly kind: string;
  readonly text: string;
  readonly document: EngageDocument;
}

/** As many as one person looks back on; the activity of automations has them all. */
const KEPT = 20;

const doneHere = signal<readonly DoneHere[]>([]);

export function addEngagement({ kind, text }: Omit<DoneHere, 'document'>, document: EngageDocument): void {
  doneHere.value = [{ kind, text, document }, ...doneHere.value].slice(0, KEPT);
}

/** What followers did, and what it led to: first what was done on this page, then what the activity has. */
export function Happened({
  recent,
  onLike,
}: {
  recent: Loaded<{ readonly activity: readonly EngagedRow[] }>;
  onLike: (row: EngagedRow) => void;
}) {
  const write = useWrite();
  const rows = recent.ran?.document?.activity ?? [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const here = new Set(
    doneHere.value.flatMap(({ document: { events } }) => events.map(({ eventId }) => eventId)),
  );
  const earlier = rows.filter(({ eventId }) => !here.has(eventId));
  return (
    <section class="panel happened" aria-label="What happened" aria-busy={recent.isLoading}>
      <h2>What happened</h2>
      <RanFailure ran={recent.ran} />
      {recent.ran === null && <div class="skeleton" role="status" aria-label="reading the activity" />}
      {recent.ran?.document && doneHere.value.length === 0 && rows.length === 0 && (
        <p class="empty">
          Nothing yet. Comment as a follower: what automations make of it appears here, with the reason where
          none answers.
        </p>
      )}
      <ul class="rows">
        {doneHere.value.map((each) => (
          <HappenedHere
            key={each.document.events[0]?.eventId}
            done={each}
            byId={byId}
            write={write}
            onLike={onLike}
          />
        ))}
        {earlier.map((row) => (
          <HappenedRow key={row.id} row={row} onLike={onLike} />
        ))}
      </ul>
    </section>
  );
}

function HappenedHere({
  done: { kind, text, document },
  byId,
  write,
  onLike,
}: {
  done: DoneHere;
  byId: ReadonlyMap<string, EngagedRow>;
  write: Write;
  onLike: (row: EngagedRow) => void;
}) {
  const { events, outcomes } = document;
  const who = events[0]?.username ?? 'someone';
  const first = events.flatMap(({ dispatches }) => dispatches.flatMap(({ id }) => byId.get(id) ?? []))[0];
  return (
    <li class="happening">
      <Deed who={who} did={`${events.length > 1 ? `and ${events.length - 1} more ` : ''}${kind}`} text={text}>
        {first !== undefined && <LikeButton row={first} onLike={onLike} />}
      </Deed>
      <ul>
        {outcomes.slice(0, MOST_OUTCOMES).map((outcome) => (
          <Outcome
            key={`${outcome.eventId} ${outcome.automationId}`}
            outcome={outcome}
            row={findRow(outcome, document, byId)}
            write={write}
          />
        ))}
        {outcomes.length > MOST_OUTCOMES && <li class="dim">and {outcomes.length - MOST_OUTCOMES} more</li>}
        {outcomes.length === 0 && <li class="dim">The account has no automation that could answer.</li>}
      </ul>
    </li>
  );
}

/** What a person did, with what can be made of it beside it. */
function Deed({
  who,
  did,
  text,
  children,
}: {
  who: string;
  did: string;
  text: string;
  children: ComponentChildren;
}) {
  return (
    <div class="deed">
      <p>
        <bdi class="strong">{who}</bdi> {did}
        {text !== '' && (
          <>
            : <bdi class="text">{text}</bdi>
          </>
        )}
      </p>
      <span class="deed-side">{children}</span>
    </div>
  );
}

const MOST_OUTCOMES = 12;

function findRow(
  { eventId, automationId }: EngageAnswer,
  { events }: EngageDocument,
  byId: ReadonlyMap<string, EngagedRow>,
): EngagedRow | undefined {
  const event = events.find((each) => each.eventId === eventId);
  const dispatch = event?.dispatches.find((each) => each.automationId === automationId);
  return dispatch && byId.get(dispatch.id);
}

/** Of one automation: that it waits, what it sent, or why it does not react. */
function Outcome({
  outcome: { name, result, details, dueAt },
  row,
  write,
}: {
  outcome: EngageAnswer;
  row: EngagedRow | undefined;
  write: Write;
}) {
  if (result === 'silent') {
    return (
      <li class="deed-outcome">
        <Status status="silent" />
        <p>
          <bdi>{name}</bdi>: <bdi class="dim">{details}</bdi>
        </p>
      </li>
    );
  }
  const isOpen = row === undefined ? dueAt !== null : row.completedAt === null;
  return (
    <li class="deed-outcome">
      <Status status={isOpen ? 'waits' : (row?.status ?? result)} />
      <div>
        <p>
          <bdi>{name}</bdi>
          {isOpen && dueAt !== null && (
            <>
              {' '}
              answers <Countdown at={dueAt} />
            </>
          )}
        </p>
        {isOpen && dueAt !== null && pageState.value?.isReadOnly !== true && (
          <button type="button" class="small" disabled={write.isBusy} onClick={() => skipWait(dueAt, write)}>
            Skip the wait
          </button>
        )}
        {!isOpen && (row === undefined ? <bdi class="dim">{details}</bdi> : <Actions row={row} />)}
      </div>
    </li>
  );
}

const SECOND_MS = 1_000;

function skipWait(dueAt: string, write: Write): void {
  const seconds = Math.max(1, Math.ceil((Date.parse(dueAt) - getNow()) / SECOND_MS));
  void write.make(
    { command: 'sandbox clock advance', input: { duration: `${seconds}s` } },
    'The wait was skipped: the clock moved ahead.',
  );
}

function HappenedRow({ row, onLike }: { row: EngagedRow; onLike: (row: EngagedRow) => void }) {
  const { recipientUsername, commentText, keyword, triggerType, status, created, completedAt } = row;
  return (
    <li class="happening">
      <Deed
        who={recipientUsername ?? 'someone'}
        did={TRIGGER_WORDS[triggerType] ?? triggerType}
        text={commentText ?? keyword ?? ''}
      >
        <span class="dim">
          <When at={created} />
        </span>
        <LikeButton row={row} onLike={onLike} />
      </Deed>
      <ul>
        <li class="deed-outcome">
          <Status status={completedAt === null ? 'waits' : status} />
          <Actions row={row} />
        </li>
      </ul>
    </li>
  );
}

const TRIGGER_WORDS: Readonly<Record<string, string>> = {
  comment_keyword: 'commented',
  story_reply: 'replied to a story',
  story_comment: 'commented on a story',
  dm_keyword: 'sent a DM',
  dm_reaction: 'reacted to a DM',
};

function LikeButton({ row, onLike }: { row: EngagedRow; onLike: (row: EngagedRow) => void }) {
  if (pageState.value?.isReadOnly === true) return null;
  return (
    <button type="button" class="small" onClick={() => onLike(row)}>
      Again…
    </button>
  );
}

/** What each action of a row did. */
function Actions({ row: { actionResults, errorDetails } }: { row: EngagedRow }) {
  return (
    <ul class="acted">
      {actionResults.length === 0 && errorDetails === null && <li class="dim">nothing was sent so far</li>}
      {errorDetails !== null && actionResults.every((each) => each.errorDetails !== errorDetails) && (
        <li>
          <bdi>{formatReason(errorDetails)}</bdi>
        </li>
      )}
      {actionResults.map(({ type, status, sent, errorDetails }, index) => (
        <li key={index}>
          <span class="dim">{ACTION_WORDS[type] ?? type}</span>{' '}
          {sent?.message === undefined ? <span>{status}</span> : <bdi class="text">{sent.message}</bdi>}
          {errorDetails !== null && <bdi class="dim"> {formatReason(errorDetails)}</bdi>}
        </li>
      ))}
    </ul>
  );
}

const ACTION_WORDS: Readonly<Record<string, string>> = {
  send_dm: 'DM',
  fire_webhook: 'webhook',
  send_email: 'email',
};

const BAD = ['failed', 'auth_error', 'rate_limited'];

function Status({ status }: { status: string }) {
  return (
    <span class={BAD.includes(status) ? 'tag failed' : status === 'silent' ? 'tag quiet' : 'tag'}>
      {status === 'silent' ? 'not triggered' : status}
    </span>
  );
}
