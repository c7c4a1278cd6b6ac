import { describeOutcome } from '../../domain/automations/activity-outcome.ts';
import { compileWordSearch, parseSearchWords } from '../../domain/text/find-words.ts';
import { LONGEST_PERIOD } from '../activity/activity-filters.tsx';
import type { ActivityOfPage } from '../activity/activity-records.ts';
import { readShownTime, StatusTag } from '../activity/status-tag.tsx';
import { filterItems, getItemKey, nameOf, readInboxFilter } from '../inbox/inbox-filter.ts';
import type { PageItems } from '../inbox/inbox-records.ts';
import { place } from '../page-store.ts';
import { Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import { When } from '../parts/when.tsx';
import type { PostsOfPage } from '../records.ts';
import { useRun } from '../use-run.ts';

/** The members of automations that a search shows. */
interface FoundAutomations {
  readonly automations: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly active: boolean;
    readonly triggers: readonly { readonly keywords?: readonly string[] | null }[];
    readonly actions: readonly { readonly message?: string | null }[];
  }[];
}

/** As many of each kind as are read at a glance; the view of the kind has all. */
const SHOWN = 6;

/** What has the words of a search, of every kind that the page shows: entries of the inbox, posts, automations and their activity. */
export function Search() {
  const words = place.value.parameters.get('words') ?? '';
  const parsed = parseSearchWords(words);
  if (words === '')
    return <p class="empty">Write words into the search field: a name, or what a person wrote.</p>;
  if (parsed === null)
    return <p class="empty">A quotation mark is open. “…” searches for several words as one.</p>;
  const hasWords = compileWordSearch(parsed);
  return (
    <div class="panels">
      <FoundInInbox words={words} />
      <FoundPosts hasWords={hasWords} words={words} />
      <FoundInAutomations hasWords={hasWords} words={words} />
      <FoundActivity words={words} />
    </div>
  );
}

function FoundInInbox({ words }: { words: string }) {
  const loaded = useRun<PageItems>({
    command: 'inbox list',
    input: { state: 'all', all: true },
  });
  const found = loaded.ran?.document ?? { items: [], posts: [] };
  // as the inbox searches: names, too
  const filter = readInboxFilter(new URLSearchParams({ state: 'all', contains: words }));
  const rows = filterItems(found, filter);
  const inbox = { state: 'all', contains: words };
  return (
    <Panel
      title="Comments, messages and reviews"
      href={`#/inbox?${new URLSearchParams(inbox)}`}
      loaded={loaded}
      count={rows.length}
      empty="None has these words."
    >
      <ul class="rows">
        {rows.slice(0, SHOWN).map((item) => (
          <li key={getItemKey(item)}>
            <a class="row" href={`#/inbox?${new URLSearchParams({ ...inbox, id: getItemKey(item) })}`}>
              <Network platform={item.platform} />
              <span class="what">
                <bdi class="strong">{nameOf(item.person)}</bdi> <bdi>{item.text}</bdi>
              </span>
              <When at={item.at} />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface FoundProps {
  words: string;
  hasWords(text: string): boolean;
}

function FoundPosts({ words, hasWords }: FoundProps) {
  const loaded = useRun<PostsOfPage>({ command: 'posts list', input: { all: true } });
  const rows = (loaded.ran?.document?.posts ?? []).filter(({ post }) => hasWords(post ?? ''));
  return (
    <Panel
      title="Posts"
      href={`#/calendar?${new URLSearchParams({ by: 'list', contains: words })}`}
      loaded={loaded}
      count={rows.length}
      empty="None has these words."
    >
      <ul class="rows">
        {rows.slice(0, SHOWN).map(({ id, post, platforms, scheduleDate, created }) => (
          <li key={id}>
            <a class="row" href={`#/calendar?post=${encodeURIComponent(id)}`}>
              <span class="networks">
                {platforms.map((platform) => (
                  <Network key={platform} platform={platform} />
                ))}
              </span>
              <bdi class="what">{post}</bdi>
              <When at={scheduleDate ?? created} />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function FoundInAutomations({ words, hasWords }: FoundProps) {
  const loaded = useRun<FoundAutomations>({ command: 'automations list' });
  const rows = (loaded.ran?.document?.automations ?? []).filter(
    ({ name, description, triggers, actions }) => {
      const keywords = triggers.flatMap((trigger) => trigger.keywords ?? []);
      const messages = actions.map(({ message }) => message ?? '');
      return hasWords([name, description ?? '', ...keywords, ...messages].join('\n'));
    },
  );
  return (
    <Panel
      title="Automations"
      href={`#/automations?${new URLSearchParams({ contains: words })}`}
      loaded={loaded}
      count={rows.length}
      empty="None has these words."
    >
      <ul class="rows">
        {rows.slice(0, SHOWN).map(({ id, name, active }) => (
          <li key={id}>
            <a class="row" href={`#/automations?id=${encodeURIComponent(id)}`}>
              <bdi class="what strong">{name}</bdi>
              <span class="tag">{active ? 'active' : 'paused'}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What automations did: by the person, the text, the reason, or the name of the automation. */
function FoundActivity({ words }: { words: string }) {
  const loaded = useRun<ActivityOfPage>({
    command: 'automations activity',
    input: { contains: [words], limit: SHOWN },
  });
  const rows = loaded.ran?.document?.activity ?? [];
  const hasMore = loaded.ran?.document?.meta.pagination.hasMore === true;
  const activity = { contains: words, since: LONGEST_PERIOD };
  return (
    <Panel
      title="Activity of automations"
      href={`#/activity?${new URLSearchParams(activity)}`}
      loaded={loaded}
      count={hasMore ? `${rows.length}+` : rows.length}
      empty="None has these words."
    >
      <ul class="rows">
        {rows.map((row) => (
          <li key={row.id}>
            <a class="row" href={`#/activity?${new URLSearchParams({ ...activity, row: row.id })}`}>
              <span class="what">
                <bdi class="strong">{row.recipientUsername ?? row.recipientId ?? 'someone'}</bdi>{' '}
                <bdi>{row.commentText ?? row.keyword ?? describeOutcome(row)}</bdi>
              </span>
              <StatusTag status={row.status} />
              <When at={readShownTime(row.created)} />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
