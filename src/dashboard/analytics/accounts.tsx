import { useState } from 'preact/hooks';
import { ACCOUNT_METRICS, type AccountMetric } from '../../service/networks/metrics.ts';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { useRun } from '../use-run.ts';
import type { AccountsDocument, AnalyticsPeriod } from './analytics-records.ts';
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

/** Followers of the linked accounts, and what was seen of them, by day and in the last quarter. */
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
  const [dated] = accounts.filter(({ startDate }) => startDate !== null);
  return (
    <FiguresPanel
      loaded={loaded}
      label="Accounts"
      isEmpty={accounts.length === 0}
      empty="No account is linked yet. Link one with “crier profiles link”."
    >
      {metric !== undefined && (
        <>
          <MetricChoice metrics={drawn} titles={TITLES} chosen={metric} onChoose={setChosen} />
          <Chart
            title={`${TITLES[metric]} by day`}
            lines={accounts.flatMap(({ platform, daily }) => {
              const byDay = listByDay(daily, metric);
              return byDay.size === 0 ? [] : [{ label: getNetworkName(platform), byDay }];
            })}
          />
        </>
      )}
      <ScrollBox label="Accounts, figures">
        <table class="figures">
          {dated && (
            <caption>
              Followers now; the others are sums of {formatChartDay(dated.startDate ?? '')} to{' '}
              {formatChartDay(dated.endDate ?? '')}
            </caption>
          )}
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
                  <td key={each}>{formatFigure(account[each])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </FiguresPanel>
  );
}
