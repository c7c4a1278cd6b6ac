import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { SandboxAnswer } from '../http/sandbox-request.ts';
import type { ServiceFailure } from '../http/service-failure.ts';
import type { LinkPageTexts, LinkSession } from '../store/link-sessions.ts';
import type { KnownAccount } from '../store/profiles.ts';
import { type Html, render } from './html.ts';
import { buildPageAnswer, type PageEvents } from './page-document.ts';

export interface SessionView {
  readonly session: LinkSession;
  readonly texts: LinkPageTexts;
  /** Null when the profile hides it. */
  readonly title: string | null;
  /** Proves that a form is from this page. */
  readonly formToken: string;
}

export interface NetworkRow {
  readonly platform: Platform;
  readonly account: KnownAccount | undefined;
}

/** What just happened, for the person and for the page that opened this one. */
export interface Outcome {
  readonly kind: 'linked' | 'unlinked' | 'cancelled' | 'failed';
  readonly platform: Platform;
  /** Of a failure. */
  readonly code?: number;
  readonly message?: string;
}

const SENTENCES: Readonly<Record<Outcome['kind'], (name: string, outcome: Outcome) => string>> = {
  linked: (name) => `${name} is linked.`,
  unlinked: (name) => `${name} is no longer linked.`,
  cancelled: (name) => `Nothing was changed: linking ${name} was cancelled.`,
  failed: (name, { code, message }) => `${name} could not be linked: ${message} (error ${code})`,
};

function formatOutcome(outcome: Outcome): string {
  return SENTENCES[outcome.kind](PLATFORMS[outcome.platform].name, outcome);
}

/** A screen reader begins with the title of a new page. */
function buildTitle(heading: string, outcome: Outcome | null): string {
  return outcome === null ? heading : `${formatOutcome(outcome)} ${heading}`;
}

function renderNotice(outcome: Outcome | null): Html | null {
  if (outcome === null) return null;
  const text = formatOutcome(outcome);
  return outcome.kind === 'failed'
    ? render`<p class="notice bad" role="alert">${text}</p>`
    : render`<p class="notice good" role="status">${text}</p>`;
}

export function renderGrid(
  view: SessionView,
  rows: readonly NetworkRow[],
  outcome: Outcome | null,
): SandboxAnswer {
  const { session, texts, title } = view;
  const heading = texts.topHeader ?? 'Link your accounts';
  const sub = texts.subHeader ?? `Choose the accounts that ${title ?? 'this profile'} may use.`;
  const redirect = getRedirectOrigin(session);
  const main = render`${title === null ? null : render`<p class="brand">${title}</p>`}
${texts.hideTopHeader === true ? render`<h1>Accounts</h1>` : render`<h1>${heading}</h1>\n<p class="soft">${sub}</p>`}
${renderNotice(outcome)}
${rows.length === 0 ? render`<p class="notice bad">No network can be linked here.</p>` : null}
<ul class="networks">
${rows.map((row) => renderNetwork(view, row))}
</ul>
${session.redirect === null ? null : render`<p class="actions"><a class="button" href="${session.redirect}" rel="noreferrer">Done</a></p>`}
${session.redirect === null && session.origin !== null ? render`<p class="actions"><a class="button" href="/link/${session.id}?close=yes">Done</a></p>` : null}`;
  const isSettled = outcome !== null || session.linked !== null;
  return buildPageAnswer({
    title: buildTitle(heading, outcome),
    main,
    events: buildEvents(session, { outcome, isSettled, closes: false }),
    leadsTo: redirect,
  });
}

function renderNetwork(view: SessionView, { platform, account }: NetworkRow): Html {
  const { name } = PLATFORMS[platform];
  const isLinked = account?.linked === true;
  const isRefused = isLinked && account.token !== 'ok';
  const state = isRefused
    ? render`<div class="state off">@${renderHandle(account.username)}: must be linked again</div>`
    : isLinked
      ? render`<div class="state on">Linked: @${renderHandle(account.username)}</div>`
      : render`<div class="state">Not linked</div>`;
  const way = `/link/${view.session.id}/${platform}`;
  return render`<li>
<span class="mark ${platform}" aria-hidden="true">${name.charAt(0)}</span>
<div><div class="name">${name}</div>${state}</div>
<div class="row">${isLinked && !isRefused ? null : render`<a class="button" href="${way}" aria-label="Link ${name}${isRefused ? ' again' : ''}">${isRefused ? 'Link again' : 'Link'}</a>`}${
    isLinked
      ? render`<form method="post" action="${way}">${renderToken(view)}<button class="plain" name="do" value="unlink" aria-label="Unlink ${name}">Unlink</button></form>`
      : null
  }</div>
</li>
`;
}

/** A long handle is broken behind its dots and dashes. */
function renderHandle(handle: string): readonly Html[] {
  return handle
    .split(/(?<=[._-])(?=.)/)
    .map((part, at) => (at === 0 ? render`${part}` : render`<wbr>${part}`));
}

function renderToken({ formToken }: SessionView): Html {
  return render`<input type="hidden" name="token" value="${formToken}">`;
}

/** The page of a simulated network on which a person allows the service to use an account. */
export function renderConsent(
  view: SessionView,
  { platform }: NetworkRow,
  {
    username,
    fault,
    outcome,
  }: {
    username: string;
    fault: string | null;
    /** Why it failed before; null if this is the first time. */
    outcome: Outcome | null;
  },
): SandboxAnswer {
  const { session, title } = view;
  const { name, messages, otherLogin } = PLATFORMS[platform];
  const heading = `Log in to ${name}`;
  const asksMethod = otherLogin === 'page' && session.login === null;
  const main = render`<p class="brand">${name} (simulated)</p>
<h1>${heading}</h1>
<p class="soft">${title ?? 'This profile'} asks to use your account. It will be able to:</p>
<ul class="can"><li>publish posts for you</li><li>read and answer comments</li>${
    messages ? render`<li>read and send direct messages</li>` : null
  }</ul>
${renderNotice(outcome)}
<form method="post" action="/link/${session.id}/${platform}">
${renderToken(view)}
<div class="field"><label for="username">Name of the account</label>
<input type="text" id="username" name="username" value="${username}" required maxlength="${USERNAME.most}" autocomplete="off" autocapitalize="none" spellcheck="false"${
    fault === null ? null : render` aria-invalid="true" aria-describedby="fault"`
  }>
${fault === null ? null : render`<p class="notice bad" role="alert" id="fault">${fault}</p>`}</div>
${asksMethod ? LOGIN_CHOICE : null}
<div class="actions"><button name="do" value="link">Allow</button><button class="plain" name="do" value="cancel" formnovalidate>Cancel</button></div>
</form>`;
  return buildPageAnswer({
    title: buildTitle(heading, outcome),
    main,
    status: fault === null ? OK : BAD_REQUEST,
    events: buildEvents(session, { outcome, isSettled: session.mode === 'grid', closes: false }),
    leadsTo: getRedirectOrigin(session),
  });
}

const OK = 200;
const BAD_REQUEST = 400;

/** Of the simulated networks. */
export const USERNAME = { most: 30, pattern: /^[\w.-]{1,30}$/ } as const;

/** Direct login is the default of the service. @see docs/service/audio.md#search */
const LOGIN_CHOICE = render`<fieldset><legend>How to log in</legend>
<label><input type="radio" name="login" value="direct" checked> With Instagram</label>
<label><input type="radio" name="login" value="page"> With the Facebook Page of the account (needed for audio)</label>
</fieldset>`;

/** The end of a session that has nothing left to do. */
export function renderDone({ session }: SessionView, outcome: Outcome | null): SandboxAnswer {
  const { redirect, origin } = session;
  const isCancelled = outcome?.kind === 'cancelled';
  const heading = isCancelled ? 'Nothing was changed' : 'Done';
  const main = render`<h1>${heading}</h1>
${renderNotice(outcome)}
${redirect === null ? render`<p>You can close this page.</p>` : render`<p class="actions"><a class="button" href="${redirect}" rel="noreferrer">Continue</a></p>`}`;
  return buildPageAnswer({
    title: buildTitle(heading, outcome),
    main,
    events: buildEvents(session, {
      outcome,
      isSettled: true,
      closes: origin !== null && outcome?.kind !== 'failed',
    }),
  });
}

/** A page for a link that does not work (any more), or a request that is refused. */
export function renderFailure({ code, message }: ServiceFailure, status: number): SandboxAnswer {
  const { title, advice } = DEAD_LINKS[code] ?? {
    title: 'This did not work',
    advice: 'Go back and try again, or open your link again.',
  };
  const main = render`<h1>${title}</h1>
<p>${message} (error ${code})</p>
<p class="soft">${advice}</p>`;
  return buildPageAnswer({ title, main, status });
}

const ASK = 'Ask for a new link where you got this one.';
const DEAD_LINKS: Readonly<Record<number, { title: string; advice: string }>> = {
  501: { title: 'This link was withdrawn', advice: ASK },
  502: { title: 'This link does not exist', advice: `Check that it is complete. ${ASK}` },
  503: { title: 'This link has expired', advice: ASK },
};

/** An assumption: the names besides `connect:error` and `connect:cancelled`, and the form of the events. */
function buildEvents(
  { origin, mode, network }: LinkSession,
  { outcome, isSettled, closes }: { outcome: Outcome | null; isSettled: boolean; closes: boolean },
): PageEvents | null {
  if (origin === null) return null;
  const event = outcome === null ? null : toConnectEvent(outcome);
  return { origin, event, isSettled, closes, network: mode === 'connect' ? network : null };
}

function toConnectEvent({ kind, platform, code, message }: Outcome): PageEvents['event'] {
  switch (kind) {
    case 'linked':
      return { event: 'connect:success', network: platform };
    case 'cancelled':
      return { event: 'connect:cancelled', network: platform };
    case 'failed':
      return { event: 'connect:error', network: platform, code, message };
    case 'unlinked':
      return null;
  }
}

function getRedirectOrigin({ redirect }: LinkSession): string | null {
  return redirect === null ? null : new URL(redirect).origin;
}
