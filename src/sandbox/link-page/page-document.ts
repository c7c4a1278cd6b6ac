import { createHash } from 'node:crypto';
import { PLATFORMS, Platform } from '../../service/platforms.ts';
import type { SandboxAnswer } from '../http/sandbox-request.ts';
import { Html, render } from './html.ts';

/** Light and dark by the reader's choice; no font or image is loaded. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f3f1ec; --card: #fff; --text: #1d2a2c; --soft: #566366; --line: #dcd8cf;
  --strong: #0f5a5e; --on-strong: #fff; --good: #17613a; --bad: #a02318;
  --good-ground: #e4f2e9; --bad-ground: #fbe9e7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12191a; --card: #1b2526; --text: #e9eeec; --soft: #a3b1b1; --line: #334244;
    --strong: #7fd0cd; --on-strong: #0c2122; --good: #8bd6a8; --bad: #ffb3a8;
    --good-ground: #17301f; --bad-ground: #3a1d19;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 2rem 1rem; min-height: 100vh; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 34rem; margin: 0 auto; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.75rem; }
.brand { margin: 0 0 .25rem; color: var(--soft); font-size: .875rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h1:focus { outline: none; }
p { margin: .5rem 0 0; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.notice { margin: 1.25rem 0 0; padding: .75rem 1rem; border-radius: .6rem; border-left: .3rem solid; }
.good { background: var(--good-ground); color: var(--good); }
.bad { background: var(--bad-ground); color: var(--bad); }
.networks { list-style: none; margin: 1.25rem 0 0; padding: 0; border-top: 1px solid var(--line); }
.networks li {
  display: grid; grid-template-columns: 2.5rem 1fr auto; gap: .85rem; align-items: center;
  padding: .7rem 0; border-bottom: 1px solid var(--line);
}
.mark {
  width: 2.5rem; height: 2.5rem; border-radius: .7rem; display: grid; place-items: center;
  color: #fff; font-weight: 600; background: var(--mark, #4a5759);
}
.name { font-weight: 600; }
.state { color: var(--soft); font-size: .9rem; overflow-wrap: break-word; min-width: 0; }
.networks li > div { min-width: 0; }
.state.on { color: var(--good); }
.state.off { color: var(--bad); }
.row { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: flex-end; margin: 0; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
button, .button {
  font: inherit; font-weight: 600; line-height: 1.2; padding: .6rem 1rem; min-height: 2.75rem; border-radius: .6rem;
  border: 1px solid var(--strong); background: var(--strong); color: var(--on-strong); text-decoration: none;
  cursor: pointer; display: inline-flex; align-items: center;
}
.plain { background: transparent; color: var(--strong); }
button:hover, .button:hover { filter: brightness(1.1); }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
label, legend { font-weight: 600; }
input[type=text] {
  font: inherit; width: 100%; margin: .35rem 0 0; padding: .6rem .75rem; border-radius: .6rem;
  border: 1px solid var(--soft); background: transparent; color: inherit;
}
fieldset { border: 0; margin: 1.25rem 0 0; padding: 0; }
legend { padding: 0; }
fieldset label { display: flex; gap: .6rem; align-items: baseline; margin: .35rem 0 0; font-weight: 400; }
input[type=radio] { accent-color: var(--strong); margin: 0; }
.field { margin: 1.25rem 0 0; }
.can { margin: .5rem 0 0; padding-left: 1.25rem; }
footer { margin: 1rem .25rem 0; color: var(--soft); font-size: .85rem; }
@media (max-width: 26rem) {
  body { padding: .75rem; }
  .card { padding: 1.25rem 1rem; }
  .networks li:has(.row > :nth-child(2)) { grid-template-columns: 2.5rem 1fr; }
  .row:has(> :nth-child(2)) { grid-column: 1 / -1; }
}
@media (prefers-reduced-motion: no-preference) { button, .button { transition: filter .15s; } }
${Platform.options.map((name) => `.${name} { --mark: ${PLATFORMS[name].color.page}; }`).join('\n')}
`;

/**
 * Tells the page that opened this one in a popup what happened, and only that page: the browser compares its origin.
 * A popup that is closed before is a cancellation.
 *
 * @see docs/service/errors.md#ERR-06
 */
const SCRIPT = `
(() => {
  const { origin, event, settled, close, network } = document.body.dataset;
  const opener = window.opener;
  if (!opener || !origin) return;
  const post = (message) => opener.postMessage({ source: 'crier', version: 1, ...message }, origin);
  if (event) post(JSON.parse(event));
  if (close) { post({ event: 'connect:closed' }); window.close(); }
  let isLeaving = Boolean(settled);
  addEventListener('submit', () => { isLeaving = true; });
  addEventListener('click', ({ target }) => { if (target.closest('a')) isLeaving = true; });
  // earlier than "pagehide", when a closing window can no longer send anything
  addEventListener('beforeunload', () => { if (!isLeaving) post({ event: 'connect:cancelled', ...(network && { network }) }); });
})();
`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const STYLE_HASH = hash(STYLE);
const SCRIPT_HASH = hash(SCRIPT);

/** What the script of a page reports to the page that opened it. */
export interface PageEvents {
  /** Only this origin receives anything. */
  readonly origin: string;
  /** What just happened; null for nothing. */
  readonly event: Readonly<Record<string, unknown>> | null;
  /** Nothing is left to cancel. */
  readonly isSettled: boolean;
  /** Closes the popup. */
  readonly closes: boolean;
  /** The network of the mode connect. */
  readonly network: string | null;
}

/**
 * Builds the answer with a page: one file, which may load nothing and send forms only to this server and to the
 * redirect of the session.
 */
export function buildPageAnswer({
  title,
  main,
  status = 200,
  events = null,
  leadsTo = null,
}: {
  title: string;
  main: Html;
  status?: number;
  events?: PageEvents | null;
  /** Origin to which a form of the page may lead besides this server. */
  leadsTo?: string | null;
}): SandboxAnswer {
  const script = events === null ? null : render`<script>${new Html(SCRIPT)}</script>`;
  const page = render`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body${buildBodyData(events)}>
<main>
<div class="card">
${main}
</div>
<footer>A page of the crier sandbox on this computer. The networks are simulated: no real account is used.</footer>
</main>
${script}</body>
</html>
`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${STYLE_HASH}`,
        ...(events === null ? [] : [`script-src ${SCRIPT_HASH}`]),
        'img-src data:',
        `form-action 'self'${leadsTo === null ? '' : ` ${leadsTo}`}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'cache-control': 'no-store',
      // "no-referrer" would make browsers send forms of this page with the origin "null"
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body: new TextEncoder().encode(page.text),
  };
}

function buildBodyData(events: PageEvents | null): Html | null {
  if (events === null) return null;
  const { origin, event, isSettled, closes, network } = events;
  const reported = event === null ? null : render` data-event="${JSON.stringify(event)}"`;
  return render` data-origin="${origin}"${reported}${isSettled ? render` data-settled="yes"` : null}${
    closes ? render` data-close="yes"` : null
  }${network === null ? null : render` data-network="${network}"`}`;
}

/** Leads to another page, with GET. */
export function buildRedirect(location: string, headers: SandboxAnswer['headers'] = {}): SandboxAnswer {
  return {
    status: 303,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...headers, location },
    body: new Uint8Array(),
  };
}
