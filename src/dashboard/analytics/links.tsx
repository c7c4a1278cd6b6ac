import { place, setParameters } from '../page-store.ts';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';
import type { AnalyticsPeriod, LinkByDay, LinksDocument } from './analytics-records.ts';
import { Chart, formatFigure, listByDay } from './chart.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { LinkDetail } from './link-clicks.tsx';
import { ScrollBox } from './scroll-box.tsx';

/** More lines are hard to follow. */
const MOST_LINES = 5;

/** The clicks on short links by day, the most clicked link first. */
export function Links({ days }: AnalyticsPeriod) {
  const loaded = useRun<LinksDocument>({ command: 'analytics links', input: { days } }, { follows: false });
  const document = loaded.ran?.document ?? null;
  const links = document?.links ?? [];
  const open = place.value.parameters.get('link');
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
              <th scope="col">Clicks in {days} days</th>
              <th scope="col" class="words">
                Leads to
              </th>
              <th scope="col">Created</th>
            </tr>
          </thead>
          <tbody>
            {links.map((link) => (
              <LinkRows key={link.id} link={link} isOpen={link.id !== null && link.id === open} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </FiguresPanel>
  );
}

/** A link; opened, where its clicks came from. */
function LinkRows({
  link: { id, totalClicks, originalUrl, created },
  isOpen,
}: {
  link: LinkByDay;
  isOpen: boolean;
}) {
  return (
    <>
      <tr>
        <th scope="row">
          <button
            type="button"
            class="opens"
            aria-expanded={isOpen}
            onClick={() => setParameters({ link: isOpen ? null : id })}
          >
            <bdi>{id}</bdi>
          </button>
        </th>
        <td>{formatFigure(totalClicks)}</td>
        <td class="words">
          <bdi>{originalUrl}</bdi>
        </td>
        <td>
          <When at={created} />
        </td>
      </tr>
      {isOpen && id !== null && (
        <tr>
          <td colSpan={4} class="words">
            <LinkDetail id={id} />
          </td>
        </tr>
      )}
    </>
  );
}
