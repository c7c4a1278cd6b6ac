import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/clock.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { MINUTE_MS } from '../../../src/service/durations.ts';
import { stoppedClock } from '../../support/clock.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';
import { openBrowser } from '../../support/sandbox/link-page.ts';

const START = 1_790_000_000_000;
const LOOK_MS = 2_000;
const HARBOUR = 'profiles link --profile harbour --sandbox';

/** A sandbox for several runs. */
async function openShared(clock = stoppedClock(START)): Promise<Sandbox> {
  const sandbox = await openTestSandbox(clock);
  return { ...sandbox, close: () => {} };
}

/** A clock whose waits between two looks take no time; each does something first. */
function createBusyClock(onSleep: (turn: number) => Promise<void>): Clock & { advance(ms: number): void } {
  const clock = stoppedClock(START);
  let turn = 0;
  return {
    ...clock,
    async sleep(milliseconds, signal) {
      // longer ones are timeouts of requests
      if (milliseconds !== LOOK_MS) return clock.sleep(milliseconds, signal);
      signal?.throwIfAborted();
      turn += 1;
      await onSleep(turn);
      signal?.throwIfAborted();
    },
  };
}

describe('profiles link', () => {
  test('prints a session with its state, and its address as JSON', async () => {
    const { json, exitCode } = await crier(`${HARBOUR} --json`);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({
      status: 'success',
      sessionId: expect.stringMatching(/^ls_/),
      url: expect.stringMatching(/\/link\?token=SBX-LINK-[A-Za-z0-9]{22}$/),
      expiresAt: '2026-09-21T14:43:20Z',
      title: 'Kestrel Lane Harbour',
      state: 'open',
      opened: false,
    });
  });

  test('an address fits into a line of 80 columns', async () => {
    const { stdout } = await crier(`${HARBOUR} -o table`, { others: { isServed: true }, columns: 80 });
    expect(stdout).toMatch(/^url +http:\/\/127\.0\.0\.1:4321\/link\?token=SBX-LINK-\w{22}$/m);
  });

  test('without a server of the sandbox, no address is printed, and a note says what to do', async () => {
    const { stdout, stderr } = await crier(`${HARBOUR} -o table`);
    expect(stdout).toMatch(/^url +-$/m);
    expect(stderr).toContain('the page is not served now: add --wait');
  });

  test.each([
    ['profiles link --sandbox', 'none is chosen'],
    [`${HARBOUR} --open`, 'the sandbox is not running'],
    [`${HARBOUR} --redirect javascript:alert(1)`, 'must be an http or https URL'],
    [`${HARBOUR} --expires-in 49h`, 'must be at most 48h'],
    [`${HARBOUR} --expires-in 90s`, 'must be whole minutes'],
    [`${HARBOUR} --network tiktok --allow reddit`, 'cannot be used together'],
  ])('%s is refused', async (line, message) => {
    const { exitCode, stderr } = await crier(line);
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)]);
  });

  test('--dry-run shows every flag in the request', async () => {
    const flags = '--instagram-login page --redirect https://a.example/b --origin https://a.example --logout';
    const { json } = await crier(`${HARBOUR} --network instagram ${flags} --expires-in 2h --dry-run --json`);
    expect(json).toMatchObject({
      request: {
        method: 'POST',
        body: {
          mode: 'connect',
          network: 'instagram',
          instagramLinkMethod: 'page',
          redirect: 'https://a.example/b',
          origin: 'https://a.example',
          logout: true,
          expiresIn: 120,
        },
      },
    });
  });

  test('--open opens the page, and says so when nothing can', async () => {
    const opened: string[] = [];
    const around = (works: boolean): Around => ({
      isTerminal: true,
      columns: 200,
      others: { isServed: true, openUrl: async ({ href }) => works && opened.push(href) > 0 },
    });
    await crier(`${HARBOUR} --open`, around(true));
    expect(opened).toEqual([expect.stringContaining('http://127.0.0.1:4321/link?token=SBX-LINK-')]);
    const { stderr } = await crier(`${HARBOUR} --open`, around(false));
    expect(stderr).toContain('no browser was started: open the url yourself');
  });
});

describe('--wait', () => {
  /** A run that waits, with something done at each look. */
  async function runWaiting(onSleep: (turn: number, url: string) => Promise<void>, around: Around = {}) {
    const sandbox = await openShared();
    let printed = '';
    const clock = createBusyClock(async (turn) => {
      const url = /http:\S+token=\S+/.exec(printed)?.[0] ?? '';
      await onSleep(turn, url);
    });
    const ran = await crier(`${HARBOUR} --network tiktok --wait --json`, {
      sandbox,
      clock,
      columns: 200,
      onOutput: (text) => {
        printed += text;
      },
      ...around,
    });
    return { ran, sandbox };
  }

  test('ends when an account was linked', async () => {
    const sandbox = await openShared();
    const { ran } = await runWaiting(
      async (turn, url) => {
        if (turn < 2) return;
        const browser = openBrowser(sandbox);
        const { text } = await browser.open(url);
        const path = /action="([^"]+)"/.exec(text)?.[1] ?? '';
        await browser.send(path, { do: 'link', username: 'harbour.clips' });
      },
      { sandbox },
    );
    expect([ran.exitCode, ran.json]).toEqual([0, expect.objectContaining({ state: 'linked' })]);
    expect(ran.stderr).toContain('profiles link-status ls_');
  });

  test('exits 4 with 501 when the session is revoked', async () => {
    const sandbox = await openShared();
    const { ran } = await runWaiting(async () => void (await crier(`${HARBOUR} --logout`, { sandbox })), {
      sandbox,
    });
    expect([ran.exitCode, ran.error]).toEqual([
      4,
      expect.objectContaining({ code: 501, message: expect.stringContaining('no account was linked') }),
    ]);
  });

  test('exits 4 with 503 when the session expires', async () => {
    const clock = stoppedClock(START);
    const sandbox = await openShared(clock);
    const { ran } = await runWaiting(async () => clock.advance(31 * MINUTE_MS), { sandbox });
    expect([ran.exitCode, ran.error]).toEqual([4, expect.objectContaining({ code: 503 })]);
  });

  test('Ctrl-C ends the wait, and the session stays open', async () => {
    const sandbox = await openShared();
    const over = new AbortController();
    const { ran } = await runWaiting(async () => over.abort(), { sandbox, signal: over.signal });
    expect(ran.exitCode).toBe(130);
    const [id] = /ls_\w+/.exec(ran.stderr) ?? [];
    const { json } = await crier(`profiles link-status ${id} --sandbox --json`, { sandbox });
    expect(json).toMatchObject({ sessionId: id, state: 'open' });
  });
});

test('profiles link-status has the result of each session', async () => {
  const sandbox = await openShared();
  const { json } = await crier(`${HARBOUR} --json`, { sandbox });
  const { sessionId } = json as { readonly sessionId: string }; // the document above
  const line = `profiles link-status ${sessionId} ls_none --sandbox --json`;
  const ran = await crier(line, { sandbox });
  expect(ran.exitCode).toBe(3);
  expect(ran.json).toMatchObject({
    results: [
      { id: sessionId, status: 'found' },
      { id: 'ls_none', status: 'error', error: { code: 502 } },
    ],
    sessions: [{ sessionId, state: 'open' }],
  });
});

test('profiles unlink unlinks an account after a question, and 156 follows', async () => {
  const sandbox = await openShared();
  const line = 'profiles unlink facebook --profile harbour --sandbox';
  const unasked = await crier(line, { sandbox });
  expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  const done = await crier(`${line} --yes -o table`, { sandbox });
  expect(done.stdout).toMatch(/^unlinked +Facebook$/m);
  const again = await crier(`${line} --yes --json`, { sandbox });
  expect([again.exitCode, again.error?.['code']]).toEqual([4, 156]);
});
