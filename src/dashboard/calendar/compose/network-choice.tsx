import { profile } from '../../page-store.ts';
import { getNetworkName, Network } from '../../parts/networks.tsx';
import type { Health } from '../../records.ts';
import { useRun } from '../../use-run.ts';
import { POSTED_NETWORKS } from '../posted-networks.ts';

/** The networks of a post: first those to which the profile has a linked account. */
export function NetworkChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (networks: readonly string[]) => void;
}) {
  const loaded = useRun<Health>({ command: 'profiles health' });
  const accounts = loaded.ran?.document?.accounts;
  const linked = new Set(
    (accounts ?? []).filter((each) => each.profile === profile.value).map(({ platform }) => platform),
  );
  // while it is not known, all of them
  const isShown = (network: string) =>
    accounts === undefined || linked.has(network) || chosen.includes(network);
  return (
    <fieldset>
      <legend>Networks</legend>
      <div class="chips">
        {POSTED_NETWORKS.filter(isShown).map((network) => (
          <label key={network} class="chip">
            <input
              type="checkbox"
              checked={chosen.includes(network)}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked ? [...chosen, network] : chosen.filter((each) => each !== network),
                )
              }
            />
            <span aria-hidden="true">
              <Network platform={network} />
            </span>
            {getNetworkName(network)}
            {accounts !== undefined && !linked.has(network) && <span class="bad">not linked</span>}
          </label>
        ))}
      </div>
      {accounts !== undefined && linked.size === 0 && (
        <p class="empty">No account is linked to this profile. Link one in the settings first.</p>
      )}
    </fieldset>
  );
}
