import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReconcileFinding } from '../../../../../src/cli/features/hooks/reconcile/finding.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';
import type { OutboundAnswer, OutboundRequest } from '../../../../../src/outbound/outbound.ts';
import { HOUR_MS } from '../../../../../src/service/durations.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { createFakeOutbound } from '../../../../support/engine/fake-outbound.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { type Listening, startListening } from '../../../../support/receiver/listening.ts';

const NOW = 1_790_000_000_000;
const SECRET = 'SECRET-OF-DELIVERIES-1';
const PUBLIC = 'https://hooks.example.com/in';

type Relay = (request: OutboundRequest) => Promise<Partial<OutboundAnswer>>;

/** The document of a run. */
interface Reconciled {
  readonly problems: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly compared: Readonly<Record<string, number>>;
  readonly limits: readonly string[];
  readonly findings: readonly ReconcileFinding[];
}

/** A sandbox whose deliveries a relay passes on to a receiver of this process, or does not. */
async function openFixture(folder: string) {
  const clock = stoppedClock(NOW);
  const relay: { pass: Relay } = { pass: async () => ({ status: 200 }) };
  const answers = createFakeOutbound((request) => relay.pass(request));
  const sandbox = await openTestSandbox(clock, { openOutbound: async () => answers });
  const around = {
    clock,
    folder,
    env: { XDG_STATE_HOME: folder, CRIER_CONTEXT: 'sandbox', CRIER_WEBHOOK_SECRET: SECRET },
    sandbox: { ...sandbox, close: () => {} },
    outbound: async () => answers,
  };
  const run = (line: string | readonly string[], more: Around = {}) => crier(line, { ...around, ...more });
  await run(`hooks register automations ${PUBLIC}`);
  return {
    run,
    clock,
    /** From now on. */
    relay(pass: Relay) {
      relay.pass = pass;
    },
    listen: (...words: readonly string[]) =>
      startListening(
        [
          '--no-catch-up',
          '-o',
          'ndjson',
          '--register',
          'feed',
          '--public-url',
          'https://hooks.example.com',
          ...words,
        ],
        around,
      ),
    /** A person engages, and everything that is due is delivered. */
    async engage(text: string) {
      await run(['sandbox', 'engage', 'comment', '--from', 'mara', '--text', text, '--run']);
      await run('sandbox clock advance 1s');
      await run('sandbox clock real');
    },
    /** A service with another history. */
    withHistory: (text: string): Around => ({
      sandbox: {
        ...around.sandbox,
        answer: async (request) =>
          request.url.pathname.endsWith('/hook/history')
            ? { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) }
            : sandbox.answer(request),
      },
    }),
    async reconcile(flags = '', more: Around = {}) {
      const ran = await run(`hooks reconcile --json ${flags}`.trim(), more);
      return { ...ran, document: ran.json as Reconciled };
    },
  };
}

/** Passes a delivery on. */
const passTo =
  (
    { post }: Pick<Listening, 'post'>,
    change: (headers: Record<string, string>) => object = (same) => same,
  ): Relay =>
  async ({ headers, body }) => {
    const { status } = await post(body, { ...change({ ...headers }) });
    return { status, fault: null };
  };
const lose: Relay = async () => ({ status: null, fault: 'timeout' });

const CREATE = 'automations create --on comment --post all';
const kindsOf = ({ findings }: Reconciled) => findings.map(({ finding }) => finding);

describe('hooks reconcile with a sandbox and a receiver', () => {
  test('nothing is found when everything arrived, and the activity confirms it', {
    tags: ['HOOK-15', 'HOOK-19'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      await fixture.run(`${CREATE} --name One --keyword BREW --webhook --completed-event`);
      const receiver = await fixture.listen();
      fixture.relay(passTo(receiver));
      await fixture.engage('BREW please');
      const { exitCode, document, stderr } = await fixture.reconcile('--all');
      await receiver.end();
      expect({ exitCode, ...document }).toMatchObject({ exitCode: 0, problems: 0, findings: [] });
      expect(document.compared).toMatchObject({ history: 2, inbox: 2, expected: 2, rows: 1 });
      expect(stderr).toContain('compared 2 deliveries of the history, 2 of the inbox, and 2 events');
    });
  });

  test('lost ones are missing, --fetch takes them in as they occurred, and the next run finds nothing', {
    tags: ['HOOK-05', 'HOOK-12'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      await fixture.run(`${CREATE} --name One --keyword BREW --webhook --completed-event`);
      await fixture.engage('BREW please'); // another receiver answers 200
      const found = await fixture.reconcile();
      expect(found.exitCode).toBe(11);
      expect(found.document.findings).toMatchObject([
        {
          finding: 'missing',
          type: 'automation.triggered',
          reason: 'hooks.example.com:443 answered 200, and it is not in the inbox',
        },
        { finding: 'missing', type: 'automation.completed' },
      ]);
      expect(found.error).toMatchObject({ kind: 'differs', message: '2 errors: 2 missing' });
      expect(found.error?.['advice']).toContain('--fetch');
      const fetched = await fixture.reconcile('--fetch --forward http://127.0.0.1:3000/');
      expect(fetched).toMatchObject({
        exitCode: 0,
        document: { problems: 0, findings: [{ fetched: 1 }, { fetched: 2 }] },
      });
      expect(fetched.stderr.replaceAll(/\s+/g, ' ')).toContain(
        '"crier hooks listen" forwards them to http://127.0.0.1:3000/',
      );
      expect(await fixture.run('hooks inbox list --json')).toMatchObject({
        json: { deliveries: [{ number: 2 }, { number: 1, source: 'history', state: 'waiting' }] },
      });
      expect(await fixture.reconcile('--fetch')).toMatchObject({ exitCode: 0, document: { findings: [] } });
    });
  });

  test('one whose attempts have all failed is missing, and one that is still tried is waited for', async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      await fixture.run(`${CREATE} --name One --keyword BREW --webhook`);
      fixture.relay(lose);
      await fixture.engage('BREW please');
      const waiting = await fixture.reconcile();
      expect(waiting).toMatchObject({ exitCode: 0, document: { counts: { waiting: 1 }, findings: [] } });
      expect(waiting.stderr).toContain('only information: 1 waiting; --all lists them');
      expect(kindsOf((await fixture.reconcile('--all')).document)).toEqual(['waiting']);
      await fixture.run('sandbox clock advance 17h');
      const { exitCode, document } = await fixture.reconcile();
      expect({ exitCode, kinds: kindsOf(document) }).toEqual({ exitCode: 11, kinds: ['missing'] });
      expect(document.findings[0]?.reason).toBe('none of 13 attempts was accepted: timeout');
      expect(document.limits).toContain(
        'late deliveries were not looked for: the clock of the service is not that of this machine',
      );
    });
  });

  test('one with a forged signature is refused, by the history and by the inbox', {
    tags: ['HOOK-06', 'HOOK-14'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      await fixture.run(`${CREATE} --name One --keyword BREW --webhook`);
      const receiver = await fixture.listen();
      fixture.relay(
        passTo(receiver, (headers) => ({ ...headers, 'X-Authorization-Content-SHA256': '0'.repeat(64) })),
      );
      await fixture.engage('BREW please');
      await receiver.end();
      const { exitCode, document } = await fixture.reconcile();
      expect({ exitCode, kinds: kindsOf(document) }).toEqual({ exitCode: 11, kinds: ['refused', 'refused'] });
      expect(document.findings).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            reason: 'the receiver refused it with 401, which ends a delivery',
            rules: ['HOOK-06'],
          }),
          expect.objectContaining({
            reason: 'the inbox has refused 1 request so far: mismatch',
            rules: ['HOOK-14'],
          }),
        ]),
      );
      const fetched = await fixture.reconcile('--fetch');
      expect(fetched.document.findings.map(({ fetched: number }) => number)).toEqual(
        expect.arrayContaining([1, null]),
      );
    });
  });

  test('what two receivers took in with inboxes of their own is doubled', {
    tags: ['HOOK-12', 'HOOK-13'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      await fixture.run(`${CREATE} --name One --keyword BREW --webhook`);
      const one = await fixture.listen('--store', 'one.db');
      const other = await fixture.listen('--store', 'other.db');
      fixture.relay(async (request) => {
        await passTo(one)(request);
        return passTo(other)(request);
      });
      await fixture.engage('BREW please');
      await one.end();
      await other.end();
      const both = await fixture.reconcile('--store one.db --store other.db');
      expect(both.exitCode).toBe(11);
      expect(both.document.findings).toMatchObject([
        {
          finding: 'doubled',
          deliveries: [
            { store: 'one.db', number: 1 },
            { store: 'other.db', number: 1 },
          ],
          advice: 'receivers that share the work need one inbox',
        },
      ]);
      expect((await fixture.reconcile('--store other.db --store other.db')).exitCode).toBe(0);
      rmSync(join(folder, 'other.db'));
      expect((await fixture.reconcile('--store other.db')).document.counts).toMatchObject({ missing: 1 });
      const fetched = await fixture.reconcile('--store other.db --fetch');
      expect(fetched.stderr.replaceAll(/\s+/g, ' ')).toContain(
        '"crier hooks inbox forward --store other.db" forwards them',
      );
    });
  });

  test('one that came hours after its event is late', { tags: ['HOOK-05'] }, async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      await fixture.run(`${CREATE} --name One --keyword BREW --webhook`);
      fixture.relay(async () => ({ status: 503 }));
      await fixture.engage('BREW please');
      const receiver = await fixture.listen();
      fixture.relay(passTo(receiver));
      fixture.clock.advance(2 * HOUR_MS);
      await fixture.run('sandbox clock advance 1s');
      await receiver.end();
      const { exitCode, document } = await fixture.reconcile();
      expect({ exitCode, kinds: kindsOf(document) }).toEqual({ exitCode: 11, kinds: ['late'] });
      expect((await fixture.reconcile('--late 3h')).exitCode).toBe(0);
    });
  });

  test('what the activity expects and the history does not list is missing', {
    tags: ['HOOK-26', 'U-18'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      await fixture.run(`${CREATE} --name One --keyword BREW --webhook --completed-event`);
      await fixture.run(`${CREATE} --name Two --keyword LATTE --webhook`);
      await fixture.engage('BREW please');
      await fixture.engage('LATTE please');
      fixture.clock.advance(HOUR_MS);
      const { document } = await fixture.reconcile('--since 1d', fixture.withHistory('{}'));
      expect(document.compared).toMatchObject({ history: 0, expected: 3, rows: 2 });
      expect(document.findings.map(({ type, rules }) => [type, rules[0]]).toSorted()).toEqual([
        ['automation.completed', 'HOOK-15'],
        ['automation.triggered', 'HOOK-15'],
        ['automation.triggered', 'HOOK-15'],
      ]);
      expect(document.findings[0]?.advice).toContain('automations explain');
      expect(document.limits).toContain(
        'no automation.completed is expected of 1 automation without sendCompletedEvent',
      );
    });
  });
});

describe('a service that tells less', () => {
  test('without results and times, the history is compared all the same', { tags: ['HOOK-20'] }, async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      const event = { action: 'social', hookId: 'Xa9sCv4BnM1kLp7OiU5y', type: 'link', url: PUBLIC };
      const answering = fixture.withHistory(JSON.stringify({ social: [event], status: 'success' }));
      const { exitCode, document } = await fixture.reconcile('', answering);
      expect(exitCode).toBe(11);
      expect(document.findings).toMatchObject([
        {
          finding: 'missing',
          action: 'social',
          reason: 'the history lists it, without its result',
          at: null,
        },
      ]);
      expect(document.limits).toEqual(['1 delivery of the history without a time: compared in every span']);
      expect((await fixture.reconcile('--action automations', answering)).exitCode).toBe(0);
      expect(await fixture.reconcile('--fetch', answering)).toMatchObject({ exitCode: 0 });
      expect((await fixture.reconcile('', answering)).exitCode).toBe(0);
    });
  });

  test('a span that is older than claims and activity, and a plan without automations, have notes', {
    tags: ['ACT-01', 'U-40'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const fixture = await openFixture(folder);
      expect((await fixture.reconcile('--since 40d')).document.limits).toEqual([
        expect.stringContaining('claims from before 2026-09-14T14:13:20Z'),
        expect.stringContaining('the activity goes back 30 days: before 2026-08-22T14:13:20Z'),
      ]);
      await fixture.run('sandbox plan premium');
      const { exitCode, document } = await fixture.reconcile();
      expect(exitCode).toBe(0);
      expect(document.limits).toEqual(['this plan has no automations: only the history was compared']);
    });
  });
});

describe('what is refused before anything is requested', () => {
  test.each(['hooks reconcile', 'hooks listen --from-history --once --unsigned'])(
    'without a service, the sandbox of a terminal is used, and nothing elsewhere: %s',
    async (line) => {
      await inFolder({}, async (folder) => {
        const env = { XDG_STATE_HOME: folder };
        const refused = await crier(line, { env });
        expect([refused.exitCode, refused.stderr]).toEqual([
          4,
          expect.stringContaining('no service is configured'),
        ]);
        expect(existsSync(join(folder, 'crier', 'receiver'))).toBe(false);
        const outbound = async () => createFakeOutbound(() => ({ status: 204 }));
        const used = await crier(line, { env, outbound, isTerminal: true });
        expect(used.exitCode).toBe(0);
        expect(used.stderr).toContain('using the built-in sandbox');
      });
    },
  );

  test.each([
    ['an empty span', 'hooks reconcile --since 1h --until 2h', '--until is not after --since'],
    [
      'a password in the command line',
      'hooks reconcile --store postgres://crier:secret-of-the-store@127.0.0.1/crier',
      '--store-password-file',
    ],
    [
      'a password of a file',
      'hooks reconcile --store a.db --store-password-file secret',
      'needs a Postgres store',
    ],
    ['targets without --fetch', 'hooks reconcile --exec ./x', 'need --fetch'],
    ['a remote target', 'hooks reconcile --fetch --forward https://example.com/', 'only this machine'],
  ])('%s', async (_what, line, words) => {
    const network = () => Promise.reject(new Error('something was requested'));
    const service = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
    const { exitCode, stderr } = await crier(line, { env: service, network });
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(words);
  });
});

test('the table fits 40 columns, and shows no control sequence of the service', {
  tags: ['C1'],
}, async () => {
  await inFolder({}, async (folder) => {
    const fixture = await openFixture(folder);
    const event = {
      action: 'social',
      hookId: 'x\u001b]52;c;eA==\u0007',
      type: '\u001b[2J',
      created: '2026-09-21T14:00:00Z',
    };
    const delivery = { state: 'failed', lastError: '\u001b[31mred' };
    const answering = fixture.withHistory(JSON.stringify({ social: [{ ...event, delivery }] }));
    const { screen } = await fixture.run('hooks reconcile --color never', {
      ...answering,
      isTerminal: true,
      columns: 40,
    });
    expect(screen).toContain('missing');
    expect(screen).not.toContain('\u001b');
    for (const line of screen.split('\n')) expect(getDisplayWidth(line)).toBeLessThanOrEqual(40);
  });
});
