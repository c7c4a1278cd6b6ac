import type { ComponentType } from 'preact';
import { place, setParameters } from '../page-store.ts';
import { Download } from '../parts/download.tsx';
import type { Run } from '../run.ts';
import { Accounts } from './accounts.tsx';
import type { AnalyticsPeriod } from './analytics-records.ts';
import { Hours } from './hours.tsx';
import { Links } from './links.tsx';
import { Posts } from './posts.tsx';

interface AnalyticsPart {
  readonly of: string;
  readonly title: string;
  readonly Body: ComponentType<AnalyticsPeriod>;
  /** Whether it has days that can be chosen. */
  readonly hasDays: boolean;
  /** What its table is saved from. */
  readonly table: (period: AnalyticsPeriod) => Run;
}

/** Each takes requests of its own: only the chosen one is read. */
const PARTS: readonly AnalyticsPart[] = [
  {
    of: 'accounts',
    title: 'Accounts',
    Body: Accounts,
    hasDays: true,
    table: ({ days }) => ({ command: 'analytics social', input: { days, allowPartial: true } }),
  },
  {
    of: 'posts',
    title: 'Posts',
    Body: Posts,
    hasDays: true,
    table: ({ days }) => ({ command: 'analytics post', input: { days, allowPartial: true } }),
  },
  {
    of: 'links',
    title: 'Links',
    Body: Links,
    hasDays: true,
    table: ({ days }) => ({ command: 'analytics links', input: { days } }),
  },
  {
    of: 'hours',
    title: 'Best hours',
    Body: Hours,
    hasDays: false,
    table: () =>
      place.value.parameters.get('by') === 'posts'
        ? { command: 'analytics post', input: { days: 0, allowPartial: true } }
        : { command: 'comments stats', input: { by: 'weekday', allowPartial: true } },
  },
];

const PERIODS = [7, 14, 30, 90] as const;
const DEFAULT_DAYS = 14;

/** The figures of accounts, posts and short links as curves and tables, and the hours in which most happens. */
export function Analytics() {
  const { parameters } = place.value;
  const [first] = PARTS;
  const part = PARTS.find(({ of }) => of === parameters.get('of')) ?? first;
  const asked = Number(parameters.get('days'));
  const days = PERIODS.find((each) => each === asked) ?? DEFAULT_DAYS;
  if (part === undefined) return null;
  const { of, Body, hasDays, table } = part;
  return (
    <>
      <div class="filters analytics-filters">
        <nav class="tabs" aria-label="Figures">
          {PARTS.map((each) => (
            <a
              key={each.of}
              href={`#/analytics?${new URLSearchParams({ of: each.of, days: String(days) })}`}
              aria-current={each.of === of ? 'true' : undefined}
            >
              {each.title}
            </a>
          ))}
        </nav>
        {hasDays && (
          <select
            aria-label="Period"
            value={days}
            onChange={({ currentTarget }) => setParameters({ days: currentTarget.value })}
          >
            {PERIODS.map((each) => (
              <option key={each} value={each}>
                Last {each} days
              </option>
            ))}
          </select>
        )}
        <Download key={of} run={table({ days })} format="csv" name={of} />
        <Download run={{ command: 'report', input: { since: `${days}d` } }} format="html" name="report">
          {`Save a report of ${days} days`}
        </Download>
      </div>
      <Body key={of} days={days} />
    </>
  );
}
