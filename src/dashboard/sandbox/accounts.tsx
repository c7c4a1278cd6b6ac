import { ABILITY_PLATFORM } from '../../service/control/posting.ts';
import { AUTOMATION_PLATFORM, PLATFORMS, Platform } from '../../service/platforms.ts';
import { pageState, place, profile } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import { useWrite } from '../parts/use-write.ts';
import { useRun } from '../use-run.ts';
import { SchemaFields } from './schema-fields.tsx';

/** An account of a profile on a network, with what can be set of it. */
type AccountOfPage = Readonly<Record<string, string | boolean>> & {
  readonly profile: string;
  readonly platform: string;
  readonly linked: boolean;
  readonly username: string;
};

const TITLES = {
  token: 'Authorization',
  login: 'Login',
  permission: 'Permission',
  standing: 'Standing',
  messaging: 'Messages',
  automations: 'Automations',
  page: 'Page',
  premium: 'Premium',
  subscriptions: 'Subscriptions',
  longVideo: 'Long videos',
  geo: 'Countries',
  kind: 'Kind of account',
  channel: 'Channel',
} as const;
type SettableName = keyof typeof TITLES;

/** What every account has. */
const COMMON: readonly SettableName[] = ['token', 'login', 'permission', 'standing'];
const OF_AUTOMATIONS: readonly SettableName[] = ['automations', 'page'];

/** What can be set of an account on this network. */
function listSettable(platform: string): readonly SettableName[] {
  const known = Platform.safeParse(platform).data;
  const abilities = (Object.keys(ABILITY_PLATFORM) as (keyof typeof ABILITY_PLATFORM)[]).filter(
    (name) => ABILITY_PLATFORM[name] === platform,
  ); // Object.keys loses the literal key types
  return [
    ...COMMON,
    ...(known !== undefined && PLATFORMS[known].messages ? ['messaging' as const] : []),
    ...(platform === AUTOMATION_PLATFORM ? OF_AUTOMATIONS : []),
    ...abilities,
  ];
}

/** States in which nothing is refused. */
const USUAL: Readonly<Partial<Record<SettableName, string>>> = {
  token: 'ok',
  permission: 'granted',
  standing: 'good',
  messaging: 'on',
  automations: 'on',
  page: 'selected',
};

/** The accounts of the chosen profile, and how each is refused by its network. */
export function Accounts() {
  const loaded = useRun<{ readonly accounts: readonly AccountOfPage[] }>({ command: 'sandbox account list' });
  const alias = profile.value ?? 'primary';
  const accounts = (loaded.ran?.document?.accounts ?? []).filter((account) => account.profile === alias);
  const chosen = accounts.find(({ platform }) => platform === place.value.parameters.get('platform')) ?? null;
  return (
    <div class={chosen === null ? 'split' : 'split has-chosen'}>
      <Panel
        title={`Accounts of ${profile.value ?? 'the Primary Profile'}`}
        loaded={loaded}
        count={accounts.length}
        empty="This profile has no account. Link one in Settings, and choose its state here."
      >
        <ul class="rows">
          {accounts.map((account) => (
            <li key={account.platform}>
              <a
                class="row"
                href={`#/sandbox?part=accounts&platform=${account.platform}`}
                aria-current={account === chosen ? 'true' : undefined}
              >
                <Network platform={account.platform} isFailed={listUnusual(account).length > 0} />
                <span class="what">
                  <span class="strong">{getNetworkName(account.platform)}</span>{' '}
                  <bdi class="dim">{account.username}</bdi>
                </span>
                {listUnusual(account).map((words) => (
                  <span key={words} class="tag failed">
                    {words}
                  </span>
                ))}
              </a>
            </li>
          ))}
        </ul>
      </Panel>
      <section class="detail" aria-label="Account">
        {chosen === null ? (
          <p class="empty">Choose an account to let its network refuse it.</p>
        ) : (
          <AccountStates key={chosen.platform} account={chosen} />
        )}
      </section>
    </div>
  );
}

function listUnusual(account: AccountOfPage): readonly string[] {
  if (!account.linked) return ['not linked'];
  return listSettable(account.platform).flatMap((name) => {
    const usual = USUAL[name];
    const is = String(account[name]);
    return usual === undefined || usual === is ? [] : [`${TITLES[name].toLowerCase()} ${is}`];
  });
}

function AccountStates({ account }: { account: AccountOfPage }) {
  const write = useWrite();
  const { platform, username, linked } = account;
  const name = getNetworkName(platform);
  const isReadOnly = pageState.value?.isReadOnly === true;
  const set = (change: object) =>
    void write.make(
      { command: 'sandbox account set', input: { platform, ...change } },
      `${name} was changed.`,
    );
  const settable = listSettable(platform);
  return (
    <div class="form states">
      <h2>
        {name} <bdi class="dim">{username}</bdi>
      </h2>
      <p class="dim">What is chosen here holds at once: requests then fail as they do at the service.</p>
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <fieldset disabled={isReadOnly || write.isBusy}>
        <legend class="hidden">States</legend>
        <label class="tick">
          <input
            type="checkbox"
            checked={linked}
            onChange={({ currentTarget }) =>
              set(currentTarget.checked ? { linked: true } : { unlinked: true })
            }
          />
          The profile has this account linked
        </label>
        <SchemaFields
          command="sandbox account set"
          fields={Object.fromEntries(settable.map((name) => [name, TITLES[name]]))}
          values={Object.fromEntries(settable.map((name) => [name, String(account[name])]))}
          blank={null}
          onChange={(name, value) => set({ [name]: value })}
        />
      </fieldset>
    </div>
  );
}
