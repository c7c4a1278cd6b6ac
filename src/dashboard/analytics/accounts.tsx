import { useState } from 'preact/hooks';
import { ACCOUNT_METRICS, type AccountMetric } from '../../service/networks/metrics.ts';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { useRun } from '../use-run.ts';
import type { AccountByDay, AccountsDocument, AnalyticsPeriod } from './analytics-records.ts';
import { Chart, formatChartDay, formatFigure, listByDay } from './chart.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { MetricChoice } from './metric-choice.tsx';
import { ScrollBox } from './scroll-box.tsx';

const TITLES: Readonly<Record<AccountMetric, string>> = {
  followers: 'Followers',
  newFollowers: 'New followers',
  impressions: 'Impressions',
  reach: 'Reach',
  profileViews: 'Visits',
  engagements: 'Engaged',
  clicks: 'Clicks',
};

/** Followers of the linked accounts, and what was seen of them in the chosen days. */
export function Accounts({ days }: AnalyticsPeriod) {
  const loaded = useRun<AccountsDocument>(
    { command: 'analytics social', input: { days, allowPartial: true } },
    { follows: false },
  );
  const accounts = loaded.ran?.document?.analytics ?? [];
  const drawn = ACCOUNT_METRICS.filter((metric) =>
    accounts.some(({ daily }) => listByDay(daily, metric).size > 0),
  );
  const [chosen, setChosen] = useState<AccountMetric>('newFollowers');
  const metric = drawn.includes(chosen) ? chosen : drawn[0];
  const dates = accounts.flatMap(({ daily }) => daily.map(({ date }) => date)).toSorted();
  return (
    <FiguresPanel
      loaded={loaded}
      label="Accounts"
      isEmpty={accounts.length === 0}
      empty={
        <>
          No account is linked yet. <a href="#/settings">Settings</a> shows the accounts and links them.
        </>
      }
    >
      {metric !== undefined && (
        <>
          <MetricChoice metrics={drawn} titles={TITLES} chosen={metric} onChoose={setChosen} />
          <Chart
            title={`${TITLES[metric]} by day, in the last ${days} days`}
            lines={accounts.flatMap(({ platform, daily }) => {
              const byDay = listByDay(daily, metric);
              return byDay.size === 0 ? [] : [{ label: getNetworkName(platform), byDay }];
            })}
          />
        </>
      )}
      <ScrollBox label="Accounts, figures">
        <table class="figures">
          <caption>
            Followers as of now; the others{' '}
            {dates.length > 0 &&
              `are sums of these days, ${formatChartDay(dates[0] ?? '')} to ${formatChartDay(dates.at(-1) ?? '')}`}
            {accounts.some((account) => ACCOUNT_METRICS.some((each) => isOfQuarter(account, each))) &&
              '; those with * are of the last quarter: the network reports no days'}
            . The CSV has the sums of the last quarter, as the service reports them.
          </caption>
          <thead>
            <tr>
              <th scope="col">Network</th>
              {ACCOUNT_METRICS.map((each) => (
                <th key={each} scope="col">
                  {TITLES[each]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={account.platform}>
                <th scope="row">
                  <Network platform={account.platform} /> {getNetworkName(account.platform)}
                </th>
                {ACCOUNT_METRICS.map((each) => (
                  <td key={each}>
                    {formatFigure(getFigure(account, each))}
                    {isOfQuarter(account, each) && '*'}
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

/** A sum of the chosen days, so that the table has the period of the curve; followers are a count of now. */
function getFigure(account: AccountByDay, metric: AccountMetric): number | null {
  const days = metric === 'followers' ? [] : [...listByDay(account.daily, metric).values()];
  return days.length === 0 ? account[metric] : days.reduce((sum, figure) => sum + figure, 0);
}

/** Whether a network has only the sum that the service reports. */
function isOfQuarter(account: AccountByDay, metric: AccountMetric): boolean {
  return metric !== 'followers' && account[metric] !== null && listByDay(account.daily, metric).size === 0;
}
