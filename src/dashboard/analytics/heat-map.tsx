import type { ComponentChildren } from 'preact';
import { SHORT_NAME } from '../../domain/time/local-time.ts';
import { ScrollBox } from './scroll-box.tsx';

/** Steps of the color of a cell, 0 for none. */
const SHADES = 5;
/** More are no advice. */
const MOST_NAMED = 3;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** The hours of a weekday with their figures, from midnight; null where there is none. */
export interface WeekdayHours {
  readonly name: string;
  readonly hours: readonly (number | null)[];
}

/**
 * Each weekday by the hour, the darker the more.
 *
 * @param describe the figure of a cell, for its title
 * @param children the sentence above it, with the best hours and their figure
 */
export function HeatMap({
  weekdays,
  label,
  describe,
  children,
}: {
  weekdays: readonly WeekdayHours[];
  label: string;
  describe: (figure: number) => string;
  children: (best: string, most: number) => ComponentChildren;
}) {
  const most = Math.max(0, ...weekdays.flatMap(({ hours }) => hours.map((figure) => figure ?? 0)));
  const best = weekdays.flatMap(({ name, hours }) =>
    hours.flatMap((figure, hour) => (figure === most ? [`${name} at ${HOURS[hour]}:00`] : [])),
  );
  return (
    <>
      <p class="best">{children(best.slice(0, MOST_NAMED).join(', '), most)}</p>
      <ScrollBox label={label}>
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
                  <abbr title={name}>{name.slice(0, SHORT_NAME)}</abbr>
                </th>
                {hours.map((figure, hour) => (
                  <td
                    key={HOURS[hour]}
                    class={`shade-${most === 0 ? 0 : Math.ceil((SHADES * (figure ?? 0)) / most)}`}
                    title={`${name} ${HOURS[hour]}:00: ${figure === null ? 'none' : describe(figure)}`}
                  >
                    {figure}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}
