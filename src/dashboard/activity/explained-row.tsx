import { useEffect, useRef } from 'preact/hooks';
import { getField } from '../../domain/json/loose-record.ts';
import type { ActionResult, ActivityRow } from '../../service/endpoints/activity.ts';
import { TRIGGERS, type TriggerType } from '../../service/triggers.ts';
import { Advice } from '../parts/advice.tsx';
import { formatReason } from '../parts/error-codes.tsx';
import { RanFailure } from '../parts/failure-note.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import { buildActivityAddress } from './activity-filters.tsx';
import type { ExplanationOfPage, FindingOfPage } from './activity-records.ts';
import { readShownTime, StatusTag } from './status-tag.tsx';

/** One attempt: the event, what each action did, and why. @param listed the row as the list has it, shown meanwhile */
export function ExplainedRow({
  id,
  listed,
  findName,
  onClose,
}: {
  id: string;
  listed: ActivityRow | null;
  findName: (id: string | null | undefined) => string;
  onClose: () => void;
}) {
  const { ran, isLoading } = useRun<ExplanationOfPage>({ command: 'automations explain', input: { id } });
  const row = ran?.document?.activity ?? listed;
  const isNarrow = useNarrow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // the list is not beside it, so the row that had the focus is gone
    if (isNarrow) heading.current?.focus();
  }, [isNarrow]);
  useEscape(onClose);
  return (
    <article class="thread explained" aria-busy={isLoading}>
      <a class="back" href={buildActivityAddress({ row: null })}>
        {isNarrow ? '‹ All rows' : 'Close'}
      </a>
      <header>
        <h2 ref={heading} class="event" tabIndex={-1}>
          {row === null ? 'Activity' : <Event row={row} />}
        </h2>
        {row !== null && (
          <p class="dim">
            <StatusTag status={row.status} />{' '}
            <a class="link" href={`#/automations?${new URLSearchParams({ id: row.automationId ?? '' })}`}>
              <bdi>{findName(row.automationId)}</bdi>
            </a>{' '}
            · <When at={readShownTime(row.created)} isExact />
          </p>
        )}
      </header>
      {row?.commentText && (
        <blockquote>
          <bdi>{row.commentText}</bdi>
        </blockquote>
      )}
      <RanFailure ran={ran} />
      {ran === null && <div class="skeleton" role="status" aria-label="reading why" />}
      {ran?.document && <Findings findings={ran.document.findings} />}
      {row !== null && <Actions row={row} />}
      {row !== null && <Ids row={row} />}
    </article>
  );
}

/** Calls what Escape closes, unless the key is of a field or a dialog. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const follow = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isOther = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      if (key === 'Escape' && !defaultPrevented && !isOther) onEscape();
    };
    addEventListener('keydown', follow);
    return () => removeEventListener('keydown', follow);
  }, [onEscape]);
}

/** `mara: Comment with GUIDE`. */
function Event({ row: { recipientUsername, recipientId, triggerType, keyword } }: { row: ActivityRow }) {
  const trigger = TRIGGERS[triggerType as TriggerType]?.name ?? triggerType; // a type that is not known stays as it is
  return (
    <>
      <bdi>{recipientUsername ?? recipientId ?? 'someone'}</bdi>: {trigger}
      {keyword && (
        <>
          {' '}
          with <bdi>{keyword}</bdi>
        </>
      )}
    </>
  );
}

function Findings({ findings }: { findings: readonly FindingOfPage[] }) {
  return (
    <section aria-label="Why">
      <h3>Why</h3>
      <ul class="explanations">
        {findings.map(({ subject, reason, advice, command }, index) => (
          <li key={index}>
            <p>
              <span class="dim">{nameSubject(subject)}</span> <Sentence text={formatReason(reason)} />
            </p>
            <Advice text={advice} command={command} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const ACTION_NAMES: Readonly<Record<string, string>> = {
  send_dm: 'DM',
  fire_webhook: 'Webhook',
  send_email: 'Email',
};

/** Without the id of an action: `send_dm act_b9Kx3W` is a DM. */
function nameSubject(subject: string): string {
  const [name = ''] = subject.split(' ');
  return `${ACTION_NAMES[name] ?? name}:`;
}

const SOURCES: Readonly<Record<string, string>> = {
  callback: 'its text came from your callback',
  fallback: 'the callback gave no text, so the fallback was sent',
};

function Actions({ row: { actionResults } }: { row: ActivityRow }) {
  if (!actionResults?.length) return null;
  return (
    <section aria-label="Actions">
      <h3>Actions</h3>
      <ol class="explanations">
        {actionResults.map((result) => (
          <ActionLine key={result.actionId} result={result} />
        ))}
      </ol>
    </section>
  );
}

function ActionLine({
  result: { type, status, sent, errorDetails, messageSource, truncated, completedAt },
}: {
  result: ActionResult;
}) {
  const message = getField(sent, 'message');
  const to = getField(sent, 'to');
  const payload = getField(sent, 'payload');
  const source = SOURCES[messageSource ?? ''];
  const at = readShownTime(completedAt);
  return (
    <li>
      <p>
        <span class="strong">{ACTION_NAMES[type] ?? type}</span>{' '}
        {typeof to === 'string' && (
          <>
            to <bdi>{to}</bdi>{' '}
          </>
        )}
        <StatusTag status={status} /> {at !== null && <When at={at} />}
      </p>
      {errorDetails && (
        <p class="dim">
          <bdi>{formatReason(errorDetails)}</bdi>
        </p>
      )}
      {source !== undefined && <p class="dim">{source}</p>}
      {typeof message === 'string' && <blockquote dir="auto">{message}</blockquote>}
      {truncated === true && <p class="dim">The service keeps only the beginning of this text.</p>}
      {payload !== undefined && (
        <details>
          <summary>What was sent</summary>
          <pre dir="auto">{JSON.stringify(payload, null, 2)}</pre>
        </details>
      )}
    </li>
  );
}

/** To look further, at the network or on a command line. */
function Ids({ row: { id, commentId, postId, storyId, recipientId } }: { row: ActivityRow }) {
  const ids = Object.entries({
    activity: id,
    person: recipientId,
    comment: commentId,
    post: postId,
    story: storyId,
  });
  return (
    <details>
      <summary>Ids</summary>
      <dl class="ids">
        {ids.map(
          ([name, value]) =>
            value != null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}
