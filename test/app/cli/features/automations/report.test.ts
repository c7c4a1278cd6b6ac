import { beforeAll, describe, expect, test } from 'vitest';
import type { ActivityReport } from '../../../../../src/cli/features/automations/commands/report.ts';
import { DAY_MS } from '../../../../../src/service/durations.ts';
import { ACTIVITY_STATES } from '../../../../../src/service/endpoints/activity.ts';
import { activitySandbox, type WrittenDispatch } from '../../../../support/automations/activity-rows.ts';
import { GUIDE, STORY } from '../../../../support/automations/automation-commands.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { QUIET_DEMO } from '../../../../support/sandbox/new-sandbox.ts';
import { NOW } from '../../../../support/small-sandbox.ts';

const fixture = await activitySandbox(async () => GUIDE, QUIET_DEMO);
const run = (line: string, around: Around = {}) =>
  crier(`automations report ${line} --sandbox`, {
    sandbox: { ...fixture.sandbox, close() {} },
    clock: fixture.clock,
    ...around,
  });
const reportOf = ({ json }: { json: unknown }) => json as ActivityReport; // held against its schema by `crier`

const DELETED = '491: the comment was deleted';
const person = (username: string) => ({ recipient: { id: `id-of-${username}`, username } });

/** 150 rows: two pages. Of three in a row one is sent, one fails, one is deduplicated; ten a day. */
beforeAll(() => {
  const kinds: readonly Partial<WrittenDispatch>[] = [
    { status: 'sent', keyword: 'GUIDE', ...person('anna') },
    { status: 'failed', keyword: 'RECIPE', errorDetails: DELETED, ...person('ben') },
    { status: 'deduplicated', keyword: null, ...person('anna') },
  ];
  fixture.database.transaction(() => {
    for (let at = 0; at < 150; at++) {
      fixture.write({ event: `e${at}`, created: NOW - Math.floor(at / 10) * DAY_MS, ...kinds[at % 3] });
    }
  });
});

test('by status: the largest first, of equals by name', async () => {
  const { totals, report } = reportOf(await run(`${GUIDE} --json`));
  expect(totals).toEqual({
    rows: 150,
    sent: 50,
    failed: 50,
    other: 50,
    people: 2,
    first: '2026-09-07T14:13:20Z',
    latest: '2026-09-21T14:13:20Z',
    actions: { all: 0, sent: 0, failed: 0, other: 0 },
  });
  expect(report.map(({ name, rows, share }) => [name, rows, share])).toEqual([
    ['deduplicated', 50, 1 / 3],
    ['failed', 50, 1 / 3],
    ['sent', 50, 1 / 3],
  ]);
});

test('by day: in their order', async () => {
  const { report } = reportOf(await run(`${GUIDE} --by day --json`));
  expect(report).toHaveLength(15);
  expect(report.map(({ name }) => name)).toEqual(report.map(({ name }) => name).toSorted());
  expect(report[0]).toMatchObject({ name: '2026-09-07', rows: 10, sent: 3, failed: 3, other: 4 });
});

test('by funnel: all that matched, then those sent, failed and not sent', async () => {
  const { report } = reportOf(await run(`${GUIDE} --by funnel --json`));
  expect(report.map(({ name, rows, share }) => [name, rows, share])).toEqual([
    ['matched', 150, 1],
    ['sent', 50, 1 / 3],
    ['failed', 50, 1 / 3],
    ['not sent', 50, 1 / 3],
  ]);
});

test.each([
  [['--recipient', 'anna'], 100],
  [['--contains', 'comment deleted'], 50],
  [['--contains', 'recipe ben'], 50],
  // by the name of the automation, which a row has not
  [['--contains', 'brew anna'], 100],
  [['--contains', 'story anna'], 0],
])('%s counts the rows that a list of activity has', async (flags, rows) => {
  const around = { sandbox: { ...fixture.sandbox, close() {} }, clock: fixture.clock };
  const counted = await crier(['automations', 'report', ...flags, '--sandbox', '--json'], around);
  expect(reportOf(counted).totals.rows).toBe(rows);
  const listed = await crier(['automations', 'activity', ...flags, '--all', '--sandbox', '--json'], around);
  expect((listed.json as { activity: readonly object[] }).activity).toHaveLength(rows); // the same
});

test('as a page, and as a table for a pull request', async () => {
  const page = await run(`${GUIDE} --by funnel -o html`);
  expect([page.exitCode, page.stdout.startsWith('<!doctype html>')]).toEqual([0, true]);
  const table = (await run(`${GUIDE} --by funnel -o md`)).stdout;
  expect(table).toContain('**Brew guide on request (auto\\_K7pW2mXq9L): 150 rows');
  // it is read later than it is printed
  expect(table).toMatch(/^\| matched \| 150 \| \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \| 100% \|$/m);
  expect(page.stdout).toMatch(/>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC</);
  expect(table + page.stdout).not.toContain(' ago');
  const other = await crier('posts pause Sp7kQm2XvLr9TzBd4HnW --sandbox -o html');
  expect([other.exitCode, other.stdout]).toEqual([2, '']);
});

test('by reason: of those that were not sent', async () => {
  const { report } = reportOf(await run(`${GUIDE} --by reason --json`));
  expect(report.map(({ name, rows }) => [name, rows])).toEqual([
    [DELETED, 50],
    [ACTIVITY_STATES.deduplicated.meaning, 50],
  ]);
});

test('by keyword, with what has none', async () => {
  const { report } = reportOf(await run(`${GUIDE} --by keyword --json`));
  expect(report.map(({ name }) => name)).toEqual(['GUIDE', 'RECIPE', null]);
});

test('the largest first, however they are called', async () => {
  for (const [at, keyword] of ['A', 'B', 'B'].entries())
    fixture.write({ automation: 'auto_D6yJ1sGf5B', event: `k${at}`, created: NOW, keyword });
  const { report } = reportOf(await run('auto_D6yJ1sGf5B --by keyword --json'));
  expect(report.map(({ name, rows }) => [name, rows])).toEqual([
    ['B', 2],
    ['A', 1],
  ]);
});

test('--since, and --top', async () => {
  const { totals } = reportOf(await run(`${GUIDE} --since 24h --json`));
  expect(totals.rows).toBe(20);
  const ran = await run(`${GUIDE} --by keyword --top 1 --json`);
  expect(reportOf(ran).report).toHaveLength(1);
  expect(ran.stderr).toContain('the first 1 of 3');
});

test('of nothing', async () => {
  const ran = await run(`${STORY} --json`);
  expect(reportOf(ran)).toMatchObject({ totals: { rows: 0, first: null, latest: null }, report: [] });
  expect((await run(STORY, { isTerminal: true })).stdout).toContain('no rows in this period');
});

test.each([
  [40, 'status'],
  [80, 'reason'],
  [40, 'reason'],
] as const)('for people, at %i columns, by %s', async (columns, by) => {
  const { stdout } = await run(`${GUIDE} --by ${by} --color never`, { isTerminal: true, columns });
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  expect(stdout.replaceAll('\n', ' ')).toContain('150 rows, 2 people, 50 sent, 50 failed');
});

/** One row that was sent though its DM failed, one that was sent whole, one that failed and one without credentials. */
function writeMixed(): string {
  const id = 'auto_T4nV8cRz3H';
  const dm = { type: 'send_dm', status: 'failed', errorDetails: DELETED };
  const hook = { type: 'fire_webhook', status: 'sent' };
  const rows: readonly Partial<WrittenDispatch>[] = [
    { status: 'sent', actions: [dm, hook] },
    { status: 'sent', actions: [{ type: 'send_dm' }, hook] },
    { status: 'failed', actions: [dm] },
    { status: 'auth_error', actions: [{ status: 'auth_error', errorDetails: 'the token expired' }] },
  ];
  for (const [at, row] of rows.entries())
    fixture.write({ automation: id, event: `m${at}`, created: NOW, ...row });
  return id;
}

describe('rows that were sent in part', { tags: ['A-02'] }, () => {
  let id: string;
  beforeAll(() => {
    id = writeMixed();
  });

  test('actions are counted, too, and the output names what "failed" adds up', async () => {
    const { totals } = reportOf(await run(`${id} --json`));
    expect(totals).toMatchObject({
      rows: 4,
      sent: 2,
      failed: 2,
      actions: { all: 6, sent: 3, failed: 3, other: 0 },
    });
    const { stdout } = await run(id, { isTerminal: true, columns: 120 });
    expect(stdout).toContain('2 sent, 2 failed (1 with auth_error); 6 actions, 3 sent, 3 failed');
  });

  test('their reasons are counted, too', async () => {
    const { report } = reportOf(await run(`${id} --by reason --json`));
    expect(report.map(({ name, rows, sent }) => [name, rows, sent])).toEqual([
      [DELETED, 2, 1],
      ['the token expired', 1, 0],
    ]);
  });
});

test('-o raw is refused: a report is no answer of the service', async () => {
  const { exitCode, stderr } = await run(`${GUIDE} -o raw`);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('-o raw prints the body of one response')]);
});

test('a warning names what many pages cost', async () => {
  expect((await run(`${GUIDE} --json`)).stderr).not.toContain('requests');
  let pages = 0;
  const answerPage = () => {
    pages += 1;
    const row = { id: `row-${pages}`, status: 'sent', created: '2026-09-21T09:00:00Z' };
    const next = pages < 31 ? `page-${pages}` : null;
    return { activity: [row], meta: { pagination: { next, hasMore: next !== null } } };
  };
  const ran = await crier('automations report auto_1 --json', {
    env: { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
    network(request) {
      const isActivity = request.url.pathname.endsWith('/activity');
      return recordingNetwork(isActivity ? answerPage() : { id: 'auto_1' }).transport(request);
    },
  });
  expect(ran.stderr.replaceAll('\n', ' ')).toContain(
    'used 31 of the 300 requests that the service accepts in 5 minutes',
  );
});

describe('several automations', () => {
  const OTHER = 'auto_D6yJ1sGf5B';
  const severalOf = ({ json }: { json: unknown }) =>
    json as Pick<ActivityReport, 'totals' | 'report'> & {
      readonly results: readonly {
        readonly status: string;
        readonly totals: ActivityReport['totals'] | null;
      }[];
    };

  test.each(['status', 'reason'])('--by %s sums up both', async (by) => {
    const each = [
      await run(`${GUIDE} --by ${by} --top 99 --json`),
      await run(`${OTHER} --by ${by} --top 99 --json`),
    ];
    const parts = each.map(reportOf);
    const whole = severalOf(await run(`${GUIDE} ${OTHER} --by ${by} --top 99 --json`));
    expect(parts.every(({ totals }) => totals.rows > 0)).toBe(true);
    expect(whole.results.map(({ totals }) => totals)).toEqual(parts.map(({ totals }) => totals));
    for (const member of ['rows', 'sent', 'failed', 'other'] as const)
      expect(whole.totals[member]).toBe(parts.reduce((sum, { totals }) => sum + totals[member], 0));
    expect(whole.totals.actions.all).toBe(parts.reduce((sum, { totals }) => sum + totals.actions.all, 0));
    expect(whole.totals.latest).toBe(
      parts
        .map(({ totals }) => totals.latest)
        .toSorted()
        .at(-1),
    );
    for (const { name, rows } of whole.report) {
      const groups = parts.flatMap(({ report }) => report.filter((group) => group.name === name));
      expect(rows).toBe(groups.reduce((sum, group) => sum + group.rows, 0));
    }
  });

  test('a person whom both concern is one person', async () => {
    const twice = severalOf(await run(`${GUIDE} ${OTHER} --json`));
    const people = twice.results.map(({ totals }) => totals?.people ?? 0);
    expect(twice.totals.people).toBeLessThanOrEqual(people.reduce((sum, each) => sum + each, 0));
    expect(twice.totals.people).toBeGreaterThanOrEqual(Math.max(...people));
  });

  test('a failed id does not stop the others, and exits 3; all failed is as the first', async () => {
    const ran = await run(`auto_nobody ${GUIDE} --json`);
    expect(ran.exitCode).toBe(3);
    expect(severalOf(ran).results.map(({ status, totals }) => [status, totals?.rows ?? null])).toEqual([
      ['error', null],
      ['found', 150],
    ]);
    expect(await run('auto_nobody auto_none')).toMatchObject({ exitCode: 5, stdout: '' });
  });

  test('--ids-from has that document also for one id', async () => {
    const ran = await run('--ids-from - --json', { stdin: `id\tname\n${GUIDE}\tx\n` });
    expect(severalOf(ran).results).toHaveLength(1);
  });
});
