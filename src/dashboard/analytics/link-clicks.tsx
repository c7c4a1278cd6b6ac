import { RanFailure } from '../parts/failure-note.tsx';
import { Meter } from '../parts/meter.tsx';
import { useRun } from '../use-run.ts';
import type { ClicksOfLink } from './analytics-records.ts';
import { formatFigure } from './chart.tsx';

const MOST = 10;

/** Where the clicks on a link came from, and with which browsers. */
export function LinkDetail({ id }: { id: string }) {
  const { ran, isLoading } = useRun<ClicksOfLink>(
    { command: 'links show', input: { id } },
    { follows: false },
  );
  const shown = ran?.document ?? null;
  return (
    <section class="link-detail" aria-label={`Clicks on ${id}`} aria-busy={isLoading}>
      <RanFailure ran={ran} />
      {ran === null && <div class="skeleton" role="status" aria-label="reading clicks" />}
      {shown !== null && (
        <>
          <p class="dim">Of all {formatFigure(shown.totalClicks)} clicks since the link was created</p>
          <Counts title="Came from" counts={shown.refererCounts} all={shown.totalClicks} />
          <Counts title="Browsers" counts={shown.browserCounts} all={shown.totalClicks} />
        </>
      )}
    </section>
  );
}

function Counts({
  title,
  counts,
  all,
}: {
  title: string;
  counts: Readonly<Record<string, number>> | null;
  all: number;
}) {
  const sorted = Object.entries(counts ?? {}).toSorted(([, one], [, other]) => other - one);
  return (
    <div>
      <h2>{title}</h2>
      {sorted.length === 0 && <p class="dim">no clicks yet</p>}
      <ul class="shares">
        {sorted.slice(0, MOST).map(([name, count]) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <Meter share={all === 0 ? 0 : count / all} kind="other" />
            <span class="dim">{formatFigure(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
