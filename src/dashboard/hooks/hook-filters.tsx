import { place, setParameters } from '../page-store.ts';
import { SearchInput } from '../parts/search-input.tsx';

/** Rows that are read at first. */
const LIMIT = 200;

/** How many rows the address asks for. */
export function readLimit(): number {
  const limit = Number(place.value.parameters.get('limit'));
  return Number.isSafeInteger(limit) && limit > LIMIT ? limit : LIMIT;
}

/** The address of a row, with the filters as they are. */
export function selectRow(chosen: Readonly<Record<string, string>>): string {
  return `#/hooks?${new URLSearchParams({ ...Object.fromEntries(place.value.parameters), ...chosen })}`;
}

/** Reads older rows, too. */
export function MoreRows({ shown }: { shown: number }) {
  return (
    <p class="hook-more">
      <span class="dim">The latest {shown.toLocaleString('en-GB')} are shown.</span>
      <button type="button" onClick={() => setParameters({ limit: String(5 * readLimit()) })}>
        Show older
      </button>
    </p>
  );
}

/** The search and the filters of deliveries, which the address keeps. */
export function HookFilters({
  noun,
  actions,
  states,
}: {
  noun: string;
  actions: readonly string[];
  states: readonly string[];
}) {
  const { parameters } = place.value;
  const get = (name: string) => parameters.get(name) ?? '';
  const choose = (name: string, value: string) => setParameters({ [name]: value, hook: null, number: null });
  return (
    <search class="filters hook-filters">
      <SearchInput
        label={`Search ${noun}`}
        value={get('contains')}
        onSearch={(words) => choose('contains', words)}
      />
      <Choice
        label="Action"
        all="All actions"
        values={actions}
        value={get('action')}
        onChoose={(value) => choose('action', value)}
      />
      <Choice
        label="State"
        all="All states"
        values={states}
        value={get('state')}
        onChoose={(value) => choose('state', value)}
      />
    </search>
  );
}

function Choice({
  label,
  all,
  values,
  value,
  onChoose,
}: {
  label: string;
  all: string;
  values: readonly string[];
  value: string;
  onChoose(value: string): void;
}) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      <option value="">{all}</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

/** The filters of the address that are set, as the values of the command that lists. */
export function readHookFilters(): { filters: Readonly<Record<string, string>>; isFiltered: boolean } {
  const { parameters } = place.value;
  const set = [...parameters].filter(([name, value]) => FILTERS.includes(name) && value !== '');
  return { filters: Object.fromEntries(set), isFiltered: set.length > 0 };
}

const FILTERS: readonly string[] = ['action', 'state', 'contains'];
