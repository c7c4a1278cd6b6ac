/** Where this tab keeps the token of its session; another tab does not have it. */
const STORED = 'crier-session';

/**
 * Takes the one-time token that the link has in its fragment, which browsers send to no server, and exchanges it for
 * the token of a session.
 *
 * @returns why there is no session; null when there is one
 */
export async function startSession(): Promise<string | null> {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (token === undefined) return getSession() === null ? 'Open the link that the terminal shows.' : null;
  history.replaceState(null, '', '#/');
  const answer = await fetch('api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch(() => null);
  if (answer === null)
    return 'No answer from the process of this link. Start it again, and open its new link.';
  if (!answer.ok) return 'This link was used before. The terminal shows a new one.';
  const { session, view } = (await answer.json()) as { session: string; view: string }; // the process that served this page
  history.replaceState(null, '', `#/${view}`);
  sessionStorage.setItem(STORED, session);
  return null;
}

export function getSession(): string | null {
  return sessionStorage.getItem(STORED);
}
