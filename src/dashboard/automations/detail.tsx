import { useEffect, useRef } from 'preact/hooks';
import type { TestedAutomation } from '../../domain/automations/test-automation.ts';
import { DAY_MS } from '../../service/durations.ts';
import type { AutomationRecord } from '../../service/endpoints/automations.ts';
import { LIMITS } from '../../service/limits.ts';
import { pageState, setParameters } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite } from '../parts/use-write.ts';
import { When } from '../parts/when.tsx';
import type { AccountPost } from './automation-records.ts';
import { Copies } from './copies.tsx';
import { Doctor } from './doctor.tsx';
import { ActionSentence, TriggerSentence } from './entry-sentence.tsx';
import { Outcome } from './outcome.tsx';
import { StateSwitch } from './state-switch.tsx';

/** An automation: what it does, how well, and what can be done with it. */
export function Detail({
  automation,
  posts,
  outcome,
  onDeleted,
}: {
  automation: AutomationRecord;
  posts: readonly AccountPost[];
  outcome: TestedAutomation | null;
  onDeleted: () => void;
}) {
  const { id, name, description, active, triggers, actions, created, updated } = automation;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // what had the focus is gone: the form, or on a phone the list
    const before = document.activeElement;
    if (before === null || before === document.body || !before.checkVisibility()) heading.current?.focus();
  }, []);
  return (
    <article class="automation-detail">
      <a class="back" href="#/automations">
        ‹ All automations
      </a>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{name || id}</bdi>
        </h2>
        <span class={active ? 'tag' : 'tag quiet'}>{active ? 'active' : 'paused'}</span>
        <StateSwitch automation={automation} />
      </header>
      {description && (
        <p class="dim text" dir="auto">
          {description}
        </p>
      )}
      {pageState.value?.isReadOnly === false && <Actions automation={automation} onDeleted={onDeleted} />}
      {outcome !== null && (
        <section class="part" aria-label="What a follower gets">
          <h3>What a follower gets</h3>
          <Outcome outcome={outcome} posts={posts} />
        </section>
      )}
      <section class="part" aria-label="When and then">
        <h3>When</h3>
        <ol class="entries">
          {triggers.map((trigger, at) => (
            <li key={at}>
              <TriggerSentence trigger={trigger} posts={posts} />
            </li>
          ))}
        </ol>
        <h3>Then</h3>
        <ol class="entries">
          {actions.map((action, at) => (
            <li key={at}>
              <ActionSentence action={action} />
            </li>
          ))}
        </ol>
      </section>
      <Results automation={automation} />
      <Doctor key={`${id} ${String(updated)} ${active}`} automation={automation} />
      <Copies id={id} />
      <p class="dim small">
        <code>{id}</code>
        {created && (
          <>
            , created <When at={String(created)} />
          </>
        )}
        {updated && updated !== created && (
          <>
            , changed <When at={String(updated)} />
          </>
        )}
      </p>
    </article>
  );
}

function Results({ automation: { id, stats } }: { automation: AutomationRecord }) {
  return (
    <section class="part" aria-label="Results">
      <h3>Results</h3>
      <dl class="automation-figures">
        <div>
          <dt>Sent</dt>
          <dd>{stats?.totalSent ?? 'unknown'}</dd>
        </div>
        <div>
          <dt>Failed</dt>
          <dd class={stats?.totalFailed ? 'bad' : undefined}>{stats?.totalFailed ?? 'unknown'}</dd>
        </div>
        <div>
          <dt>Last triggered</dt>
          <dd>{stats?.lastTriggeredAt ? <When at={String(stats.lastTriggeredAt)} /> : 'never'}</dd>
        </div>
        <div>
          <dt>Last sent</dt>
          <dd>{stats?.lastSentAt ? <When at={String(stats.lastSentAt)} /> : 'never'}</dd>
        </div>
      </dl>
      <a class="link" href={`#/activity?automation=${encodeURIComponent(id)}`}>
        Show its activity
      </a>
    </section>
  );
}

function Actions({ automation, onDeleted }: { automation: AutomationRecord; onDeleted: () => void }) {
  const { id, name } = automation;
  const label = name || id;
  const write = useWrite();
  const address = (form: string) => `#/automations?${new URLSearchParams({ form, id })}`;
  return (
    <>
      <p class="actions">
        <a class="button primary" href={address('edit')}>
          Edit
        </a>
        <a class="button" href={address('copy')}>
          Copy
        </a>
        <button
          type="button"
          class="danger"
          disabled={write.isBusy}
          onClick={() =>
            void write.ask({ command: 'automations delete', input: { id: [id] } }, `Deleted ${label}.`)
          }
        >
          Delete…
        </button>
      </p>
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <Question
        write={write}
        what={
          <>
            Permanently delete <bdi>{label}</bdi> on Instagram
          </>
        }
        action="Delete"
        onMade={() => {
          setParameters({ id: null });
          onDeleted();
        }}
      >
        <p class="dim">
          It cannot be taken back, and answers that are already waiting are skipped. Its activity stays
          readable for {LIMITS.activityLookbackMs / DAY_MS} days. “As YAML” below keeps a copy of it.
        </p>
      </Question>
    </>
  );
}
