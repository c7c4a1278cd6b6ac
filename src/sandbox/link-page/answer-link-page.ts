import { createHmac } from 'node:crypto';
import { SECOND_MS } from '../../service/durations.ts';
import { ERRORS } from '../../service/errors.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';
import type { Engine } from '../engine/engine.ts';
import { enqueueEvent } from '../engine/events.ts';
import { hashLinkToken } from '../handlers/link-sessions.ts';
import { buildSocialEvent } from '../handlers/profiles.ts';
import { isSameSecret } from '../http/access.ts';
import type { SandboxAnswer, SandboxRequest } from '../http/sandbox-request.ts';
import { buildFailureReply, formatFailureMessage, ServiceFailure } from '../http/service-failure.ts';
import { findInjectedFailure } from '../networks/injected-faults.ts';
import { buildAccount } from '../networks/new-account.ts';
import {
  findLinkSession,
  findLinkSessionByToken,
  getLinkPageTexts,
  type LinkSession,
  markSessionLinked,
} from '../store/link-sessions.ts';
import {
  findKnownAccount,
  findProfile,
  type KnownAccount,
  listKnownAccounts,
  type NetworkAccount,
  type Profile,
  saveAccount,
} from '../store/profiles.ts';
import { buildRedirect } from './page-document.ts';
import {
  type NetworkRow,
  type Outcome,
  renderConsent,
  renderDone,
  renderFailure,
  renderGrid,
  type SessionView,
  USERNAME,
} from './render-pages.ts';

export interface LinkPageParts {
  readonly engine: Engine;
  /** The key that signs the cookies and forms of this store. */
  readonly key: string;
}

const PAGE = /^\/link\/(?<id>ls_\w+)(?:\/(?<platform>[a-z]+))?$/;

/**
 * Serves the page on which a person links accounts to a profile. Its address is opened once with the token; then a
 * cookie that only this session's page receives identifies it, and each form has a token of its own, too.
 *
 * @see docs/service/profiles.md#link-sessions
 * @see docs/safety.md#D2
 */
export function answerLinkPage(request: SandboxRequest, parts: LinkPageParts): SandboxAnswer {
  try {
    const { pathname, searchParams } = request.url;
    if (pathname === '/link' && request.method === 'GET')
      return openAddress(searchParams.get('token') ?? '', parts);
    const { id, platform } = PAGE.exec(pathname)?.groups ?? {};
    if (id === undefined) throw new ServiceFailure(502);
    return answerSession(request, { id, platform }, parts);
  } catch (error) {
    if (error instanceof ServiceFailure) return answerFailure(error);
    throw error;
  }
}

export function answerFailure(failure: ServiceFailure): SandboxAnswer {
  return renderFailure(failure, buildFailureReply(failure, 'link session').http);
}

/** @see docs/service/errors.md#ERR-06 */
function openAddress(token: string, { engine, key }: LinkPageParts): SandboxAnswer {
  const session = findLinkSessionByToken(engine.store, hashLinkToken(token));
  const now = engine.now();
  if (session === undefined) throw new ServiceFailure(502);
  requireAlive(session, now);
  if (now >= session.urlUntil)
    throw new ServiceFailure(503, { message: 'The address could be opened for 5 minutes.' });
  const seconds = Math.max(1, Math.ceil((session.expires - now) / SECOND_MS));
  const cookie = `${getCookieName(session.id)}=${sign(key, 'page', session.id)}`;
  const path = `/link/${session.id}`;
  return buildRedirect(path, {
    'set-cookie': `${cookie}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`,
  });
}

/** @throws ServiceFailure 501 for a revoked session, 503 for an expired one */
function requireAlive({ revoked, expires }: LinkSession, now: number): void {
  if (revoked !== null) throw new ServiceFailure(501);
  if (now >= expires) throw new ServiceFailure(503);
}

function getCookieName(id: string): string {
  return `crier_${id}`;
}

function sign(key: string, what: 'page' | 'form', id: string): string {
  return createHmac('sha256', key).update(`link ${what}\n${id}`).digest('base64url');
}

function answerSession(
  request: SandboxRequest,
  place: { id: string; platform: string | undefined },
  parts: LinkPageParts,
): SandboxAnswer {
  const { engine, key } = parts;
  const { store } = engine;
  const session = findLinkSession(store, place.id);
  const profile = session && findProfile(store, session.profile);
  if (session === undefined || profile === undefined) throw new ServiceFailure(502);
  requireCookie(request, session, key);
  requireAlive(session, engine.now());
  const page: OpenPage = { parts, session, profile, view: buildView(session, profile, parts) };
  const rows = listNetworks(page);
  if (place.platform === undefined && session.mode === 'grid' && request.method === 'GET')
    return showGrid(page, rows, request.url.searchParams);
  const row = rows.find(({ platform }) => platform === (place.platform ?? session.network));
  if (row === undefined) throw new ServiceFailure(502, { message: 'This network cannot be linked here.' });
  if (request.method === 'POST') return submit(request, page, row);
  return showNetwork(page, row, request.url.searchParams);
}

/** @throws ServiceFailure 502 without the cookie that opening the address sets */
function requireCookie({ headers }: SandboxRequest, { id }: LinkSession, key: string): void {
  const wanted = `${getCookieName(id)}=`;
  const cookie = (headers['cookie'] ?? '').split('; ').find((each) => each.startsWith(wanted));
  if (cookie !== undefined && isSameSecret(cookie.slice(wanted.length), sign(key, 'page', id))) return;
  throw new ServiceFailure(502, { message: 'This browser has not opened the link.' });
}

interface OpenPage {
  parts: LinkPageParts;
  session: LinkSession;
  profile: Profile;
  view: SessionView;
}

function buildView(session: LinkSession, profile: Profile, { engine, key }: LinkPageParts): SessionView {
  const texts = getLinkPageTexts(engine.store, profile.id);
  return {
    session,
    texts,
    title: texts.hideTitle === true ? null : (profile.displayTitle ?? profile.title),
    formToken: sign(key, 'form', session.id),
  };
}

function listNetworks({ session, profile, view, parts }: OpenPage): readonly NetworkRow[] {
  const disabled = view.texts.disableSocial ?? [];
  return Platform.options
    .filter((platform) => session.allowed?.includes(platform) !== false && !disabled.includes(platform))
    .map((platform) => ({ platform, account: findKnownAccount(parts.engine.store, profile.id, platform) }));
}

function showGrid(page: OpenPage, rows: readonly NetworkRow[], query: URLSearchParams): SandboxAnswer {
  if (query.has('close')) return renderDone(page.view, null);
  return renderGrid(page.view, rows, readOutcome(query, rows));
}

/** The mode connect has one network and links it once. */
function showNetwork(page: OpenPage, row: NetworkRow, query: URLSearchParams): SandboxAnswer {
  const { session, view } = page;
  const outcome = session.mode === 'connect' ? readOutcome(query, [row]) : null;
  const isOver = session.mode === 'connect' && (session.linked !== null || outcome?.kind === 'cancelled');
  if (isOver) return renderDone(view, outcome);
  const username = row.account?.username ?? page.profile.alias;
  return renderConsent(view, row, { username, fault: null, outcome });
}

/** Reads what the redirect after a form says; it is only shown where it is true. */
function readOutcome(query: URLSearchParams, rows: readonly NetworkRow[]): Outcome | null {
  const row = rows.find(({ platform }) => platform === query.get('network'));
  if (row === undefined) return null;
  const { platform, account } = row;
  const isLinked = account?.linked === true;
  const kind = query.get('result');
  if (kind === 'linked') return isLinked ? { kind, platform } : null;
  if (kind === 'unlinked') return isLinked ? null : { kind, platform };
  if (kind === 'cancelled') return { kind, platform };
  const code = Number(query.get('code'));
  if (kind !== 'failed' || !Object.hasOwn(ERRORS, code)) return null;
  return { kind, platform, code, message: formatFailureMessage(code) };
}

function submit(request: SandboxRequest, page: OpenPage, row: NetworkRow): SandboxAnswer {
  const { session, view, parts } = page;
  const form = new URLSearchParams(readText(request.body));
  if (!isSameSecret(form.get('token') ?? '', view.formToken))
    throw new ServiceFailure(101, { message: 'The form is not from this page.' });
  if (session.mode === 'connect' && session.linked !== null) return redirectAfter(page, row, 'linked');
  switch (form.get('do')) {
    case 'link':
      return link(page, row, form);
    case 'unlink':
      unlinkAccountOfUser(parts.engine, row.account);
      return redirectAfter(page, row, 'unlinked');
    case 'cancel':
      return redirectAfter(page, row, 'cancelled');
    default:
      throw new ServiceFailure(101, { message: 'The form is not complete.' });
  }
}

function readText(body: SandboxRequest['body']): string {
  return body === null || typeof body === 'string' ? (body ?? '') : new TextDecoder().decode(body);
}

function link(page: OpenPage, row: NetworkRow, form: URLSearchParams): SandboxAnswer {
  const { engine } = page.parts;
  const { platform } = row;
  const username = (form.get('username') ?? '').trim().replace(/^@/, '');
  const name = PLATFORMS[platform].name;
  const showFault = (fault: string) => renderConsent(page.view, row, { username, fault, outcome: null });
  if (!USERNAME.pattern.test(username))
    return showFault(`Type a name of 1 to ${USERNAME.most} letters, digits, dots, hyphens and underscores.`);
  const failure =
    findInjectedFailure(engine.store, { endpoint: 'linkCallback', network: platform }) ??
    findInjectedFailure(engine.store, { endpoint: 'linkCallback', network: null });
  if (failure !== null) return redirectAfter(page, row, 'failed', failure.code);
  const login = page.session.login ?? (form.get('login') === 'page' ? 'page' : 'direct');
  const linked = linkAccount(engine, { session: page.session, profile: page.profile, row, username, login });
  if (!linked) return showFault(`Another profile has this ${name} account linked.`);
  return redirectAfter(page, row, 'linked');
}

/** After a form: to the redirect of a session that is over, else to the page that says what happened. */
function redirectAfter(
  { session }: OpenPage,
  { platform }: NetworkRow,
  kind: Outcome['kind'],
  code?: number,
): SandboxAnswer {
  const isOver = session.mode === 'connect' && kind !== 'failed';
  if (isOver && session.redirect !== null && session.origin === null) return buildRedirect(session.redirect);
  const query = new URLSearchParams({ result: kind, network: platform });
  if (code !== undefined) query.set('code', String(code));
  return buildRedirect(`/link/${session.id}?${query}`);
}

/**
 * Links an account for the person, and enqueues the event. The same account as before keeps its state at the network;
 * its authorization is new.
 *
 * @returns false when another profile has the account linked, and nothing was changed
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
function linkAccount(
  context: Engine,
  allowed: {
    session: LinkSession;
    profile: Profile;
    row: NetworkRow;
    username: string;
    /** Of Instagram. */
    login: Extract<NetworkAccount['login'], 'direct' | 'page'>;
  },
): boolean {
  const { store } = context;
  const { session, profile, row, username } = allowed;
  const login = PLATFORMS[row.platform].otherLogin === 'page' ? allowed.login : 'direct';
  return store.transaction(() => {
    const before = row.account?.username === username ? row.account : undefined;
    const account: KnownAccount = {
      ...(before ?? buildAccount(profile, row.platform, { username, login })),
      linked: true,
      token: 'ok',
      permission: 'granted',
      login,
    };
    const isTaken = listKnownAccounts(store).some(
      (each) =>
        each.linked &&
        each.platform === account.platform &&
        each.id === account.id &&
        each.profile !== profile.id,
    );
    if (isTaken) return false;
    saveAccount(store, account);
    markSessionLinked(store, session.id, context.now());
    enqueueSocialEvent(context, account, { type: 'link' });
    return true;
  });
}

/** Unlinks an account for the person, and enqueues the event; one that is not linked stays so. */
function unlinkAccountOfUser(context: Engine, account: KnownAccount | undefined): void {
  if (account?.linked !== true) return;
  context.store.transaction(() => {
    saveAccount(context.store, { ...account, linked: false });
    enqueueSocialEvent(context, account, { type: 'unlink', reason: null });
  });
}

function enqueueSocialEvent(
  context: Engine,
  account: KnownAccount,
  change: Parameters<typeof buildSocialEvent>[0],
): void {
  const { profile } = account;
  const event = buildSocialEvent(change, account);
  enqueueEvent(context, { profile, action: 'social', key: null, event, at: context.now() });
}
