import { useEffect, useState } from 'preact/hooks';
import { changes, said } from '../page-store.ts';
import { getNetworkName } from '../parts/networks.tsx';
import { run } from '../run.ts';

export interface LinkSessionOfPage {
  readonly sessionId: string | null;
  readonly url: string | null;
}

/** How often it is asked whether the account was linked. */
const LOOK_EVERY_MS = 5_000;

/** The page of the service where an account is linked, until that was done. */
export function LinkPage({
  sessionId,
  url,
  profile,
  platform,
  onEnd,
}: LinkSessionOfPage & { profile: string; platform: string | null; onEnd: () => void }) {
  const name = platform === null ? 'The account' : getNetworkName(platform);
  const state = useLinkState(sessionId, profile, () => {
    said.value = `${name} was linked.`;
    changes.value += 1;
    onEnd();
  });
  // the address is the service's; no other kind of address is opened
  const isPage = url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  return (
    <div class="note link-page" role="status">
      <p>
        {state === 'open' ? (
          <>
            Link {platform === null ? 'an account' : name} of <bdi>{profile}</bdi> on this page of the
            service; it can be opened for 5 minutes:
          </>
        ) : (
          `No account was linked: the link is ${state}.`
        )}
      </p>
      {state === 'open' && url !== null && <code>{url}</code>}
      <p class="actions">
        {state === 'open' && isPage && (
          <a class="button" href={url} target="_blank" rel="noreferrer noopener">
            Open it
          </a>
        )}
        <button type="button" onClick={onEnd}>
          Close
        </button>
      </p>
    </div>
  );
}

/** Asks for the state of a session while it is open. */
function useLinkState(sessionId: string | null, profile: string, onLinked: () => void): string {
  const [state, setState] = useState('open');
  useEffect(() => {
    if (sessionId === null) return;
    const ending = new AbortController();
    const look = async () => {
      const asked = { command: 'profiles link-status', input: { session: [sessionId] } };
      const { document } = await run<{ readonly state?: string }>(asked, profile, ending.signal);
      const now = document?.state ?? 'open';
      if (now === 'linked') onLinked();
      else setState(now);
      return now === 'open';
    };
    const timer = setInterval(() => {
      // the frame shows that the process cannot be reached
      void look().then(
        (isOpen) => isOpen || clearInterval(timer),
        () => {},
      );
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [sessionId]);
  return state;
}
