import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import type { AnalyticsPeriod, LinksDocument } from './analytics-records.ts';
import { Chart, formatFigure, listByDay } from './chart.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { ScrollBox } from './scroll-box.tsx';

/** More lines are hard to follow. */
const MOST_LINES = 5;

/** The clicks on short links by day, the most clicked link first. */
export function Links({ days }: AnalyticsPeriod) {
  const loaded = useRun<LinksDocument>({ command: 'analytics links', input: { days } }, { follows: false });
  const document = loaded.ran?.document ?? null;
  const links = document?.links ?? [];
  return (
    <FiguresPanel
      loaded={loaded}
      label="Short links"
      isEmpty={links.length === 0}
      empty="No link was shortened yet. Posts that shorten their links have theirs counted here."
    >
      <Chart
        title={`${formatFigure(document?.totalClicks)} clicks in ${days} days`}
        lines={[
          { label: 'All links', byDay: listByDay(document?.daily ?? [], 'clicks') },
          ...links
            .slice(0, MOST_LINES)
            .map(({ id, daily }) => ({ label: id ?? 'without an id', byDay: listByDay(daily, 'clicks') })),
        ]}
      />
      <ScrollBox label="Short links, figures">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Link</th>
              <th scope="col">Clicks</th>
              <th scope="col" class="words">
                Leads to
              </th>
              <th scope="col">Created</th>
            </tr>
          </thead>
          <tbody>
            {links.map(({ id, totalClicks, originalUrl, created }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{id}</bdi>
                </th>
                <td>{formatFigure(totalClicks)}</td>
                <td class="words">
                  <bdi>{originalUrl}</bdi>
                </td>
                <td>
                  <When at={created} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </FiguresPanel>
  );
}
