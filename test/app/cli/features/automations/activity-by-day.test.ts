import { describe, expect, test } from 'vitest';
import { MOST_SPARKLINE_REQUESTS } from '../../../../../src/cli/framework/output/last-days.ts';
import type { Transport, WireRequest } from '../../../../../src/client/transport.ts';
import { automationsFixture, GUIDE } from '../../../../support/automations/automation-commands.ts';
import { crier, type Ran } from '../../../../support/crier.ts';

const SERVICE = {
  CRIER_BASE_URL: 'https://api.example',
  CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001',
  NO_COLOR: '1',
};
const TODAY = '2026-09-21T10:00:00Z';

const fixture = automationsFixture();

interface ListedAutomationByDay {
  readonly id: string;
  readonly activityByDay?: readonly number[] | null;
}
const automationsOf = ({ json }: Ran) =>
  (json as { automations: readonly ListedAutomationByDay[] }).automations; // by its schema
const recorded = ({ stderr }: Ran) => stderr.replaceAll(/\s+/g, ' ');

/** A service with automations that were triggered at these times, each with pages of activity. */
function serve(
  triggered: readonly (string | null)[],
  page: (id: string, at: number) => { readonly body: unknown; readonly status?: number },
) {
  const asked: string[] = [];
  const network: Transport = async ({ url }: WireRequest) => {
    const { pathname, searchParams } = new URL(url);
    asked.push(pathname);
    const automations = triggered.map((lastTriggeredAt, at) => ({
      id: `auto_${at}`,
      name: `Rule ${at}`,
      active: true,
      stats: { totalSent: 1, totalFailed: 0, lastTriggeredAt },
    }));
    const [, id] = /(auto_\d+)/.exec(pathname) ?? [];
    const { status = 200, body } =
      id === undefined
        ? { body: { status: 'success', automations } }
        : page(id, Number(searchParams.get('next') ?? 0));
    async function* chunks() {
      yield Buffer.from(JSON.stringify(body));
    }
    return { status, headers: { 'content-type': 'application/json' }, body: chunks() };
  };
  return { network, asked };
}

/** A page of activity. @param next null on the last one */
const pageOf = (times: readonly string[], next: number | null = null) => ({
  body: {
    status: 'success',
    activity: times.map((created, at) => ({ id: `row-${next}-${at}`, created, status: 'sent' })),
    meta: { pagination: { hasMore: next !== null, next: next === null ? null : String(next) } },
  },
});

describe('activity by day', () => {
  test('a table draws it, the last day today', async () => {
    await fixture.crier(['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'GUIDE', '--run']);
    const { stdout } = await fixture.run('list --color never', { isTerminal: true, columns: 100 });
    expect(stdout).toMatch(/^ID +NAME +STATE +SENT +LATEST +CREATED +14 DAYS$/m);
    expect(stdout).toMatch(new RegExp(`^${GUIDE} .* ·{13}█$`, 'm'));
    expect((await fixture.run('list --accessible', { isTerminal: true, columns: 120 })).stdout).toContain(
      '0 0 0 0 0 0 0 0 0 0 0 0 0 1',
    );
    const days = automationsOf(await fixture.run('list --json --wide')).find(
      ({ id }) => id === GUIDE,
    )?.activityByDay;
    expect(days).toEqual([...Array.from({ length: 13 }, () => 0), 1]);
  });

  test.each([
    '',
    '-o tsv',
    '-o csv',
    '--json',
    '-o ndjson',
    '-o raw',
    '--wide -o tsv',
    '-o table --fields id,name',
  ])('takes no request without being asked for: automations list %s', async (words) => {
    const { network, asked } = serve([TODAY], () => pageOf([TODAY]));
    const { stdout } = await crier(`automations list ${words}`, { env: SERVICE, network });
    expect(asked).toEqual(['/automations']);
    expect(stdout).not.toContain('activityByDay');
  });

  test('takes a request only for what was triggered in this time, page by page to its start', async () => {
    const old = '2026-09-01T10:00:00Z';
    const { network, asked } = serve([TODAY, old, null], (_id, at) =>
      at === 0
        ? pageOf([TODAY, TODAY], 1)
        : at === 1
          ? pageOf(['2026-09-20T10:00:00Z', old], 2)
          : pageOf([old]),
    );
    const ran = await crier('automations list --json --wide', { env: SERVICE, network });
    expect(asked).toEqual([
      '/automations',
      ...Array.from({ length: 2 }, () => '/automations/auto_0/activity'),
    ]);
    expect(automationsOf(ran).map(({ activityByDay }) => activityByDay?.slice(-3))).toEqual([
      [0, 1, 2],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('leaves a busy automation empty, says so, and counts the others', async () => {
    const { network, asked } = serve([TODAY, TODAY], (id, at) =>
      id === 'auto_0' ? pageOf([TODAY], at + 1) : pageOf([TODAY]),
    );
    const ran = await crier('automations list --json --wide', { env: SERVICE, network });
    expect([
      ran.exitCode,
      automationsOf(ran).map(({ activityByDay }) => activityByDay?.at(-1) ?? null),
    ]).toEqual([0, [null, 1]]);
    expect(asked).toHaveLength(1 + 10 + 1);
    expect(recorded(ran)).toContain(
      'not counted by day: the automation auto_0: more than 1000 rows in 14 days',
    );
  });

  test('takes no more requests than a tenth of the rate limit', async () => {
    const { network, asked } = serve(
      Array.from({ length: 40 }, () => TODAY),
      () => pageOf([TODAY]),
    );
    const ran = await crier('automations list -o table', { env: SERVICE, network, columns: 100 });
    expect([ran.exitCode, asked.length]).toEqual([0, 1 + MOST_SPARKLINE_REQUESTS]);
    expect(recorded(ran)).toContain(
      `not counted by day: 10 automations: more than ${MOST_SPARKLINE_REQUESTS} requests would be necessary`,
    );
  });

  test('a failure leaves it empty, and the list is printed', async () => {
    const failed = { status: 500, body: { status: 'error', code: 1500, message: 'Out of order.' } };
    const { network } = serve([TODAY, TODAY], (id) => (id === 'auto_0' ? failed : pageOf([TODAY])));
    const ran = await crier('automations list --json --wide --retries 0', { env: SERVICE, network });
    expect([
      ran.exitCode,
      automationsOf(ran).map(({ activityByDay }) => activityByDay?.at(-1) ?? null),
    ]).toEqual([0, [null, 1]]);
    expect(recorded(ran)).toContain('not counted by day: the automation auto_0: Out of order.');
  });
});
