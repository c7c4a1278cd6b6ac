import { AdviceText } from '../parts/advice.tsx';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Health } from '../records.ts';
import { useRun } from '../use-run.ts';

/** Accounts whose link to a network has expired, or soon will. */
export function Links() {
  const loaded = useRun<Health>({ command: 'profiles health' });
  const rows = (loaded.ran?.document?.accounts ?? []).filter(({ status }) => status !== 'ok');
  const ran = loaded.ran;
  // exit code 11 says that something is to be done, which is what this panel shows
  const shown =
    ran === null ? loaded : { ...loaded, ran: { ...ran, failure: ran.document ? null : ran.failure } };
  return (
    <Panel
      title="Accounts"
      href="#/settings"
      loaded={shown}
      count={rows.length}
      empty="Every account is linked."
    >
      <ul class="rows">
        {rows.map(({ profile, platform, account, problems }) => (
          <li key={`${profile} ${platform}`} class="row">
            {platform !== null && <Network platform={platform} isFailed />}
            <span class="what">
              <bdi class="strong">
                {account ?? (platform === null ? (profile ?? 'Primary Profile') : getNetworkName(platform))}
              </bdi>{' '}
              {problems.map(({ found, advice }, index) => (
                <span key={found}>
                  {index > 0 && '; '}
                  {found}
                  {advice !== null && (
                    <>
                      : <AdviceText text={advice} />
                    </>
                  )}
                </span>
              ))}
            </span>
            <span class="dim">{platform === null ? '' : profile}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
