import { classifyOutcome, FUNNEL_STEPS } from '../../domain/automations/activity-outcome.ts';
import { ActivityStatus } from '../../service/endpoints/activity.ts';
import { place, setParameters } from '../page-store.ts';
import { Download } from '../parts/download.tsx';
import { SearchInput } from '../parts/search-input.tsx';
import type { Run } from '../run.ts';
import type { AutomationNames } from './activity-records.ts';

/** What the service keeps, and the shorter periods that people ask for. */
export const PERIODS = { '1d': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' } as const;

/** As long as the service keeps rows. */
export const LONGEST_PERIOD: keyof typeof PERIODS = '30d';

/** Which rows are shown, as the address has it. */
export interface ActivityChoice {
  readonly automation: string | null;
  readonly since: string;
  readonly statuses: readonly string[];
  readonly recipient: string | null;
  /** Words of the rows, such as of what a person wrote. */
  readonly contains: string | null;
}

export function readActivityChoice(parameters: URLSearchParams): ActivityChoice {
  return {
    automation: parameters.get('automation'),
    since: parameters.get('since') ?? '7d',
    statuses: parameters.get('status')?.split(',') ?? [],
    recipient: parameters.get('recipient'),
    contains: parameters.get('contains'),
  };
}

/** The flags of the commands that list and count; the funnel counts every status, since those are its steps. */
export function toFindFlags({ since, recipient, contains }: ActivityChoice) {
  return {
    since,
    ...(recipient !== null && { recipient }),
    ...(contains !== null && { contains: [contains] }),
  };
}

/** The statuses of a step of the funnel, as the parameter has them. */
export function listStatuses(step: keyof typeof FUNNEL_STEPS): string {
  return ActivityStatus.options.filter((status) => classifyOutcome(status) === step).join(',');
}

export function formatStatus(status: string): string {
  return status.replaceAll('_', ' ');
}

/**
 * @param people handles that are offered
 * @param list what the list shows, to save it as a file
 */
export function ActivityFilters({
  choice: { automation, since, statuses, recipient, contains },
  names,
  people,
  list,
}: {
  choice: ActivityChoice;
  names: AutomationNames['automations'];
  people: readonly string[];
  list: Run;
}) {
  const isDeleted = automation !== null && !names.some(({ id }) => id === automation);
  return (
    <search class="filters activity-filters">
      <select
        aria-label="Automation"
        value={automation ?? ''}
        onChange={({ currentTarget }) => setParameters({ automation: currentTarget.value, row: null })}
      >
        <option value="">All automations</option>
        {names.map(({ id, name }) => (
          <option key={id} value={id}>
            {name ?? id}
          </option>
        ))}
        {isDeleted && <option value={automation}>{automation}</option>}
      </select>
      <select
        aria-label="Period"
        value={since}
        onChange={({ currentTarget }) => setParameters({ since: currentTarget.value, row: null })}
      >
        {Object.entries(PERIODS).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label="Result"
        value={statuses.join(',')}
        onChange={({ currentTarget }) => setParameters({ status: currentTarget.value, row: null })}
      >
        <option value="">All results</option>
        {(['sent', 'failed', 'other'] as const).map((step) => (
          <option key={step} value={listStatuses(step)}>
            {FUNNEL_STEPS[step]}
          </option>
        ))}
        <optgroup label="One status">
          {ActivityStatus.options
            .filter((status) => status !== 'sent')
            .map((status) => (
              <option key={status} value={status}>
                {formatStatus(status)}
              </option>
            ))}
        </optgroup>
      </select>
      <SearchInput
        label="Person"
        placeholder="Handle or id"
        value={recipient ?? ''}
        suggestions={people}
        onSearch={(who) => setParameters({ recipient: who, row: null }, { isTyped: true })}
      />
      <SearchInput
        label="Search activity"
        placeholder="Search words"
        value={contains ?? ''}
        onSearch={(words) => setParameters({ contains: words, row: null }, { isTyped: true })}
      />
      <Download run={list} format="csv" name="activity" />
    </search>
  );
}

/** The address of the list with other parameters; null removes one. */
export function buildActivityAddress(changed: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(place.value.parameters);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `#/activity${next.size > 0 ? `?${next}` : ''}`;
}
