import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/service/durations.ts';
import { control } from '../../support/control.ts';
import { openBrowser } from '../../support/sandbox/link-page.ts';
import { smallSandbox } from '../../support/small-sandbox.ts';

const HOOK = { action: 'social', url: 'https://hooks.example/social' };

/** A session of the profile acme, its page in a browser, and what follows from it. */
async function openPage(body: object = {}) {
  const small = await smallSandbox();
  const { ask, sandbox } = small;
  await ask('/hook/webhook', { as: 'acme', method: 'POST', body: JSON.stringify(HOOK) });
  const created = await ask('/profiles/link-sessions', {
    as: 'acme',
    method: 'POST',
    body: JSON.stringify(body),
  });
  const { sessionId, url } = created.body;
  const browser = openBrowser(sandbox);
  return {
    ...small,
    browser,
    url: String(url),
    path: `/link/${sessionId}`,
    readState: async () => (await ask(`/profiles/link-sessions/${sessionId}`)).body.state,
    readNetworks: async () => (await ask('/user', { as: 'acme' })).body.activeSocialAccounts,
    readAccount: async (platform: string) => {
      const { accounts } = (await control(sandbox, 'listAccounts')).body;
      return accounts.find((each) => each.profile === 'acme' && each.platform === platform);
    },
    readEvents: async () => {
      const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
      return deliveries.filter(({ action }) => action === 'social').map(({ event }) => event);
    },
  };
}

const LINK = { do: 'link', username: 'acme.shop' };

describe('the list of networks', () => {
  test('shows every network, and links an account, with the event', async () => {
    const page = await openPage();
    const opened = await page.browser.open(page.url);
    expect(opened.http).toBe(200);
    expect(opened.text).toContain('<h1>Link your accounts</h1>');
    expect(opened.text.match(/<li>/g)).toHaveLength(14);
    await page.browser.open(`${page.path}/tiktok`);
    const linked = await page.browser.send(`${page.path}/tiktok`, LINK);
    expect(linked.text).toContain('<p class="notice good" role="status">TikTok is linked.</p>');
    expect(linked.text).toContain('<title>TikTok is linked. Link your accounts</title>');
    expect(linked.text).toContain('Linked: @acme.<wbr>shop<');
    expect(await page.readNetworks()).toContain('tiktok');
    expect(await page.readState()).toBe('linked');
    expect(await page.readEvents()).toEqual([
      { type: 'link', platform: 'tiktok', displayName: 'Acme', source: 'user' },
    ]);
  });

  test('a session that was used is revoked, no longer linked, by logout', async () => {
    const page = await openPage();
    await page.browser.open(page.url);
    await page.browser.send(`${page.path}/tiktok`, LINK);
    expect(await page.readState()).toBe('linked');
    await page.ask('/profiles/link-sessions', { as: 'acme', method: 'POST', body: '{"logout":true}' });
    expect(await page.readState()).toBe('revoked');
  });

  test('unlinks an account, with the event', { tags: ['HOOK-25'] }, async () => {
    const page = await openPage();
    await page.browser.open(page.url);
    await page.browser.send(`${page.path}/tiktok`, LINK);
    const unlinked = await page.browser.send(`${page.path}/tiktok`, { do: 'unlink' });
    expect(unlinked.text).toContain('TikTok is no longer linked.');
    expect(await page.readNetworks()).not.toContain('tiktok');
    expect((await page.readEvents()).at(-1)).toEqual({
      type: 'unlink',
      platform: 'tiktok',
      displayName: 'Acme',
      source: 'user',
    });
    await page.browser.send(`${page.path}/tiktok`, { do: 'unlink' });
    expect(await page.readEvents()).toHaveLength(2);
  });

  test('an account that was refused is linked again, and keeps its id', async () => {
    const page = await openPage();
    await page.browser.open(page.url);
    await page.browser.send(`${page.path}/tiktok`, LINK);
    const before = await page.readAccount('tiktok');
    await control(page.sandbox, 'setAccount', { profile: 'acme', platform: 'tiktok', token: 'expired' });
    const opened = await page.browser.open(page.path);
    expect(opened.text).toContain('@acme.<wbr>shop: must be linked again');
    await page.browser.send(`${page.path}/tiktok`, LINK);
    expect(await page.readAccount('tiktok')).toEqual(before);
    const types = (await page.readEvents()).map(({ type }) => type);
    expect(types.toSorted()).toEqual(['link', 'link', 'refresh']);
  });

  test('only shows the networks of allowedSocial that the profile does not disable', async () => {
    const page = await openPage({ allowedSocial: ['reddit', 'tiktok'] });
    const [acme] = page.sandbox.credentials.profiles;
    const change = { profileKey: acme?.profileKey, disableSocial: ['reddit'], topHeader: 'Your accounts' };
    await page.ask('/profiles', { method: 'PATCH', body: JSON.stringify(change) });
    const { text } = await page.browser.open(page.url);
    expect(text.match(/<div class="name">([^<]+)/g)).toEqual(['<div class="name">TikTok']);
    expect(text).toContain('<h1>Your accounts</h1>');
    expect((await page.browser.open(`${page.path}/reddit`)).http).toBe(400);
    const forced = await page.browser.send(`${page.path}/reddit`, LINK);
    expect(forced.text).toContain('This network cannot be linked here.');
    expect(await page.readNetworks()).not.toContain('reddit');
  });

  test('texts of the profile are shown as they are', { tags: ['D5'] }, async () => {
    const page = await openPage();
    const [acme] = page.sandbox.credentials.profiles;
    const title = `<script>alert("1")</script>'&`;
    const change = { profileKey: acme?.profileKey, displayTitle: title, topHeader: title, subHeader: title };
    await page.ask('/profiles', { method: 'PATCH', body: JSON.stringify(change) });
    for (const path of [page.url, page.path, `${page.path}/tiktok`]) {
      const { text } = await page.browser.open(path);
      expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;');
      expect(text).not.toContain('<script');
    }
    const { text } = await page.browser.send(`${page.path}/tiktok`, { do: 'link', username: '"><script>' });
    expect(text).toContain('Type a name of 1 to 30 letters');
    expect(text).not.toContain('<script');
  });

  test('an account of another profile is not linked', async () => {
    const page = await openPage();
    const { accounts } = (await control(page.sandbox, 'listAccounts')).body;
    const platform = 'youtube';
    const taken = accounts.find((each) => each.profile === 'primary' && each.platform === platform);
    await page.ask('/profiles', { method: 'POST', body: '{"title":"Shop"}' });
    await control(page.sandbox, 'setAccount', { profile: 'shop', platform });
    await page.browser.open(page.url);
    expect(taken?.linked).toBe(true);
    const { text, http } = await page.browser.send(`${page.path}/${platform}`, {
      do: 'link',
      username: 'shop',
    });
    expect([http, text.includes('Another profile has this YouTube account linked.')]).toEqual([400, true]);
  });
});

describe('the mode connect', () => {
  const connect = { mode: 'connect', network: 'instagram' };

  test('asks for one network, and leads to the redirect once it is linked', async () => {
    const page = await openPage({ ...connect, redirect: 'https://shop.example/linked?a=1' });
    const opened = await page.browser.open(page.url);
    expect(opened.text).toContain('<h1>Log in to Instagram</h1>');
    expect(opened.headers['content-security-policy']).toContain("form-action 'self' https://shop.example;");
    const { http, at } = await page.browser.send(`${page.path}/instagram`, { ...LINK, login: 'page' });
    expect([http, at]).toEqual([303, 'https://shop.example/linked?a=1']);
    expect(await page.readState()).toBe('linked');
    expect((await page.readAccount('instagram'))?.login).toBe('page');
  });

  test('Instagram is linked directly, unless the session or the person says otherwise', {
    tags: ['AUD-05'],
  }, async () => {
    const direct = await openPage(connect);
    await direct.browser.open(direct.url);
    await direct.browser.send(`${direct.path}/instagram`, LINK);
    expect((await direct.readAccount('instagram'))?.login).toBe('direct');
    const page = await openPage({ ...connect, instagramLinkMethod: 'page' });
    const { text } = await page.browser.open(page.url);
    expect(text).not.toContain('name="login"');
    await page.browser.send(`${page.path}/instagram`, { ...LINK, login: 'direct' });
    expect((await page.readAccount('instagram'))?.login).toBe('page');
  });

  test('links once: afterwards its page says that it is done, and changes nothing', async () => {
    const page = await openPage(connect);
    await page.browser.open(page.url);
    const { text } = await page.browser.send(`${page.path}/instagram`, LINK);
    expect(text).toContain('<h1>Done</h1>');
    await page.browser.send(`${page.path}/instagram`, { do: 'link', username: 'other' });
    expect((await page.readAccount('instagram'))?.username).toBe('acme.shop');
    expect((await page.browser.open(page.url)).text).toContain('<h1>Done</h1>');
  });

  test('cancelling changes nothing, and is an event of a page with an origin', {
    tags: ['ERR-06'],
  }, async () => {
    const page = await openPage({ ...connect, network: 'tiktok', origin: 'https://shop.example' });
    const opened = await page.browser.open(page.url);
    expect(opened.text).toContain('data-origin="https://shop.example" data-network="tiktok"');
    const { text } = await page.browser.send(`${page.path}/tiktok`, { do: 'cancel' });
    expect(text).toContain(
      '{&quot;event&quot;:&quot;connect:cancelled&quot;,&quot;network&quot;:&quot;tiktok&quot;}',
    );
    expect(await page.readState()).toBe('open');
    expect(await page.readEvents()).toEqual([]);
  });

  test.each([511, 512, 513])(
    'an injected %i in the callback of the network is an event of a page with an origin',
    { tags: ['ERR-06'] },
    async (code) => {
      const page = await openPage({ ...connect, network: 'tiktok', origin: 'https://shop.example' });
      await control(page.sandbox, 'addFault', { code, endpoint: 'linkCallback', count: 1 });
      await page.browser.open(page.url);
      const failed = await page.browser.send(`${page.path}/tiktok`, LINK);
      expect(failed.text).toContain(`(error ${code})`);
      expect(failed.text).toContain(
        `data-event="{&quot;event&quot;:&quot;connect:error&quot;,&quot;network&quot;:&quot;tiktok&quot;,&quot;code&quot;:${code}`,
      );
      expect(await page.readState()).toBe('open');
      const again = await page.browser.send(`${page.path}/tiktok`, LINK);
      expect(again.text).toContain('connect:success');
    },
  );

  test('a page without an origin has no script', async () => {
    const page = await openPage(connect);
    const { text, headers } = await page.browser.open(page.url);
    expect(text).not.toContain('<script');
    expect(headers['content-security-policy']).not.toContain('script-src');
  });
});

describe('a dead link', () => {
  test('the address can be opened for 5 minutes: then 503', { tags: ['ERR-06'] }, async () => {
    const page = await openPage();
    page.clock.advance(5 * MINUTE_MS - 1);
    expect((await page.browser.open(page.url)).http).toBe(200);
    page.clock.advance(1);
    const late = await page.browser.open(page.url);
    expect(late.http).toBe(400);
    expect(late.text).toContain('<h1>This link has expired</h1>');
    expect(late.text).toContain('(error 503)');
    // the person who opened it in time can use the page until the session ends
    expect((await page.browser.open(page.path)).http).toBe(200);
    page.clock.advance(25 * MINUTE_MS);
    expect((await page.browser.open(page.path)).text).toContain('(error 503)');
    const { text } = await page.browser.send(`${page.path}/tiktok`, LINK);
    expect(text).toContain('(error 503)');
  });

  test('a revoked session is 501, and an unknown token 502; none is an event', {
    tags: ['ERR-06'],
  }, async () => {
    const page = await openPage({ origin: 'https://shop.example' });
    await page.browser.open(page.url);
    await page.ask('/profiles/link-sessions', { as: 'acme', method: 'POST', body: '{"logout":true}' });
    const dead = [
      [page.url, 501],
      [page.path, 501],
      ['/link?token=SBX-LINK-0', 502],
      ['/link', 502],
      ['/link/', 502],
      ['/link/ls_AAAAAAAAAAAAAAAAAAAA', 502],
    ] as const;
    for (const [url, code] of dead) {
      const { http, text } = await page.browser.open(url);
      expect([url, http, text.includes(`(error ${code})`)]).toEqual([url, 400, true]);
      expect(text).not.toContain('data-event');
    }
  });

  test('the page needs its cookie, and a form its token', { tags: ['D2'] }, async () => {
    const page = await openPage();
    const stranger = openBrowser(page.sandbox);
    const refused = await stranger.open(page.path);
    expect(refused.text).toContain('This browser has not opened the link.');
    expect((await stranger.send(`${page.path}/tiktok`, LINK)).http).toBe(400);
    await page.browser.open(page.url);
    const forged = await page.browser.send(`${page.path}/tiktok`, { ...LINK, token: 'AAAA' });
    expect([forged.http, forged.text.includes('The form is not from this page.')]).toEqual([400, true]);
    expect(await page.readNetworks()).not.toContain('tiktok');
  });

  test('the cookie of one session opens no other one', { tags: ['D2'] }, async () => {
    const page = await openPage();
    await page.browser.open(page.url);
    const other = await page.ask('/profiles/link-sessions', { as: 'acme', method: 'POST', body: '{}' });
    expect((await page.browser.open(`/link/${other.body.sessionId}`)).http).toBe(400);
  });
});

test('the page loads nothing, and may not be framed', async () => {
  const page = await openPage({ origin: 'https://shop.example', redirect: 'http://localhost:3000/back' });
  const { text, headers } = await page.browser.open(page.url);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toContain('unsafe');
  expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!localhost:3000\/back")/);
  expect(text).toContain('<a class="button" href="http://localhost:3000/back" rel="noreferrer">Done</a>');
  expect(headers['referrer-policy']).toBe('same-origin');
});

test('generateJWT leads to the same page', async () => {
  const { ask, sandbox } = await smallSandbox();
  const [acme] = sandbox.credentials.profiles;
  const pem = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
  const { body } = await ask('/profiles/generateJWT', {
    method: 'POST',
    body: JSON.stringify({
      profileKey: acme?.profileKey,
      domain: 'acme',
      privateKey: pem,
      redirect: 'https://a.example',
    }),
  });
  const { text, http } = await openBrowser(sandbox).open(body.url);
  expect([http, text.includes('href="https://a.example"')]).toEqual([200, true]);
});
