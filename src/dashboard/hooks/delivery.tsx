import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { formatEventName, getEventKind } from '../../domain/webhooks/event-name.ts';
import { pageState } from '../page-store.ts';
import { Advice } from '../parts/advice.tsx';
import { FailureNote, RanFailure } from '../parts/failure-note.tsx';
import { Question } from '../parts/question.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { useWrite } from '../parts/use-write.ts';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import { Attempts } from './attempts.tsx';
import { EventJson } from './event-json.tsx';
import { HookHeading } from './hook-heading.tsx';
import type { ExplainedHook, ReceivedOfPage, SentDelivery } from './hook-records.ts';
import { State } from './state.tsx';

/** A delivery of the service: what happened to it, its attempts, what was sent, and what the receiver here did. */
export function Delivery({
  hookId,
  listed,
}: {
  hookId: string;
  /** As the list has it, shown until it is explained. */
  listed: SentDelivery | null;
}) {
  const loaded = useRun<ExplainedHook>({ command: 'hooks explain', input: { hookId } });
  const explained = loaded.ran?.document ?? null;
  const sent = explained?.delivery ?? listed;
  return (
    <article class="hook" aria-busy={loaded.isLoading}>
      <HookHeading chosenBy="hook" beside={sent !== null && <State state={sent.delivery?.state} />}>
        <bdi>
          {sent === null ? hookId : formatEventName({ action: sent.action, kind: getEventKind(sent) })}
        </bdi>
      </HookHeading>
      <RanFailure ran={loaded.ran} />
      {loaded.ran === null && <div class="skeleton" role="status" aria-label="explaining the delivery" />}
      {explained !== null && (
        <ul class="verdict">
          {explained.findings.map(({ subject, reason, advice, command }) => (
            <li key={`${subject} ${reason}`}>
              <p>
                <Sentence text={reason} />
              </p>
              <Advice text={advice} command={command} />
            </li>
          ))}
        </ul>
      )}
      {sent !== null && <Resend hookId={hookId} sent={sent} received={explained?.received ?? []} />}
      {sent !== null && <SentAttempts sent={sent} />}
      {sent !== null && <SentFacts hookId={hookId} sent={sent} />}
      {explained !== null && <ReceivedHere received={explained.received} />}
      {sent !== null && <EventJson title="Request" event={withoutDelivery(sent)} />}
    </article>
  );
}

/** The body, without what the history adds to it. */
function withoutDelivery({ delivery: _delivery, ...body }: SentDelivery): object {
  return body;
}

function SentAttempts({ sent: { delivery } }: { sent: SentDelivery }) {
  const log = delivery?.log ?? [];
  const next = readTimestamp(delivery?.nextAttempt).iso;
  return (
    <section class="hook-fact">
      <h3>Attempts</h3>
      {log.length === 0 && next === null ? (
        <p class="dim">
          {delivery?.log === undefined ? 'The service does not report attempts.' : 'No attempt was made yet.'}
        </p>
      ) : (
        <Attempts
          attempts={log.map(({ attempt, at, ms, status, error, allowedPrivate }, index) => ({
            number: (attempt ?? index) + 1,
            at: readTimestamp(at).iso,
            ms: ms ?? null,
            status: status ?? null,
            error: error ?? null,
            isDone: typeof status === 'number' && error == null,
            ...(allowedPrivate === true && { note: 'private address' }),
          }))}
          next={
            next === null ? null : (
              <>
                Next attempt <When at={next} isExact hasSeconds />
                {delivery?.requirement != null && (
                  <span class="dim">
                    ; needs <bdi>{delivery.requirement}</bdi>
                  </span>
                )}
              </>
            )
          }
        />
      )}
    </section>
  );
}

function SentFacts({ hookId, sent: { created, url, activityId } }: { hookId: string; sent: SentDelivery }) {
  return (
    <dl class="hook-facts">
      <dt>Happened</dt>
      <dd>
        <When at={readTimestamp(created).iso} isExact hasSeconds />
      </dd>
      <dt>Address</dt>
      <dd>
        <bdi>{url ?? 'not reported'}</bdi>
      </dd>
      <dt>Hook id</dt>
      <dd>
        <bdi>{hookId}</bdi>{' '}
        <span class="dim">names this delivery to the receiver: the same on every attempt</span>
      </dd>
      {typeof activityId === 'string' && (
        <>
          <dt>Activity</dt>
          <dd>
            <a class="hook-link" href={`#/activity?${new URLSearchParams({ row: activityId })}`}>
              <bdi>{activityId}</bdi>
            </a>
          </dd>
        </>
      )}
    </dl>
  );
}

/** What the receiver of this machine stored of it, with its verdict about the signature. */
function ReceivedHere({ received }: { received: readonly ReceivedOfPage[] }) {
  return (
    <section class="hook-fact">
      <h3>Receiver of this machine</h3>
      {received.length === 0 ? (
        <p class="dim">The receiver of this machine did not get it, or has removed it.</p>
      ) : (
        <ul class="hook-links">
          {received.map(({ number, at, signature, repeats, editedFrom, state }) => (
            <li key={number}>
              <a href={`#/hooks?part=receiver&number=${number}`}>Number {number}</a> <State state={state} />{' '}
              <span class="dim">
                {signature === null ? 'signature not checked' : `signature valid, in ${signature}`}
                {repeats !== null && `, repeats number ${repeats}`}
                {editedFrom !== null && `, changed copy of number ${editedFrom}`},{' '}
                <When at={at} isOfMachine />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** One attempt more: the sandbox makes it; a service only on its own dashboard, so the copy here is forwarded instead. */
function Resend({
  hookId,
  sent,
  received,
}: {
  hookId: string;
  sent: SentDelivery;
  received: readonly ReceivedOfPage[];
}) {
  const write = useWrite();
  const state = pageState.value;
  const [first] = received;
  if (state?.isSandbox !== true)
    return (
      <p class="dim hook-hint">
        Only the dashboard of the service resends a delivery.
        {first !== undefined && (
          <>
            {' '}
            <a href={`#/hooks?part=receiver&number=${first.number}`}>Forward what the receiver got</a>{' '}
            instead.
          </>
        )}
      </p>
    );
  if (state.isReadOnly) return <p class="dim hook-hint">This page was opened with --read-only.</p>;
  const attempts = sent.delivery?.attempts ?? sent.delivery?.log?.length ?? 0;
  return (
    <>
      <p class="actions">
        <button
          type="button"
          disabled={write.isBusy}
          onClick={() =>
            void write.ask(
              { command: 'sandbox redeliver', input: { hookId: [hookId] } },
              'One more attempt is due. "Run what is next" of Sandbox makes it.',
            )
          }
        >
          Resend…
        </button>
        <span class="dim">the same delivery, with attempt {attempts + 1}</span>
      </p>
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <Question
        write={write}
        what={
          <>
            Send attempt {attempts + 1} of this delivery to <bdi>{sent.url}</bdi>
          </>
        }
        action="Resend"
      />
    </>
  );
}
