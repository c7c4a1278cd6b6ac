import { place, setParameters } from '../page-store.ts';
import { Fact } from '../parts/fact.tsx';
import { RanFailure } from '../parts/failure-note.tsx';
import { LongList } from '../parts/long-list.tsx';
import { SearchInput } from '../parts/search-input.tsx';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import type { SentItem } from './sandbox-records.ts';

const ROW_PX = 64;
/** Enough to look at; "Show all" reads the rest. */
const SHOWN = 200;

const KINDS = [
  ['', 'All kinds'],
  ['dm', 'DMs'],
  ['email', 'Emails'],
  ['webhook', 'Webhook events'],
] as const;

/** The DMs, emails and webhook events that the sandbox sent, newest first, and the chosen one in full. */
export function Outbox() {
  const { parameters } = place.value;
  const kind = parameters.get('kind') ?? '';
  const recipient = parameters.get('to') ?? '';
  const isAll = parameters.get('all') !== null;
  const loaded = useRun<{ readonly outbox: readonly SentItem[] }>({
    command: 'sandbox outbox',
    input: {
      ...(kind !== '' && { kind }),
      ...(recipient !== '' && { recipient }),
      ...(isAll ? { all: true } : { limit: SHOWN }),
    },
  });
  const rows = loaded.ran?.document?.outbox ?? [];
  const chosen = rows.find((row) => getKey(row) === parameters.get('item')) ?? null;
  return (
    <div class={chosen === null ? 'split' : 'split has-chosen'}>
      <section class="list" aria-label="Outbox" aria-busy={loaded.isLoading}>
        <search class="filters">
          <SearchInput
            label="Person"
            placeholder="Handle of a person"
            value={recipient}
            onSearch={(to) => setParameters({ to, item: null }, { isTyped: true })}
          />
          <select
            aria-label="Kind"
            value={kind}
            onChange={({ currentTarget }) => setParameters({ kind: currentTarget.value, item: null })}
          >
            {KINDS.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </search>
        <RanFailure ran={loaded.ran} />
        {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading the outbox" />}
        {loaded.ran?.document && rows.length === 0 && (
          <p class="empty">
            {kind === '' && recipient === ''
              ? 'Nothing was sent. Be a follower: what automations answer appears here.'
              : 'Nothing matches. Clear the person, or choose all kinds.'}
          </p>
        )}
        <LongList
          label="Sent"
          rows={rows}
          rowHeight={ROW_PX}
          chosen={chosen === null ? null : getKey(chosen)}
          getKey={getKey}
          renderRow={(item) => <OutboxRow item={item} isChosen={item === chosen} />}
        />
        {!isAll && rows.length >= SHOWN && (
          <p class="actions more">
            <button type="button" onClick={() => setParameters({ all: '1' })}>
              Show all
            </button>
          </p>
        )}
      </section>
      <section class="detail" aria-label="What was sent">
        {chosen === null ? (
          <p class="empty">Choose an entry to read all of it.</p>
        ) : (
          <SentDetail key={getKey(chosen)} item={chosen} />
        )}
      </section>
    </div>
  );
}

/** An action of an automation sends one of each kind. */
function getKey({ kind, at, hookId, activityId, to, text }: SentItem): string {
  return hookId ?? [kind, at, activityId ?? text.slice(0, 60), to].join(' ');
}

/** What happens to nearly all of it, and need not be said. */
const USUAL = ['received', 'delivered', 'queued'];

/** States in which nothing arrives. */
const BAD = ['dropped', 'failed'];

function OutboxRow({ item, isChosen }: { item: SentItem; isChosen: boolean }) {
  const { kind, at, to, state, text, recipientUsername } = item;
  const parameters = new URLSearchParams({
    ...Object.fromEntries(place.value.parameters),
    item: getKey(item),
  });
  return (
    <a class="row" href={`#/sandbox?${parameters}`} aria-current={isChosen ? 'true' : undefined}>
      <span class="tag kind">{kind === 'dm' ? 'DM' : kind}</span>
      <span class="body">
        <span class="sent-line">
          <bdi class="strong">{recipientUsername ?? to}</bdi>
        </span>
        <span class="sent-line">
          {!USUAL.includes(state) && <span class={BAD.includes(state) ? 'bad' : 'dim'}>{state}: </span>}
          <bdi>{text}</bdi>
        </span>
      </span>
      <When at={at} />
    </a>
  );
}

function SentDetail({ item }: { item: SentItem }) {
  const {
    kind,
    at,
    profile,
    to,
    state,
    subject,
    text,
    event,
    attempts,
    lastError,
    nextAttempt,
    requirement,
  } = item;
  return (
    <article class="sent">
      <p class="actions">
        <button type="button" class="small" onClick={() => setParameters({ item: null })}>
          Close
        </button>
      </p>
      <dl class="facts">
        <Fact name="To">{to}</Fact>
        <Fact name="From">{profile === 'primary' ? 'the Primary Profile' : profile}</Fact>
        <Fact name="Sent">
          <When at={at} isExact />
        </Fact>
        <Fact name="State">{state === 'dropped' ? 'dropped: the person never sees it' : state}</Fact>
        {subject !== null && <Fact name="Subject">{subject}</Fact>}
        {attempts !== null && <Fact name="Attempts">{String(attempts)}</Fact>}
        {lastError !== null && <Fact name="Last error">{lastError}</Fact>}
        {requirement !== null && <Fact name="Waits for">{requirement}</Fact>}
        {nextAttempt !== null && (
          <Fact name="Next attempt">
            <When at={nextAttempt} isExact />
          </Fact>
        )}
      </dl>
      {kind === 'webhook' ? (
        <>
          <h2>
            <bdi>{text}</bdi>
          </h2>
          {event !== null && <pre>{JSON.stringify(event, null, 2)}</pre>}
        </>
      ) : (
        <blockquote dir="auto">{text}</blockquote>
      )}
    </article>
  );
}
