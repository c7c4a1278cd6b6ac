import { useState } from 'preact/hooks';
import { escapeVariables } from '../../domain/text/fill-variables.ts';
import { countText, formatCounted, isTooLong } from '../../domain/text/text-counts.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { pageState, setParameters } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { getNetworkName } from '../parts/networks.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite } from '../parts/use-write.ts';
import type { WaitingComment } from '../records.ts';

/** Answers a comment, after its plan was shown, or marks it as done. */
export function Answer({ comment: { id, platform, author } }: { comment: WaitingComment }) {
  const [text, setText] = useState('');
  const write = useWrite();
  const isReadOnly = pageState.value?.isReadOnly ?? true;
  const name = author.name ?? author.handle ?? 'this comment';
  const [limit] = PLATFORMS[platform as Platform]?.comments?.limits ?? [];
  const counted = limit === undefined ? null : countText(text, limit);
  if (isReadOnly) return <p class="dim">This page was opened with --read-only.</p>;
  const ask = () =>
    write.ask(
      { command: 'comments reply', input: { ids: [id], platform, text: escapeVariables(text) } },
      `Answered ${name}.`,
    );
  const markDone = async () => {
    const isDone = await write.make({ command: 'comments done', input: { id: [id] } }, 'Marked as done.');
    if (isDone) setParameters({ id: null });
  };
  return (
    <>
      <form
        class="answer"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <textarea
          rows={4}
          aria-label={`Answer ${name}`}
          placeholder="Your answer"
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        {write.failure !== null && <FailureNote failure={write.failure} />}
        <p class="actions">
          <button type="submit" class="primary" disabled={write.isBusy || text.trim() === ''}>
            Answer…
          </button>
          <button type="button" disabled={write.isBusy || text !== ''} onClick={() => void markDone()}>
            Done
          </button>
          {counted !== null && (
            <span class={isTooLong(counted) ? 'bad count-of' : 'dim count-of'}>{formatCounted(counted)}</span>
          )}
        </p>
      </form>
      <Question
        write={write}
        what={
          <>
            Publish this answer to <bdi>{name}</bdi> on {getNetworkName(platform)}
          </>
        }
        action="Publish"
        onMade={() => setParameters({ id: null })}
      >
        <blockquote dir="auto">{text}</blockquote>
      </Question>
    </>
  );
}
