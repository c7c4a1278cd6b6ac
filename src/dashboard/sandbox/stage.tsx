import { useEffect, useRef } from 'preact/hooks';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import type { EngagedRow, SentItem } from './sandbox-records.ts';

/** As many as fit on a small screen. */
const SHOWN = 8;

/** What one follower sees: what they wrote, and the DMs that arrived. */
export function Stage({ handle, rows }: { handle: string; rows: readonly EngagedRow[] }) {
  const { ran } = useRun<{ readonly outbox: readonly SentItem[] }>({
    command: 'sandbox outbox',
    input: { kind: 'dm', recipient: handle, limit: SHOWN },
  });
  const got = (ran?.document?.outbox ?? [])
    .filter(({ state }) => state === 'received')
    .map(({ at, text, channel }) => ({
      ...{ at, text, isOwn: false },
      where: channel === 'private_reply' ? 'answers the comment' : '',
    }));
  const wrote = rows.flatMap(({ recipientUsername, commentText, created }) =>
    recipientUsername === handle && commentText !== null
      ? [{ at: created, text: commentText, isOwn: true, where: '' }]
      : [],
  );
  const all = [...got, ...wrote]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(-SHOWN);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // the newest one is at the end
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [all.length]);
  if (all.length === 0) return null;
  return (
    <section class="stage" aria-label={`What ${handle} sees`}>
      <h2>
        <bdi>{handle}</bdi>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
      <ol ref={list} tabIndex={0} aria-label="Messages">
        {all.map(({ at, text, isOwn, where }, index) => (
          <li key={`${at} ${index}`} class={isOwn ? 'bubble own' : 'bubble'}>
            <bdi class="text">{text}</bdi>
            <span class="dim">
              <When at={at} /> {where}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
