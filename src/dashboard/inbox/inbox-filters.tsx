import type { RefObject } from 'preact';
import { pageState, setParameters } from '../page-store.ts';
import { getNetworkName } from '../parts/networks.tsx';
import { SearchInput } from '../parts/search-input.tsx';
import type { InboxFilter } from './inbox-filter.ts';

const STATES = [
  ['waiting', 'Waiting'],
  ['done', 'Done'],
  ['all', 'All'],
] as const;

const KINDS = [
  ['comment', 'Comments'],
  ['message', 'Messages'],
  ['review', 'Reviews'],
] as const;

/** A choice of what is shown leaves the entry that was open. */
function choose(changed: Readonly<Record<string, string | null>>): void {
  setParameters({ ...changed, id: null }, { isTyped: true });
}

export function InboxFilters({
  filter: { state, kind, network, contains, isOfAllProfiles, isOldestFirst },
  networks,
  search,
}: {
  filter: InboxFilter;
  /** Those of all entries. */
  networks: readonly string[];
  search: RefObject<HTMLInputElement | null>;
}) {
  const hasProfiles = (pageState.value?.profiles ?? []).length > 0;
  return (
    <search class="filters">
      <SearchInput
        field={search}
        label="Search the inbox"
        placeholder="Search words and names"
        value={contains}
        onSearch={(words) => choose({ contains: words })}
      />
      <fieldset class="segments" aria-label="State">
        {STATES.map(([value, title]) => (
          <button
            key={value}
            type="button"
            aria-pressed={state === value}
            onClick={() => choose({ state: value === 'waiting' ? null : value })}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <select
        aria-label="Kind"
        value={kind ?? ''}
        onChange={({ currentTarget }) => choose({ kind: currentTarget.value })}
      >
        <option value="">All kinds</option>
        {KINDS.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label="Network"
        value={network ?? ''}
        onChange={({ currentTarget }) => choose({ network: currentTarget.value })}
      >
        <option value="">All networks</option>
        {networks.map((platform) => (
          <option key={platform} value={platform}>
            {getNetworkName(platform)}
          </option>
        ))}
      </select>
      <select
        aria-label="Order"
        value={isOldestFirst ? 'oldest' : ''}
        onChange={({ currentTarget }) => choose({ order: currentTarget.value })}
      >
        <option value="">Newest first</option>
        <option value="oldest">Oldest first</option>
      </select>
      {hasProfiles && (
        <label class="check">
          <input
            type="checkbox"
            checked={isOfAllProfiles}
            onChange={({ currentTarget }) => choose({ profiles: currentTarget.checked ? 'all' : null })}
          />{' '}
          All profiles
        </label>
      )}
    </search>
  );
}
