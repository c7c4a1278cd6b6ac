import { formatEventName } from '../../domain/webhooks/event-name.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import { Attempts } from './attempts.tsx';
import { EventJson } from './event-json.tsx';
import { ForwardAgain } from './forward-again.tsx';
import { HookHeading } from './hook-heading.tsx';
import type { ForwardingOfPage, ReceivedList, ReceivedOfPage } from './hook-records.ts';
import { State } from './state.tsx';

/** A delivery of the receiver: its verdict, where it was forwarded, its body, and sending it again. */
export function Received({ number }: { number: number }) {
  const loaded = useRun<Pick<ReceivedList, 'deliveries'>>({
    command: 'hooks inbox show',
    input: { numbers: [number] },
  });
  const [received] = loaded.ran?.document?.deliveries ?? [];
  return (
    <article class="hook" aria-busy={loaded.isLoading}>
      <HookHeading chosenBy="number" beside={received !== undefined && <State state={received.state} />}>
        Number {number}
        {received?.action != null && (
          <bdi class="dim"> {formatEventName({ action: received.action, kind: received.type })}</bdi>
        )}
      </HookHeading>
      <RanFailure ran={loaded.ran} />
      {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading the delivery" />}
      {received !== undefined && (
        <>
          <ReceivedFacts received={received} />
          <Forwardings forwardings={received.forwardings ?? []} repeats={received.repeats} />
          <ForwardAgain received={received} />
          {received.repeats === null && <EventJson title="Body" event={received.event} />}
          <Headers headers={received.headers ?? {}} />
        </>
      )}
    </article>
  );
}

function ReceivedFacts({ received }: { received: ReceivedOfPage }) {
  const { at, source, signature, attempt, deliveryId, hookId, repeats, editedFrom, bytes } = received;
  return (
    <dl class="hook-facts">
      <dt>{editedFrom === null ? 'Received' : 'Made'}</dt>
      <dd>
        <When at={at} isExact hasSeconds />
        {source === 'history' && <span class="dim"> from the history of the service</span>}
      </dd>
      <dt>Signature</dt>
      <dd class={signature === null ? 'dim' : undefined}>
        {signature === null ? 'not checked' : `valid, in ${signature}`}
      </dd>
      {editedFrom !== null && (
        <>
          <dt>Changed copy of</dt>
          <dd>
            <NumberLink number={editedFrom} />
          </dd>
        </>
      )}
      {repeats !== null && (
        <>
          <dt>Repeats</dt>
          <dd>
            <NumberLink number={repeats} />{' '}
            <span class="dim">which has the body, and is the one forwarded</span>
          </dd>
        </>
      )}
      {hookId !== null && (
        <>
          <dt>Hook id</dt>
          <dd>
            {editedFrom === null ? (
              <>
                <a class="hook-link" href={`#/hooks?${new URLSearchParams({ part: 'sent', hook: hookId })}`}>
                  <bdi>{hookId}</bdi>
                </a>{' '}
                <span class="dim">names the delivery: the same on every attempt</span>
              </>
            ) : (
              <>
                <bdi>{hookId}</bdi> <span class="dim">made here</span>
              </>
            )}
          </dd>
        </>
      )}
      {attempt !== null && editedFrom === null && (
        <>
          <dt>Attempt</dt>
          <dd>
            {attempt + 1} <span class="dim">of the service</span>
            {deliveryId !== null && (
              <span class="dim">
                , delivery id <bdi>{deliveryId}</bdi>
              </span>
            )}
          </dd>
        </>
      )}
      <dt>Size</dt>
      <dd>{bytes.toLocaleString('en-GB')} bytes</dd>
    </dl>
  );
}

function NumberLink({ number }: { number: number }) {
  return (
    <a class="hook-link" href={`#/hooks?part=receiver&number=${number}`}>
      Number {number}
    </a>
  );
}

/** Each target with its attempts. */
function Forwardings({
  forwardings,
  repeats,
}: {
  forwardings: readonly ForwardingOfPage[];
  repeats: number | null;
}) {
  if (repeats !== null) return null;
  return (
    <section class="hook-fact">
      <h3>Forwarded</h3>
      {forwardings.length === 0 && <p class="dim">It is stored, and was not forwarded.</p>}
      {forwardings.map(({ target, state, nextAttempt, attempts }) => (
        <div key={target} class="forwarding">
          <p>
            <bdi class="strong">{target}</bdi> <State state={state} />
          </p>
          <Attempts
            attempts={attempts.map(({ attempt, at, ms, status, error }) => ({
              ...{
                number: attempt,
                at,
                ms,
                status,
                error: ms === null ? 'cut short, its result is not known' : error,
              },
              isDone: ms !== null && error === null,
            }))}
            next={
              nextAttempt === null ? null : (
                <>
                  Next attempt <When at={nextAttempt} isExact hasSeconds />
                </>
              )
            }
          />
        </div>
      ))}
    </section>
  );
}

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>Headers</summary>
      <dl class="hook-facts">
        {entries.map(([name, value]) => (
          <div key={name} class="pair">
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
