import { Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import { When } from '../parts/when.tsx';
import type { WaitingComments } from '../records.ts';
import { useRun } from '../use-run.ts';

/** As many as are read at a glance. */
const SHOWN = 6;

/** People who wait for an answer to their comment. */
export function Waiting() {
  const loaded = useRun<WaitingComments>({ command: 'comments inbox' });
  const rows = loaded.ran?.document?.inbox ?? [];
  return (
    <Panel
      title="Waiting for an answer"
      href="#/inbox"
      loaded={loaded}
      count={rows.length}
      empty="Everybody has an answer."
    >
      <ul class="rows">
        {rows.slice(0, SHOWN).map(({ id, platform, author, text, createdAt }) => (
          <li key={id}>
            <a class="row" href={`#/inbox?id=${encodeURIComponent(id)}`}>
              <Network platform={platform} />
              <span class="what">
                <bdi class="strong">{author.name ?? author.handle ?? 'someone'}</bdi> <bdi>{text}</bdi>
              </span>
              <When at={createdAt} />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
