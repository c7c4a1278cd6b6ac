import { useRun } from '../use-run.ts';
import type { WeekdaysDocument } from './analytics-records.ts';
import { formatFigure } from './chart.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { ScrollBox } from './scroll-box.tsx';

/** Steps of the color of a cell, 0 for none. */
const SHADES = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** When people comment: each weekday by the hour, the darker the more. */
export function Hours() {
  const loaded = useRun<WeekdaysDocument>(
    { command: 'comments stats', input: { by: 'weekday', allowPartial: true } },
    { follows: false },
  );
  const document = loaded.ran?.document ?? null;
  const weekdays = (document?.stats ?? []).flatMap(({ name, hours }) =>
    name === null || hours === undefined ? [] : [{ name, hours }],
  );
  const most = Math.max(0, ...weekdays.flatMap(({ hours }) => hours));
  const best = weekdays.flatMap(({ name, hours }) =>
    hours.flatMap((count, hour) => (count === most ? [`${name} at ${HOURS[hour]}:00`] : [])),
  );
  const all = (document?.totals.comments ?? 0) + (document?.totals.replies ?? 0);
  return (
    <FiguresPanel
      loaded={loaded}
      label="Best hours"
      isEmpty={most === 0}
      empty="No comment has a time yet. When people comment on your posts appears here."
    >
      <p class="best">
        Most people comment on <strong>{best.slice(0, 3).join(', ')}</strong>{' '}
        <span class="dim">
          ({formatFigure(most)} of {formatFigure(all)} comments and replies on the posts that were published
          last; hours in {document?.timeZone})
        </span>
      </p>
      <ScrollBox label="Comments by weekday and hour">
        <table class="heat">
          <thead>
            <tr>
              <td />
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map(({ name, hours }) => (
              <tr key={name}>
                <th scope="row">
                  <abbr title={name}>{name.slice(0, 3)}</abbr>
                </th>
                {hours.map((count, hour) => (
                  <td
                    key={HOURS[hour]}
                    class={`shade-${most === 0 ? 0 : Math.ceil((SHADES * count) / most)}`}
                    title={`${name} ${HOURS[hour]}:00: ${count}`}
                  >
                    {count}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </FiguresPanel>
  );
}
