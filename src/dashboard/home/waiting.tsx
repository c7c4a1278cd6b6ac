import { getItemKey, nameOf } from '../inbox/inbox-filter.ts';
import type { PageItems } from '../inbox/inbox-records.ts';
import { Rating } from '../inbox/rating.tsx';
import { Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import { When } from '../parts/when.tsx';
import { useRun } from '../use-run.ts';

/** As many as are read at a glance. */
const SHOWN = 6;

/** People who wait for an answer to their comment, message or review. */
export function Waiting() {
  const loaded = useRun<PageItems>({ command: 'inbox list', input: { limit: SHOWN } });
  const { items = [], total = 0 } = loaded.ran?.document ?? {};
  return (
    <Panel
      title="Waiting for an answer"
      href="#/inbox"
      loaded={loaded}
      count={total}
      empty="Everybody has an answer."
    >
      <ul class="rows">
        {items.map((item) => (
          <li key={getItemKey(item)}>
            <a class="row" href={`#/inbox?id=${encodeURIComponent(getItemKey(item))}`}>
              <Network platform={item.platform} />
              <span class="what">
                <bdi class="strong">{nameOf(item.person)}</bdi>{' '}
                {item.kind === 'message' && <span class="tag">message</span>}{' '}
                {item.kind === 'review' && <Rating item={item} />}{' '}
                <bdi>{item.text ?? (item.mediaUrls.length > 0 ? 'a picture or video' : 'no text')}</bdi>
              </span>
              <When at={item.at} />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
