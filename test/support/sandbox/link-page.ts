import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';

/** A page, or a redirect, as a browser gets it. */
export interface OpenedPage {
  readonly http: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Where it is after redirects on the sandbox itself; an address elsewhere is not opened. */
  readonly at: string;
}

/** What a browser keeps: cookies by their path. */
export interface TestBrowser {
  open(url: string): Promise<OpenedPage>;
  /** Sends a form of the page that was opened last, with its hidden token. */
  send(path: string, fields: Readonly<Record<string, string>>): Promise<OpenedPage>;
}

const MOST_REDIRECTS = 3;

/** A browser without scripts, which talks to a sandbox of this process. */
export function openBrowser(sandbox: Sandbox): TestBrowser {
  const cookies = new Map<string, string>();
  let token = '';

  async function request(method: string, address: URL, body: string | null): Promise<OpenedPage> {
    let url = address;
    let sent = { method, body };
    for (let turn = 0; turn <= MOST_REDIRECTS; turn += 1) {
      const cookie = [...cookies].filter(([path]) => url.pathname.startsWith(path)).map(([, each]) => each);
      const answer = await sandbox.answer({ ...sent, url, headers: { cookie: cookie.join('; ') } });
      const text = new TextDecoder().decode(answer.body);
      keep(answer.headers['set-cookie']);
      const { location } = answer.headers;
      const next = location === undefined ? null : new URL(location, url);
      token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token;
      if (next?.origin !== url.origin)
        return { http: answer.status, headers: answer.headers, text, at: next?.href ?? url.href };
      url = next;
      sent = { method: 'GET', body: null };
    }
    throw new Error('the redirects do not end');
  }

  function keep(cookie: string | undefined): void {
    const [, pair, path] = /^([^;]+); Path=([^;]+);/.exec(cookie ?? '') ?? [];
    if (pair !== undefined && path !== undefined) cookies.set(path, pair);
  }

  return {
    open: (url) => request('GET', new URL(url, 'http://sandbox.localhost'), null),
    send: (path, fields) =>
      request(
        'POST',
        new URL(path, 'http://sandbox.localhost'),
        new URLSearchParams({ token, ...fields }).toString(),
      ),
  };
}
