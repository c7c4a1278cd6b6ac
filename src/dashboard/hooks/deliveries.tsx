import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { formatEventName, getEventKind } from '../../domain/webhooks/event-name.ts';
import { WEBHOOK_ACTIONS } from '../../service/webhooks.ts';
import { place } from '../page-store.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { LongList } from '../parts/long-list.tsx';
import { Network } from '../parts/networks.tsx';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import { Delivery } from './delivery.tsx';
import { HookFilters, MoreRows, readHookFilters, readLimit, selectRow } from './hook-filters.tsx';
import { useFocusBack } from './hook-heading.tsx';
import type { HistoryOfPage, SentDelivery } from './hook-records.ts';
import { State } from './state.tsx';

const ROW_PX = 66;

/** What the service delivered, and the chosen delivery beside it. */
export function Deliveries() {
  const { parameters } = place.value;
  const { filters, isFiltered } = readHookFilters();
  const loaded = useRun<HistoryOfPage>({
    command: 'hooks history',
    input: { limit: readLimit(), ...filters },
  });
  const document = loaded.ran?.document ?? null;
  const rows = document?.deliveries ?? [];
  const chosen = parameters.get('hook');
  useFocusBack(chosen);
  return (
    <div class={chosen === null ? 'split hook-split' : 'split hook-split has-chosen'}>
      <section class="list" aria-label="Deliveries" aria-busy={loaded.isLoading}>
        <ErrorRate rate={document?.errorRate ?? null} />
        <HookFilters
          noun="deliveries"
          actions={Object.keys(WEBHOOK_ACTIONS)}
          states={['delivered', 'retrying', 'failed']}
        />
        <RanFailure ran={loaded.ran} />
        {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading deliveries" />}
        {document !== null && rows.length === 0 && (
          <p class="empty">
            {isFiltered ? (
              'No delivery matches. Clear the search, or choose all actions and states.'
            ) : (
              <>
                Nothing was delivered yet. <a href="#/hooks?part=registered">Register a webhook</a>, and its
                events appear here.
              </>
            )}
          </p>
        )}
        <LongList
          label="Deliveries"
          rows={rows}
          rowHeight={ROW_PX}
          chosen={chosen}
          getKey={getHookKey}
          renderRow={(row) => <DeliveryRow row={row} isChosen={chosen !== null && row.hookId === chosen} />}
        />
        {document?.meta.pagination.hasMore === true && <MoreRows shown={rows.length} />}
      </section>
      {(rows.length > 0 || chosen !== null) && (
        <section class="detail" aria-label="Delivery">
          {chosen === null ? (
            <p class="empty">Choose a delivery to see its attempts, what was sent, and what to do.</p>
          ) : (
            <Delivery
              key={chosen}
              hookId={chosen}
              listed={rows.find(({ hookId }) => hookId === chosen) ?? null}
            />
          )}
        </section>
      )}
    </div>
  );
}

/** One that a service lists without an id is known by its time. */
function getHookKey({ hookId, created, action }: SentDelivery): string {
  return hookId ?? `${action} ${JSON.stringify(created)}`;
}

/** What tells an event from others of its kind: whom it is about, why, and where it went. */
function describeEvent({
  recipientUsername,
  displayName,
  keyword,
  status,
  url,
}: SentDelivery): readonly string[] {
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : url;
  const parts = [recipientUsername, displayName, keyword, status, host];
  return parts.flatMap((part) => (typeof part === 'string' && part !== '' ? [part] : []));
}

/** How many of the latest attempts got an error, as the command counts them. */
function ErrorRate({ rate }: { rate: HistoryOfPage['errorRate'] }) {
  if (rate === null) return null;
  const { attempts, errors, unanswered } = rate;
  const share = Math.round((100 * errors) / attempts);
  return (
    <div class="error-rate">
      <p>
        <span class="strong">{share}%</span> errors
        <span class="dim">
          {' '}
          {attempts === 1 ? 'in 1 attempt' : `in the latest ${attempts.toLocaleString('en-GB')} attempts`}:{' '}
          {errors} answered 400 to 599{unanswered > 0 && `, ${unanswered} not answered`}
        </span>
      </p>
      <span class="bar-of-errors" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
    </div>
  );
}

function DeliveryRow({ row, isChosen }: { row: SentDelivery; isChosen: boolean }) {
  const { hookId, action, created, delivery, platform } = row;
  const name = formatEventName({ action, kind: getEventKind(row) });
  return (
    <a
      class="row hook-row"
      href={hookId == null ? '#/hooks' : selectRow({ hook: hookId })}
      aria-current={isChosen ? 'true' : undefined}
    >
      {typeof platform === 'string' && <Network platform={platform} />}
      <span class="body">
        <bdi class="strong one-line">{name}</bdi>
        <span class="dim one-line">
          {describeEvent(row).map((part, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              <bdi>{part}</bdi>
            </span>
          ))}
        </span>
      </span>
      <span class="result">
        <State state={delivery?.state} />
        <span class="dim">
          <When at={readTimestamp(created).iso} />
        </span>
      </span>
    </a>
  );
}
