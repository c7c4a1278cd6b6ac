import { useState } from 'preact/hooks';
import { pageState, profile } from '../page-store.ts';
import { AdviceText } from '../parts/advice.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import { Question } from '../parts/question.tsx';
import { useWrite, type Write } from '../parts/use-write.ts';
import type { Health } from '../records.ts';
import { useRun } from '../use-run.ts';
import { LinkPage, type LinkSessionOfPage } from './link-page.tsx';

type LinkedAccount = Health['accounts'][number];

/** A session that was created on this page, and for what. */
interface CreatedLink extends LinkSessionOfPage {
  readonly profile: string;
  /** Null for any network. */
  readonly platform: string | null;
}

/** All accounts of the profiles whose keys are here, those with problems first, and how they are linked again. */
export function LinkedAccounts() {
  const loaded = useRun<Health>({ command: 'profiles health' });
  const write = useWrite();
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const unlinking = useWrite();
  const [asked, setAsked] = useState<string | null>(null);
  const [unlinked, setUnlinked] = useState<string>('');
  const { ran } = loaded;
  const accounts = ran?.document?.accounts ?? [];
  // exit code 11 says that something is to be done, which is what this panel shows
  const shown = ran?.document ? { ...loaded, ran: { ...ran, failure: null } } : loaded;
  const link = (alias: string, platform: string | null) => {
    setAsked(platform);
    const change = { command: 'profiles link', input: platform === null ? {} : { platform } };
    void write.ask(change, 'The link was made: open it, or pass it on.', {
      profile: alias,
      onMade({ document }) {
        const { sessionId, url } = document as LinkSessionOfPage; // of the command
        setCreated({ sessionId, url, profile: alias, platform });
      },
    });
  };
  const unlink = ({ profile, platform }: LinkedAccount) => {
    if (platform === null) return;
    setUnlinked(getNetworkName(platform));
    const change = { command: 'profiles unlink', input: { network: platform } };
    void unlinking.ask(
      change,
      `Unlinked ${getNetworkName(platform)} of ${profile ?? 'the Primary Profile'}.`,
      { profile },
    );
  };
  return (
    <Panel title="Linked accounts" loaded={shown} count={accounts.length} empty={<NoAccount />}>
      {write.failure !== null && <FailureNote failure={write.failure} />}
      {unlinking.failure !== null && <FailureNote failure={unlinking.failure} />}
      {created !== null && <LinkPage {...created} onEnd={() => setCreated(null)} />}
      <ul class="rows">
        {accounts.map((account) => (
          <AccountRow
            key={`${account.profile} ${account.platform}`}
            account={account}
            write={write}
            onLink={() => account.profile !== null && link(account.profile, account.platform)}
            onUnlink={() => unlink(account)}
          />
        ))}
      </ul>
      <LinkMore write={write} onLink={(alias) => link(alias, null)} />
      <Question
        write={write}
        what={
          asked === null
            ? 'Make a link for an account'
            : `Make a link for the ${getNetworkName(asked)} account`
        }
        action="Make the link"
      >
        <p>
          A person who opens it within 5 minutes can link an account to this profile. Treat it like a
          password. What is linked now stays, until another account is.
        </p>
      </Question>
      <Question write={unlinking} what={`Unlink the ${unlinked} account`} action="Unlink">
        <p>
          Nothing is published to it for this profile, and none of its comments and messages are read, until
          an account is linked again. What was published stays.
        </p>
      </Question>
    </Panel>
  );
}

/** The keys of a profile are needed to link to it: the Primary Profile is linked on the website of the service. */
function NoAccount() {
  return (
    <>
      No account is linked. Link one on the website of the service
      {pageState.value?.isReadOnly !== true && ', or create a profile below and link one to it'}.
    </>
  );
}

/** Links one more account to the chosen profile. */
function LinkMore({ write, onLink }: { write: Write; onLink: (alias: string) => void }) {
  const alias = profile.value;
  if (pageState.value?.isReadOnly === true || (pageState.value?.profiles.length ?? 0) === 0) return null;
  return alias === null ? (
    <p class="empty">To link another account, choose its profile in the list of profiles first.</p>
  ) : (
    <p class="actions more">
      <button type="button" disabled={write.isBusy} onClick={() => onLink(alias)}>
        Link an account to {alias}…
      </button>
    </p>
  );
}

function AccountRow({
  account: { profile, platform, account, status, daysLeft, problems },
  write,
  onLink,
  onUnlink,
}: {
  account: LinkedAccount;
  write: Write;
  onLink: () => void;
  onUnlink: () => void;
}) {
  const isReadOnly = pageState.value?.isReadOnly === true;
  const isSandbox = pageState.value?.isSandbox === true;
  const isBad = status === 'fail';
  const owner = profile ?? 'Primary Profile';
  const name = platform === null ? 'an account' : getNetworkName(platform);
  return (
    <li class="row account-row">
      {platform !== null && <Network platform={platform} isFailed={isBad} />}
      <span class="finding">
        <bdi class="strong">{account ?? (platform === null ? owner : name)}</bdi>{' '}
        {platform !== null && <span class="dim">{owner}</span>}
        {problems.map(({ found, advice }) => (
          <span key={found} class={isBad ? 'problem bad' : 'problem'}>
            {found}
            {advice !== null && (
              <>
                : <AdviceText text={advice} />
              </>
            )}
          </span>
        ))}
        {problems.length === 0 && (
          <span class="problem dim">
            {daysLeft === null ? 'linked' : `linked, for ${daysLeft} more days`}
          </span>
        )}
        {isBad && profile === null && !isSandbox && (
          <span class="problem dim">
            Accounts of the Primary Profile are linked on the service's own website.
          </span>
        )}
      </span>
      {!isReadOnly && (
        <span class="account-actions">
          {isBad && isSandbox && platform !== null && (
            <button
              type="button"
              class="small"
              disabled={write.isBusy}
              aria-label={`Relink ${name} in the sandbox`}
              onClick={() =>
                void write.make(
                  {
                    command: 'sandbox account set',
                    input: { platform, token: 'ok', permission: 'granted', linked: true },
                  },
                  `${name} is linked again.`,
                  { profile },
                )
              }
            >
              Relink
            </button>
          )}
          {status !== 'ok' && profile !== null && (
            <button
              type="button"
              class="small"
              disabled={write.isBusy}
              aria-label={`${platform === null ? 'Link' : 'Link again'}… ${name} of ${profile}`}
              onClick={onLink}
            >
              {platform === null ? 'Link…' : 'Link again…'}
            </button>
          )}
          {platform !== null && (
            <button
              type="button"
              class="small quiet"
              disabled={write.isBusy}
              aria-label={`Unlink… ${name} of ${owner}`}
              onClick={onUnlink}
            >
              Unlink…
            </button>
          )}
        </span>
      )}
    </li>
  );
}
