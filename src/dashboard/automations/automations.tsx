import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { describeTrigger } from '../../domain/automations/describe-automation.ts';
import type { TestedAutomation } from '../../domain/automations/test-automation.ts';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import type { AutomationRecord } from '../../service/endpoints/automations.ts';
import { pageState, place, profile, setParameters } from '../page-store.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { When } from '../parts/when.tsx';
import { type Loaded, useRun } from '../use-run.ts';
import type { AccountPost, AccountPosts, AutomationsOfPage } from './automation-records.ts';
import { Detail } from './detail.tsx';
import { AutomationForm } from './form.tsx';
import { StateSwitch } from './state-switch.tsx';
import { Try, tryAll } from './try.tsx';
import { findOpenRecord } from './use-form.ts';

/** The automations of a profile, what an event would trigger, and the chosen one; or the form of one. */
export function Automations() {
  const listed = useRun<AutomationsOfPage>({ command: 'automations list' });
  const rows = listed.ran?.document?.automations ?? [];
  const known = rows.filter((row): row is AutomationRecord => Boolean(row.triggers && row.actions));
  const missing: readonly string[] = rows.filter((row) => !row.triggers || !row.actions).map(({ id }) => id);
  if (missing.length === 0) return <Loading listed={listed} known={known} />;
  return <WithEntries key={missing.join()} listed={listed} known={known} missing={missing} />;
}

/** A service need not list triggers and actions: then each automation is read. */
function WithEntries({
  missing,
  listed,
  known,
}: {
  missing: readonly string[];
  listed: Loaded<AutomationsOfPage>;
  known: readonly AutomationRecord[];
}) {
  const read = useRun<AutomationRecord & { automations?: readonly AutomationRecord[] }>({
    command: 'automations get',
    input: { id: missing },
  });
  const document = read.ran?.document;
  const found = document ? (document.automations ?? [document]) : [];
  const order = listed.ran?.document?.automations.map(({ id }) => id) ?? [];
  const all = [...known, ...found].toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  const isLoading = listed.isLoading || read.isLoading;
  return (
    <Loading
      listed={{ ran: read.ran && { ...read.ran, document: { automations: all } }, isLoading }}
      known={all}
    />
  );
}

function Loading({
  listed,
  known,
}: {
  listed: Loaded<AutomationsOfPage>;
  known: readonly AutomationRecord[];
}) {
  // a trigger names a post by its id on the network
  const posts = useRun<AccountPosts>(
    { command: 'posts list', input: { platform: 'instagram', limit: 50 } },
    { follows: false },
  );
  const own = posts.ran?.document?.posts ?? [];
  const form = place.value.parameters.get('form');
  if (form === null || pageState.value?.isReadOnly !== false)
    return <Overview listed={listed} all={known} posts={own} />;
  const id = place.value.parameters.get('id');
  const kind = form === 'edit' ? 'edit' : 'new';
  const key = `${profile.value} ${form} ${id}`;
  const record = known.find((each) => each.id === id) ?? findOpenRecord(key);
  if (listed.ran === null) return <div class="skeleton" role="status" aria-label="reading automations" />;
  if (form !== 'new' && record === null && listed.ran.document === null)
    return <RanFailure ran={listed.ran} />;
  if (form !== 'new' && record === null)
    return (
      <p class="empty">
        There is no automation {id} here. <a href="#/automations">Show all automations</a>
      </p>
    );
  return <AutomationForm key={key} formKey={key} kind={kind} record={record} posts={own} all={known} />;
}

function Overview({
  listed,
  all,
  posts,
}: {
  listed: Loaded<AutomationsOfPage>;
  all: readonly AutomationRecord[];
  posts: readonly AccountPost[];
}) {
  const { parameters } = place.value;
  const id = parameters.get('id');
  const chosen = all.find((each) => each.id === id) ?? null;
  const state = parameters.get('state');
  const contains = parameters.get('contains') ?? '';
  const tried = tryAll(all, parameters);
  const rows = all.filter(
    (each) => (state === null || each.active === (state === 'active')) && matchesWords(each, contains),
  );
  const list = useRef<HTMLElement>(null);
  useReturnToRow(list, id);
  const isEmpty = listed.ran?.document != null && all.length === 0;
  return (
    <>
      {pageState.value?.isReadOnly === false && (
        <p class="beside-title">
          <a class="button primary" href="#/automations?form=new">
            New automation
          </a>
        </p>
      )}
      <div class={id === null ? 'automations' : 'automations has-chosen'}>
        <section ref={list} class="list" tabIndex={-1} aria-label="Automations" aria-busy={listed.isLoading}>
          <Filters state={state} contains={contains} />
          {all.length > 0 && <Try all={all} posts={posts} tried={tried} />}
          <RanFailure ran={listed.ran} />
          {listed.ran === null && <div class="skeleton" role="status" aria-label="reading automations" />}
          {isEmpty && (
            <p class="empty">
              There is no automation yet. With “New automation”, a person who comments a keyword gets a
              message, for example.
            </p>
          )}
          {all.length > 0 && rows.length === 0 && (
            <p class="empty">No automation matches. Clear the search, or choose all states.</p>
          )}
          <ul class="rows">
            {rows.map((automation) => (
              <Row
                key={automation.id}
                automation={automation}
                isChosen={automation === chosen}
                outcome={tried?.get(automation.id) ?? null}
              />
            ))}
          </ul>
        </section>
        {(id !== null || all.length > 0) && (
          <section class="detail" aria-label="Automation">
            {chosen !== null ? (
              <Detail
                key={chosen.id}
                automation={chosen}
                posts={posts}
                outcome={tried?.get(chosen.id) ?? null}
                onDeleted={() => list.current?.focus()}
              />
            ) : (
              <NoDetail id={id} isLoading={listed.isLoading} />
            )}
          </section>
        )}
      </div>
    </>
  );
}

/** On a phone, the way back from an automation leads to its row. */
function useReturnToRow(list: RefObject<HTMLElement | null>, id: string | null): void {
  const last = useRef(id);
  useEffect(() => {
    if (id === null && last.current !== null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(last.current)}"]`)?.focus();
    last.current = id;
  }, [id, list]);
}

function NoDetail({ id, isLoading }: { id: string | null; isLoading: boolean }) {
  if (id === null) return <p class="empty">Choose an automation to see what it does, and how well.</p>;
  if (isLoading) return <div class="skeleton" role="status" aria-label="reading the automation" />;
  return (
    <p class="empty">
      This automation is no longer there.{' '}
      <a class="link" href="#/automations">
        Show all automations
      </a>
    </p>
  );
}

/** Whether its name, description, triggers or actions have the words. */
function matchesWords({ name, description, triggers, actions }: AutomationRecord, words: string): boolean {
  const text = JSON.stringify([name, description, triggers, actions]).toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Filters({ state, contains }: { state: string | null; contains: string }) {
  return (
    <search class="filters">
      <input
        type="search"
        placeholder="Search automations"
        aria-label="Search automations"
        value={contains}
        onInput={({ currentTarget }) => setParameters({ contains: currentTarget.value }, { isTyped: true })}
      />
      <select
        aria-label="State"
        value={state ?? ''}
        onChange={({ currentTarget }) => setParameters({ state: currentTarget.value })}
      >
        <option value="">All states</option>
        <option value="active">Active</option>
        <option value="paused">Paused</option>
      </select>
    </search>
  );
}

function Row({
  automation,
  isChosen,
  outcome,
}: {
  automation: AutomationRecord;
  isChosen: boolean;
  outcome: TestedAutomation | null;
}) {
  const { id, name, active, triggers, stats } = automation;
  const failed = stats?.totalFailed ?? 0;
  return (
    <li class="automation">
      <a
        class="row"
        data-id={id}
        href={`#/automations?${new URLSearchParams({ ...Object.fromEntries(place.value.parameters), id })}`}
        aria-current={isChosen ? 'true' : undefined}
      >
        <span class="body">
          <span class="what">
            <bdi class="strong">{name || id}</bdi>
          </span>
          <bdi class="dim fires-on">On {triggers.map(describeTrigger).join(', or ')}</bdi>
          {outcome !== null && <OutcomeTag outcome={outcome} />}
          <span class="dim counts">
            {!active && <span class="tag quiet">paused</span>} {stats?.totalSent ?? 0} sent
            {failed > 0 && <span class="bad">, {failed} failed</span>}
            {stats?.lastTriggeredAt ? (
              <>
                , last <When at={String(stats.lastTriggeredAt)} />
              </>
            ) : (
              ', never triggered'
            )}
          </span>
        </span>
      </a>
      <StateSwitch automation={automation} />
    </li>
  );
}

function OutcomeTag({ outcome: { fires, keyword, active, misses } }: { outcome: TestedAutomation }) {
  const word = keyword === null ? '' : ` by “${keyword}”`;
  if (fires === true)
    return (
      <span class="automation-outcome">
        <span class="tag">triggered{word}</span>
        {active === false && ' when it is resumed'}
      </span>
    );
  const [first] = misses;
  return (
    <span class="automation-outcome dim">
      <span class="tag quiet">{fires === null ? 'not certain' : 'not triggered'}</span>{' '}
      {misses.length === 1 ? first?.reason : `${formatCount(misses.length, 'trigger')} do not match`}
    </span>
  );
}
