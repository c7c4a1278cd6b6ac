import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { DayFigures } from './analytics-records.ts';
import { ScrollBox } from './scroll-box.tsx';

/** A line of a chart: a figure for each day that has one. */
export interface ChartLine {
  readonly label: string;
  readonly byDay: ReadonlyMap<string, number>;
}

/** The figures of a metric by day. */
export function listByDay(daily: readonly DayFigures[], metric: string): ReadonlyMap<string, number> {
  return new Map(
    daily.flatMap((day) => {
      const figure = day[metric];
      return typeof figure === 'number' ? [[day.date, figure] as const] : [];
    }),
  );
}

const HEIGHT_PX = 240;
const SECOND_MS = 1000;
/** How many colors the style has; further lines have them again, dashed. */
const COLORS = 12;

const shortCount = new Intl.NumberFormat('en-GB', { notation: 'compact' });
const wholeCount = new Intl.NumberFormat('en-GB');
const dayOf = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function formatFigure(figure: number | null | undefined): string {
  return figure == null ? '–' : wholeCount.format(figure);
}

export function formatChartDay(date: string): string {
  return dayOf.format(new Date(date));
}

/** Lines by day, drawn, and below them the same as a table for who does not see them. Days are those of UTC. */
export function Chart({ title, lines }: { title: string; lines: readonly ChartLine[] }) {
  const place = useRef<HTMLDivElement>(null);
  const dates = [...new Set(lines.flatMap(({ byDay }) => [...byDay.keys()]))].sort();
  // a text, which is equal to the one before when the same is to be drawn
  const figures = JSON.stringify(
    lines.map(({ label, byDay }) => [label, dates.map((date) => byDay.get(date) ?? null)]),
  );
  const days = dates.join(' ');
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    const drawn = JSON.parse(figures) as [string, (number | null)[]][]; // written above
    const times = days.split(' ').map((date) => Date.parse(date) / SECOND_MS);
    let plot: uPlot | null = null;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(
        buildOptions(
          box,
          drawn.map(([label]) => label),
          times.length,
        ),
        [times, ...drawn.map(([, row]) => row)],
        box,
      );
    };
    draw();
    // what is drawn does not follow the style by itself
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    const width = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height: HEIGHT_PX }));
    width.observe(box);
    return () => {
      dark.removeEventListener('change', draw);
      width.disconnect();
      plot?.destroy();
    };
  }, [figures, days]);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={place} class="plot" aria-hidden="true" />
      <details>
        <summary>Figures by day</summary>
        <ScrollBox label={`${title}, by day`}>
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">Day</th>
                {lines.map(({ label }) => (
                  <th key={label} scope="col">
                    <bdi>{label}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {dates.toReversed().map((date) => (
                <tr key={date}>
                  <th scope="row">{formatChartDay(date)}</th>
                  {lines.map(({ label, byDay }) => (
                    <td key={label}>{formatFigure(byDay.get(date))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </details>
    </figure>
  );
}

/** @param days how many are drawn: a single one makes no line */
function buildOptions(box: HTMLElement, labels: readonly string[], days: number): uPlot.Options {
  const [ink, line] = [readColor(box, '--dim'), readColor(box, '--line')];
  const axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: '12px system-ui',
  };
  return {
    width: box.clientWidth,
    height: HEIGHT_PX,
    padding: [12, 28, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * SECOND_MS), 'Etc/UTC'),
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.05)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 64,
        incrs: DAY_STEPS,
        values: (_plot, splits) => splits.map(formatTime),
      },
      {
        ...axis,
        size: 48,
        incrs: COUNT_STEPS,
        values: (_plot, splits) => splits.map((count) => shortCount.format(count)),
      },
    ],
    series: [
      { label: 'Day', value: (_plot, seconds) => (seconds === null ? '' : formatTime(seconds)) },
      ...labels.map((label, index) => ({
        label,
        stroke: readColor(box, `--line-${(index % COLORS) + 1}`),
        width: 2,
        ...(index >= COLORS && { dash: [6, 4] }),
        points: { show: days === 1, size: 7 },
        // without a day under the pointer there is no figure
        value: (_plot: uPlot, count: number | null) => (count === null ? '' : formatFigure(count)),
      })),
    ],
  };
}

/** Nothing is counted in parts. */
const COUNT_STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].flatMap((size) => [size, 2 * size, 5 * size]);
const DAY_STEPS = [1, 2, 7, 14, 28, 56].map((days) => days * 86_400);

function formatTime(seconds: number): string {
  return dayOf.format(new Date(seconds * SECOND_MS));
}

/** The color that a variable of the style has now: a canvas knows none. */
function readColor(box: HTMLElement, variable: string): string {
  const probe = document.createElement('span');
  probe.style.setProperty('color', `var(${variable})`);
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
