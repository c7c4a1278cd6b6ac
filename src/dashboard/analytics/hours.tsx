import type { ComponentChildren } from 'preact';
import { place, setParameters } from '../page-store.ts';
import { useRun } from '../use-run.ts';
import type { WeekdaysDocument } from './analytics-records.ts';
import { formatFigure } from './chart.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { HeatMap } from './heat-map.tsx';
import { MetricChoice } from './metric-choice.tsx';
import { PostHours } from './post-hours.tsx';

const OF = ['comments', 'posts'] as const;
const TITLES = { comments: 'When people comment', posts: 'When posts got most' } as const;

/** The hours of a week in which most happens: what people write, or what posts of an hour get. */
export function Hours() {
  const chosen = OF.find((each) => each === place.value.parameters.get('by')) ?? 'comments';
  const choice = (
    <MetricChoice
      metrics={OF}
      titles={TITLES}
      chosen={chosen}
      onChoose={(by) => setParameters({ by }, { isTyped: true })}
    />
  );
  return chosen === 'comments' ? <CommentHours>{choice}</CommentHours> : <PostHours>{choice}</PostHours>;
}

/** When people comment: each weekday by the hour, the darker the more. */
function CommentHours({ children }: { children: ComponentChildren }) {
  const loaded = useRun<WeekdaysDocument>(
    { command: 'comments stats', input: { by: 'weekday', allowPartial: true } },
    { follows: false },
  );
  const document = loaded.ran?.document ?? null;
  const weekdays = (document?.stats ?? []).flatMap(({ name, hours }) =>
    name === null || hours === undefined ? [] : [{ name, hours }],
  );
  const all = (document?.totals.comments ?? 0) + (document?.totals.replies ?? 0);
  const isEmpty = weekdays.every(({ hours }) => hours.every((count) => count === 0));
  return (
    <FiguresPanel
      loaded={loaded}
      label="Best hours"
      isEmpty={isEmpty}
      empty="No comment has a time yet. When people comment on your posts appears here."
    >
      {children}
      <HeatMap weekdays={weekdays} label="Comments by weekday and hour" describe={formatFigure}>
        {(best, most) => (
          <>
            Most people comment on <strong>{best}</strong>{' '}
            <span class="dim">
              ({formatFigure(most)} of {formatFigure(all)} comments and replies, of any time, on the{' '}
              {document?.results.length} posts that were published last; hours in {document?.timeZone})
            </span>
          </>
        )}
      </HeatMap>
    </FiguresPanel>
  );
}
