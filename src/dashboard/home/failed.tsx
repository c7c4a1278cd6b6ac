import { Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import { When } from '../parts/when.tsx';
import type { PostsOfPage } from '../records.ts';
import { useRun } from '../use-run.ts';

const SHOWN = 4;

/** PostsOfPage that some network did not take. */
export function Failed() {
  const loaded = useRun<PostsOfPage>({ command: 'posts list', input: { status: ['error'], all: true } });
  const rows = loaded.ran?.document?.posts ?? [];
  return (
    <Panel
      title="Failed"
      href="#/calendar?status=error"
      loaded={loaded}
      count={rows.length}
      empty="Nothing failed."
    >
      <ul class="rows">
        {rows.slice(0, SHOWN).map(({ id, post, errors, scheduleDate, created }) => (
          <li key={id}>
            <a class="row" href={`#/calendar?post=${encodeURIComponent(id)}`}>
              <span class="networks">
                {errors.map(
                  ({ platform }) =>
                    platform !== null && <Network key={platform} platform={platform} isFailed />,
                )}
              </span>
              <span class="what">
                <bdi>{post ?? 'media only'}</bdi>
                <span class="dim"> {errors[0]?.message}</span>
              </span>
              <When at={scheduleDate ?? created} />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
