import { formatEventName } from '../../domain/webhooks/event-name.ts';
import { WEBHOOK_ACTIONS } from '../../service/webhooks.ts';
import { pageState, place } from '../page-store.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { LongList } from '../parts/long-list.tsx';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import { HookFilters, MoreRows, readHookFilters, readLimit, selectRow } from './hook-filters.tsx';
import { useFocusBack } from './hook-heading.tsx';
import type { ReceivedCounts, ReceivedList, ReceivedOfPage } from './hook-records.ts';
import { Received } from './received.tsx';
import { STATE_MEANINGS, State } from './state.tsx';

const ROW_PX = 66;

const STATES = ['kept', 'waiting', 'forwarded', 'dead', 'repeated'] as const;

/** What the receiver of this machine, or of the chosen database, has stored, and the chosen delivery beside it. */
export function Receiver() {
  const { parameters } = place.value;
  const { filters, isFiltered } = readHookFilters();
  const loaded = useRun<ReceivedList>({
    command: 'hooks inbox list',
    input: { limit: readLimit(), ...filters },
  });
  const document = loaded.ran?.document ?? null;
  const rows = document?.deliveries ?? [];
  const chosen = parameters.get('number');
  useFocusBack(chosen);
  return (
    <div class={chosen === null ? 'split hook-split' : 'split hook-split has-chosen'}>
      <section class="list" aria-label="Received deliveries" aria-busy={loaded.isLoading}>
        <Counts />
        <HookFilters noun="received deliveries" actions={Object.keys(WEBHOOK_ACTIONS)} states={STATES} />
        <RanFailure ran={loaded.ran} />
        {loaded.ran === null && (
          <div class="skeleton" role="status" aria-label="reading received deliveries" />
        )}
        {document !== null && rows.length === 0 && (isFiltered ? <NoMatch /> : <NothingReceived />)}
        <LongList
          label="Received deliveries"
          rows={rows}
          rowHeight={ROW_PX}
          chosen={chosen}
          getKey={({ number }) => String(number)}
          renderRow={(row) => <ReceivedRow row={row} isChosen={String(row.number) === chosen} />}
        />
        {document?.meta.pagination.hasMore === true && <MoreRows shown={rows.length} />}
      </section>
      {(rows.length > 0 || chosen !== null) && (
        <section class="detail" aria-label="Received delivery">
          {chosen === null ? (
            <p class="empty">
              Choose a delivery to see what came, where it was forwarded, and to send it again.
            </p>
          ) : (
            <Received key={chosen} number={Number(chosen)} />
          )}
        </section>
      )}
    </div>
  );
}

function NoMatch() {
  return <p class="empty">No delivery matches. Clear the search, or choose all actions and states.</p>;
}

/** How to start one, as it is typed. */
function NothingReceived() {
  const ofSandbox = pageState.value?.isSandbox === true ? ' --sandbox' : '';
  return (
    <p class="empty">
      The receiver has got nothing yet. Start it in a terminal, and what comes appears here:
      <code class="hook-typed">crier hooks listen --forward http://127.0.0.1:3000/hooks{ofSandbox}</code>
    </p>
  );
}

/** How many are in each state, and what was refused before it was stored. */
function Counts() {
  const { ran } = useRun<ReceivedCounts>({ command: 'hooks inbox stats' });
  const counts = ran?.document ?? null;
  if (counts === null) return null;
  const refused = Object.entries(counts.refused).sort((one, other) => other[1] - one[1]);
  return (
    <div class="hook-counts">
      <dl>
        {STATES.map((state) => (
          <div key={state} title={STATE_MEANINGS[state]}>
            <dt>{state}</dt>
            <dd>{counts[state].toLocaleString('en-GB')}</dd>
          </div>
        ))}
        <div title={STATE_MEANINGS['refused']}>
          <dt>refused</dt>
          <dd>{refused.reduce((sum, [, count]) => sum + count, 0).toLocaleString('en-GB')}</dd>
        </div>
      </dl>
      {counts.waitingTargets.length > 0 && (
        <p class="dim">
          Waits for <bdi>{counts.waitingTargets.join(', ')}</bdi>
        </p>
      )}
      {refused.length > 0 && (
        <p class="dim">Refused: {refused.map(([reason, count]) => `${count} ${reason}`).join(', ')}</p>
      )}
    </div>
  );
}

function ReceivedRow({ row, isChosen }: { row: ReceivedOfPage; isChosen: boolean }) {
  const { number, action, type, hookId, repeats, editedFrom, state, at } = row;
  return (
    <a
      class="row hook-row"
      href={selectRow({ number: String(number) })}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span class="number dim">{number}</span>
      <span class="body">
        <bdi class="strong one-line">
          {action === null ? 'an event without an action' : formatEventName({ action, kind: type })}
        </bdi>
        <bdi class="dim one-line">{describeOrigin({ hookId, repeats, editedFrom })}</bdi>
      </span>
      <span class="result">
        <State state={state} />
        <span class="dim">
          <When at={at} isOfMachine />
        </span>
      </span>
    </a>
  );
}

function describeOrigin({
  hookId,
  repeats,
  editedFrom,
}: Pick<ReceivedOfPage, 'hookId' | 'repeats' | 'editedFrom'>): string {
  if (repeats !== null) return `repeats number ${repeats}`;
  return editedFrom === null ? (hookId ?? '') : `changed copy of number ${editedFrom}`;
}
