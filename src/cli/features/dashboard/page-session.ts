import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
/** A link that was not opened ends after this time. */
const LINK_MS = 15 * 60_000;

/** The links that lead to the page, and the sessions of the browser tabs that opened one. */
export interface PageSessions {
  /** Makes a link's token; it can be used once. The one before ends. */
  createLinkToken(): string;
  /** Exchanges the token of a link for that of a session; null when it is not the current one. */
  open(linkToken: string): string | null;
  /** Whether a request's `Authorization` names a session. */
  knows(authorization: string | undefined): boolean;
}

/** @param now in milliseconds since 1970 @see docs/safety.md#D2 */
export function createPageSessions(now: () => number): PageSessions {
  let link: { readonly digest: Buffer; readonly until: number } | null = null;
  const sessions: Buffer[] = [];
  return {
    createLinkToken() {
      const token = createToken();
      link = { digest: digest(token), until: now() + LINK_MS };
      return token;
    },
    open(linkToken) {
      if (link === null || now() > link.until || !timingSafeEqual(link.digest, digest(linkToken)))
        return null;
      link = null;
      const session = createToken();
      sessions.push(digest(session));
      return session;
    },
    knows(authorization = '') {
      const sent = digest(/^Bearer ([\w-]+)$/.exec(authorization)?.[1] ?? '');
      return sessions.some((session) => timingSafeEqual(session, sent));
    },
  };
}

function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Of equal length, whatever was sent. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
