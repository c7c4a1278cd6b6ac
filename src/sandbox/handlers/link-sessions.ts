import { createHash } from 'node:crypto';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { MINUTE_MS } from '../../service/durations.ts';
import type {
  InstagramLinkMethod,
  LinkState,
  NewLinkSession,
} from '../../service/endpoints/link-sessions.ts';
import { LIMITS } from '../../service/limits.ts';
import { generateLinkToken, generateSessionId } from '../generate-ids.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import {
  deleteEndedLinkSessions,
  findLinkSession,
  insertLinkSession,
  type LinkSession,
  revokeLinkSessions,
} from '../store/link-sessions.ts';
import type { Profile } from '../store/profiles.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { requireUserProfile } from './profiles.ts';

/**
 * Creates a link session, and the address of its page on this sandbox.
 *
 * @see docs/service/profiles.md#link-sessions
 */
export const createLinkSession: Handler<'createLinkSession'> = ({ body }, context) => {
  const { profile, origin } = context;
  if (profile.profileKey === null)
    throw createInputFailure('Profile-Key: is required, because accounts are linked to a User Profile');
  const { session, token } = addSession(body, { ...context, profile });
  return {
    status: 'success',
    sessionId: session.id,
    url: `${origin}/link?token=${token}`,
    expiresAt: formatIsoSeconds(session.expires),
    emailSent: false,
    title: profile.title,
  };
};

type SessionContext = HandlerContext & { profile: Profile };

function addSession(request: NewLinkSession, { store, now, random, profile }: SessionContext) {
  const { mode = 'grid', network = null, expiresIn = ASSUMED.linkSessionMinutes } = request;
  const token = generateLinkToken(random);
  const expires = now + expiresIn * MINUTE_MS;
  const session = {
    id: generateSessionId(random),
    profile: profile.id,
    created: now,
    urlUntil: Math.min(now + LIMITS.linkUrlMs, expires),
    expires,
    mode,
    network,
    allowed: request.allowedSocial ?? null,
    login: request.instagramLinkMethod === undefined ? null : LOGINS[request.instagramLinkMethod],
    redirect: request.redirect ?? null,
    origin: request.origin ?? null,
  };
  store.transaction(() => {
    deleteEndedLinkSessions(store, now - ASSUMED.endedLinkSessionMs);
    if (request.logout === true) revokeLinkSessions(store, profile.id, now);
    insertLinkSession(store, session, hashLinkToken(token));
  });
  return { session, token };
}

/** The form in which a token is stored: a copy of the store opens no page. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const LOGINS: Readonly<Record<InstagramLinkMethod, 'direct' | 'page'>> = {
  direct: 'direct',
  instagram: 'direct',
  page: 'page',
  facebook: 'page',
};

/**
 * Returns the state of a link session; with a profile key, only of a session of that profile.
 *
 * @see docs/service/profiles.md#link-sessions
 */
export const getLinkSession: Handler<'getLinkSession'> = (
  { params: { sessionId } },
  { store, profile, now },
) => {
  const session = findLinkSession(store, sessionId);
  const isOther = profile.profileKey !== null && session?.profile !== profile.id;
  if (session === undefined || isOther) throw new ServiceFailure(502, { id: sessionId });
  return {
    status: 'success',
    sessionId,
    state: getLinkState(session, now),
    expiresAt: formatIsoSeconds(session.expires),
  };
};

/** An assumption: a session with a linked account stays `linked` when its time is over. */
export function getLinkState({ revoked, linked, expires }: LinkSession, now: number): LinkState {
  if (revoked !== null) return 'revoked';
  if (linked !== null) return 'linked';
  return now < expires ? 'open' : 'expired';
}

/** A private key in PEM format, with line breaks, or with `\n` as in JSON that was escaped twice. */
const PEM =
  /^\s*-----BEGIN (?<kind>(?:[A-Z]+ )?PRIVATE KEY)-----(?:\s|\\n)+(?:[A-Za-z0-9+/=]+(?:\s|\\n)+)+-----END \k<kind>-----(?:\s|\\n)*$/;

const LONGEST_KEY = 20_000;

/**
 * Returns an address of the same page, for older clients. An assumption: only the format of the private key is
 * checked; it is neither stored nor shown.
 *
 * @see docs/service/endpoints.md#older-spellings
 * @see docs/service/errors.md#code-189
 */
export const generateJwt: Handler<'generateJwt'> = ({ body }, context) => {
  const { profileKey, domain, privateKey, base64 = false, ...request } = body;
  const key = base64 ? Buffer.from(privateKey, 'base64').toString() : privateKey;
  if (privateKey.length > LONGEST_KEY || !PEM.test(key)) throw new ServiceFailure(189);
  const profile = requireUserProfile(context.store, { profileKey });
  const { token } = addSession(request, { ...context, profile });
  const url = `${context.origin}/link?domain=${encodeURIComponent(domain.toWellFormed())}&token=${token}`;
  return { status: 'success', title: profile.title, token, url };
};
