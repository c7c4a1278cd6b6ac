import { getStateOf } from '../calendar/post-states.ts';
import { pageState } from '../page-store.ts';
import { Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import { When } from '../parts/when.tsx';
import type { PostsOfPage } from '../records.ts';
import { useRun } from '../use-run.ts';

const SHOWN = 6;

/** PostsOfPage that go out next, and those that wait for an approval. */
export function Next() {
  const loaded = useRun<PostsOfPage>({ command: 'posts list', input: { waiting: true, all: true } });
  const rows = [...(loaded.ran?.document?.posts ?? [])].sort(
    (one, other) =>
      Date.parse(one.scheduleDate ?? '9999-01-01') - Date.parse(other.scheduleDate ?? '9999-01-01'),
  );
  return (
    <Panel
      title="Next to go out"
      href="#/calendar"
      loaded={loaded}
      count={rows.length}
      empty={
        pageState.value?.isReadOnly === true ? (
          'Nothing is scheduled.'
        ) : (
          <>
            Nothing is scheduled.{' '}
            <a class="link" href="#/calendar?compose=new">
              Write a post
            </a>
            .
          </>
        )
      }
    >
      <ul class="rows">
        {rows.slice(0, SHOWN).map(({ id, post, platforms, status, scheduleDate }) => (
          <li key={id}>
            <a class="row" href={`#/calendar?post=${encodeURIComponent(id)}`}>
              <span class="networks">
                {platforms.map((platform) => (
                  <Network key={platform} platform={platform} />
                ))}
              </span>
              <span class="what">
                {status !== 'pending' && <span class="tag">{getStateOf({ status }).word}</span>}{' '}
                <bdi>{post ?? 'media only'}</bdi>
              </span>
              <When at={scheduleDate} />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
