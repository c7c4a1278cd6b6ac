import { useEffect, useRef, useState } from 'preact/hooks';
import { describeOutcome } from '../../domain/automations/activity-outcome.ts';
import type { ActivityRow } from '../../service/endpoints/activity.ts';
import { place, profile, setParameters } from '../page-store.ts';
import { formatReason } from '../parts/error-codes.tsx';
import { RanFailure } from '../parts/failure-note.tsx';
import { LongList } from '../parts/long-list.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import {
  ActivityFilters,
  buildActivityAddress,
  formatStatus,
  LONGEST_PERIOD,
  PERIODS,
  readActivityChoice,
  toFindFlags,
} from './activity-filters.tsx';
import type { ActivityOfPage, AutomationNames } from './activity-records.ts';
import { ExplainedRow } from './explained-row.tsx';
import { Funnel } from './funnel.tsx';
import { readShownTime, StatusTag } from './status-tag.tsx';

/** Drops what is chosen of a profile when another one is: it has other automations. */
function useChoiceOfProfile(): void {
  const alias = profile.value;
  const before = useRef(alias);
  useEffect(() => {
    if (before.current !== alias) setParameters({ row: null, automation: null });
    before.current = alias;
  }, [alias]);
}

/** Puts the focus on the row whose detail was closed, if it was in the detail. */
function useReturnedFocus(chosen: string | null): void {
  const before = useRef(chosen);
  useEffect(() => {
    const closed = chosen === null ? before.current : null;
    before.current = chosen;
    // an element that is removed leaves the focus to the body
    if (closed === null || document.activeElement !== document.body) return;
    for (const link of document.querySelectorAll<HTMLElement>('.activity-row'))
      if (link.dataset['row'] === closed) link.focus();
  }, [chosen]);
}

/** Two lines: who wrote what, and the result; in a narrow window, the status is above them. */
const ROW_PX = { wide: 66, narrow: 90 } as const;
/** A page of the service for each automation. */
const FIRST_ROWS = 100;
const TIMES_MORE = 5;

/** What automations did: how much of it as a funnel, each attempt as a row, and why a row has its status. */
export function Activity() {
  const { parameters } = place.value;
  const choice = readActivityChoice(parameters);
  const isNarrow = useNarrow();
  const [limit, setLimit] = useState(FIRST_ROWS);
  const { automation, since, statuses } = choice;
  const filter = {
    ...toFindFlags(choice),
    status: statuses,
    ...(automation !== null && { id: automation }),
  };
  const loaded = useRun<ActivityOfPage>({ command: 'automations activity', input: { ...filter, limit } });
  const named = useRun<AutomationNames>({ command: 'automations list' });
  const names = named.ran?.document?.automations ?? [];
  const document = loaded.ran?.document ?? null;
  const rows = document?.activity ?? [];
  const chosen = parameters.get('row');
  useReturnedFocus(chosen);
  useChoiceOfProfile();
  const findName = (id: string | null | undefined) => names.find((each) => each.id === id)?.name ?? id ?? '';
  return (
    <>
      {!(isNarrow && chosen !== null) && (
        <>
          <ActivityFilters
            choice={choice}
            names={names}
            people={listPeople(rows)}
            list={{ command: 'automations activity', input: { ...filter, all: true } }}
          />
          <Funnel choice={choice} />
        </>
      )}
      <div class={chosen === null ? undefined : 'split halves has-chosen'}>
        <section class="list" aria-label="Activity" aria-busy={loaded.isLoading}>
          <RanFailure ran={loaded.ran} />
          {loaded.ran === null && <div class="skeleton" role="status" aria-label="reading activity" />}
          {document !== null && rows.length === 0 && <NoRows names={names} choice={choice} />}
          <LongList
            label="Activity"
            rows={rows}
            rowHeight={isNarrow ? ROW_PX.narrow : ROW_PX.wide}
            chosen={chosen}
            getKey={({ id }) => id}
            renderRow={(row) => (
              <ActivityLine row={row} name={findName(row.automationId)} isChosen={row.id === chosen} />
            )}
          />
          {document?.meta.pagination.hasMore === true && (
            <p class="more-rows">
              <button
                type="button"
                disabled={loaded.isLoading}
                onClick={() => setLimit((rows) => rows * TIMES_MORE)}
              >
                Show more
              </button>
              <span class="dim">the latest {rows.length} are shown</span>
            </p>
          )}
          {document?.meta.pagination.hasMore === false && names.length > 0 && <PeriodEnd since={since} />}
        </section>
        {chosen !== null && (
          <section class="detail" aria-label="Explanation">
            <ExplainedRow
              key={chosen}
              id={chosen}
              listed={rows.find(({ id }) => id === chosen) ?? null}
              findName={findName}
              onClose={() => setParameters({ row: null })}
            />
          </section>
        )}
      </div>
    </>
  );
}

function NoRows({
  names,
  choice: { automation, statuses, recipient, contains },
}: {
  names: AutomationNames['automations'];
  choice: ReturnType<typeof readActivityChoice>;
}) {
  if (recipient !== null)
    return (
      <p class="empty">
        No activity of <bdi>{recipient}</bdi> matches. A person is found by the whole handle or id, and
        appears here when an automation was triggered: comments and messages are in the{' '}
        <a class="link" href={`#/inbox?${new URLSearchParams({ state: 'all', contains: recipient })}`}>
          Inbox
        </a>
        .
      </p>
    );
  if (automation !== null || statuses.length > 0 || contains !== null)
    return <p class="empty">No activity matches. Choose another result, or clear the words.</p>;
  if (names.length > 0) return <p class="empty">Nothing triggered an automation in this period.</p>;
  return (
    <p class="empty">
      There are no automations yet.{' '}
      <a class="link" href="#/automations?form=new">
        Create one
      </a>
      : what it does appears here.
    </p>
  );
}

/** Says which period was listed, and leads to all that the service keeps. */
function PeriodEnd({ since }: { since: string }) {
  const title = Object.entries(PERIODS).find(([value]) => value === since)?.[1] ?? `since ${since}`;
  const isAll = since === LONGEST_PERIOD;
  return (
    <p class="more-rows">
      <span class="dim">
        {isAll ? 'The service keeps 30 days; these are all of them.' : `${title} only.`}
      </span>
      {!isAll && (
        <button type="button" onClick={() => setParameters({ since: LONGEST_PERIOD })}>
          Show 30 days
        </button>
      )}
    </p>
  );
}

/** The handles of people in the list, in their order. */
function listPeople(rows: readonly ActivityRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ recipientUsername }) => recipientUsername ?? []))];
}

function ActivityLine({ row, name, isChosen }: { row: ActivityRow; name: string; isChosen: boolean }) {
  const { id, status, recipientUsername, recipientId, commentText, keyword, created } = row;
  return (
    <a
      class="row activity-row"
      data-row={id}
      href={buildActivityAddress({ row: id })}
      aria-current={isChosen ? 'true' : undefined}
    >
      <StatusTag status={status} />
      <span class="body">
        <span class="line">
          <bdi class="strong">{recipientUsername ?? recipientId ?? 'someone'}</bdi>{' '}
          <bdi>{commentText ?? keyword ?? ''}</bdi>
        </span>
        <span class="line dim">
          <bdi>{name}</bdi> · <bdi>{formatReason(describeOutcome(row)) || formatStatus(status)}</bdi>
        </span>
      </span>
      <When at={readShownTime(created)} />
    </a>
  );
}
