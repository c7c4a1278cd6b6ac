import { beforeAll, describe, expect, test } from 'vitest';
import type { SandboxRequest } from '../../../../../src/sandbox/http/sandbox-request.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { MINUTE_MS } from '../../../../../src/service/durations.ts';
import type { ActivityAnswer } from '../../../../../src/service/endpoints/activity.ts';
import { activitySandbox } from '../../../../support/automations/activity-rows.ts';
import { GUIDE, STORY } from '../../../../support/automations/automation-commands.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { QUIET_DEMO } from '../../../../support/sandbox/new-sandbox.ts';
import { NOW } from '../../../../support/small-sandbox.ts';

const fixture = await activitySandbox(async () => GUIDE, QUIET_DEMO);
const ours: Sandbox = { ...fixture.sandbox, close() {} };
const run = (line: string, around: Around = {}) =>
  crier(`automations activity ${line} --sandbox`, { sandbox: ours, clock: fixture.clock, ...around });

// What is read here was held against the schema of the command by `crier`.
const answerOf = ({ json }: { json: unknown }) => json as ActivityAnswer;
const idsOf = (ran: { json: unknown }) => answerOf(ran).activity.map(({ id }) => id);
const pageOf = (ran: { json: unknown }) => answerOf(ran).meta?.pagination;

/** The same, and the pages that it was asked for. @param fails says before each whether it does */
function counted(fails: (path: string, asked: number) => boolean = () => false) {
  const asked: string[] = [];
  const sandbox: Sandbox = {
    ...ours,
    async answer(request: SandboxRequest) {
      const path = `${request.url.pathname}${request.url.search}`;
      if (!fails(path, asked.push(path))) return ours.answer(request);
      return { status: 503, headers: {}, body: new TextEncoder().encode('{"status":"error"}') };
    },
  };
  return { asked, sandbox };
}

const ROWS = 130;
const isFailed = (at: number) => at % 3 === 2;
const words = (text: string) => text.replaceAll(/\s+/g, ' ');
let others = 0;
/** An automation of its own, whose rows a test writes. */
function another(): string {
  const id = `auto_other${others++}`;
  fixture.database.run(
    `insert into automations (id, profile, account_id, name, description, active, created, updated, triggers_json,
       actions_json) select ?, profile, account_id, name, '', 1, created, updated, '[]', '[]' from automations where id = ?`,
    id,
    GUIDE,
  );
  return id;
}
/** Newest first. */
let ids: readonly string[];

beforeAll(() => {
  const write = (at: number) =>
    fixture.write({
      event: String(20_000 - at),
      created: NOW - Math.floor(at / 2) * MINUTE_MS,
      keyword: 'GUIDE',
      text: 'the GUIDE please',
      ...(isFailed(at)
        ? { status: 'failed', actions: [{ status: 'failed', errorDetails: '491: the comment was deleted' }] }
        : { actions: [{ messageSource: 'template', sent: { message: 'Hello mara, here it is' } }] }),
    });
  ids = fixture.database.transaction(() => Array.from({ length: ROWS }, (_, at) => write(at)));
});

describe('some of it', () => {
  test.each([
    ['as many as a page has', '', 25, 1],
    ['as many as are asked for', '-n 3', 3, 1],
    ['more than a page has', '-n 110', 110, 2],
    ['as many as a whole page', '-n 100', 100, 1],
  ])('%s', { tags: ['ACT-05'] }, async (_what, flags, count, requests) => {
    const { asked, sandbox } = counted();
    const ran = await run(`${GUIDE} ${flags} --json`, { sandbox });
    expect(idsOf(ran)).toEqual(ids.slice(0, count));
    expect(pageOf(ran)).toMatchObject({ next: expect.any(String), hasMore: true, limit: count });
    expect(ran.stderr).toContain(`showing the first ${count}`);
    expect(asked).toHaveLength(requests);
  });

  test('the cursor continues after the last row, unchanged', { tags: ['ACT-05'] }, async () => {
    const first = await run(`${GUIDE} -n 110 --json`);
    const rest = await run(`${GUIDE} -n 100 --json --cursor ${pageOf(first)?.next}`);
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids);
    expect(pageOf(rest)).toEqual({ next: null, hasMore: false, limit: 100 });
    expect(rest.stderr).toBe('');
  });

  test('with --status too, though the service does not know it', { tags: ['ACT-05'] }, async () => {
    const failed = ids.filter((_, at) => isFailed(at));
    const seen: string[] = [];
    for (let next: string | null | undefined = ''; typeof next === 'string'; ) {
      const cursor = next === '' ? '' : `--cursor ${next}`;
      const ran = await run(`${GUIDE} --status failed -n 25 --json ${cursor}`);
      seen.push(...idsOf(ran));
      next = pageOf(ran)?.next;
    }
    expect(seen).toEqual(failed);
  });

  test('with --status, rows that come meanwhile are not seen, and none is missed', {
    tags: ['ACT-04'],
  }, async () => {
    let count = 0;
    const { sandbox } = counted((_path, asked) => {
      // in between the first look and the one for the place, more come than a page has
      if (asked !== 2) return false;
      fixture.database.transaction(() => {
        for (let at = 0; at < 120; at++) {
          fixture.write({ automation: STORY, event: `late-${count++}`, created: NOW + at, status: 'failed' });
        }
      });
      return false;
    });
    const early = Array.from({ length: 30 }, (_, at) =>
      fixture.write({ automation: STORY, event: `early-${1000 - at}`, created: NOW - at, status: 'failed' }),
    );
    const ran = await run(`${STORY} --status failed -n 10 --json`, { sandbox });
    expect(idsOf(ran)).toEqual(early.slice(0, 10));
    const rest = await run(`${STORY} --status failed -n 100 --json --cursor ${pageOf(ran)?.next}`);
    expect(idsOf(rest)).toEqual(early.slice(10));
  });

  test.each([
    ['a length of time', '2m', 6],
    ['a time', '2026-09-21T14:11:20Z', 6],
    ['a day', '2026-09-21', ROWS],
    ['several units', '1m60s', 6],
  ])('--since %s', async (_what, since, count) => {
    const ran = await run(`${GUIDE} --since ${since} -n 500 --json`);
    expect(idsOf(ran)).toEqual(ids.slice(0, count));
    expect(pageOf(ran)).toMatchObject({ next: null, hasMore: false });
  });

  test('--since stops asking where it is reached', async () => {
    const { asked, sandbox } = counted();
    await run(`${GUIDE} --since 2m --all -o ndjson`, { sandbox });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['--follow --cursor x -o ndjson', '--follow and --cursor cannot be used together'],
    ['--every 5s', '--every needs --follow'],
    ['--follow --every 1s -o ndjson', '--every must be at least 2s'],
    ['--follow -o raw', 'use -o ndjson'],
    ['--status sent -o raw', '-o raw prints the body of one response'],
    ['--since 7d -o raw', '-o raw prints the body of one response'],
    ['--recipient mara -o raw', '-o raw prints the body of one response'],
    ['--contains mara -o raw', '-o raw prints the body of one response'],
    ['--status done', 'cannot be "done"'],
    ['--follow --json', 'use -o ndjson'],
  ])('%s is refused', async (flags, words) => {
    const { exitCode, stderr } = await run(`${GUIDE} ${flags}`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(words) });
  });

  test('of one that is not there, it ends with 5', { tags: ['L-07'] }, async () => {
    const { exitCode, error } = await run('auto_nobody --json');
    expect([exitCode, error?.['code']]).toEqual([5, 469]);
  });

  test.each([80, 40])('for people, at %i columns', async (columns) => {
    const { stdout } = await run(`${GUIDE} -n 5 --color never`, { isTerminal: true, columns });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(stdout).toMatch(/just now +sent +mara +GUIDE/);
    expect(stdout).toContain('Hello mara, here it is');
    expect(stdout).toContain('491: the comment was deleted');
  });

  test.each([
    ['--status skipped', `no rows with status skipped (${ROWS} other rows skipped)`],
    [
      '--status skipped --status pending --since 30s',
      'no rows with status skipped or pending in the last 30s (2 other rows skipped)',
    ],
    [
      '--recipient mara --status skipped --since yesterday',
      `no rows of mara with status skipped since yesterday (${ROWS} other rows skipped)`,
    ],
    ['--since 2027-01-01', 'no rows since 2027-01-01'],
    ['--contains nothingofit', `no rows with these words (${ROWS} other rows skipped)`],
  ])(
    '%s: the output names the filter that hides rows, and does not claim that there are none',
    async (flags, said) => {
      expect(words((await run(`${GUIDE} ${flags}`, { isTerminal: true })).stdout)).toBe(`${said} `);
    },
  );

  test.each(['', '--all'])('with %s, the filter that hides rows is named beside data, too', async (all) => {
    const { stderr } = await run(`${GUIDE} --status skipped ${all} -o tsv`);
    expect(words(stderr)).toBe(`no rows with status skipped (${ROWS} other rows skipped) `);
  });

  test('--status can be given several times', async () => {
    const both = await run(`${GUIDE} --status sent --status failed -n 500 --json`);
    expect(idsOf(both)).toEqual(ids);
    expect(idsOf(await run(`${GUIDE} --status failed --status skipped -n 500 --json`))).toEqual(
      ids.filter((_, at) => isFailed(at)),
    );
  });

  test.each([
    [
      'the rest of the page in hand has none',
      '--status failed -n 1',
      ['failed', ...Array(20).fill('sent')],
      1,
    ],
    ['nor has the page behind', '--status failed -n 1', ['failed', ...Array(140).fill('sent')], 2],
    ['all that follows is too old', '--since 5m -n 3', ['sent', 'sent', 'sent', 'old', 'old'], 1],
  ])('a list is not cut where nothing more is wanted: %s', async (_why, flags, statuses, requests) => {
    const id = another();
    for (const [at, status] of statuses.entries()) {
      const created = status === 'old' ? NOW - 10 * MINUTE_MS : NOW - at;
      fixture.write({
        automation: id,
        event: `u${1000 - at}`,
        created,
        status: status === 'old' ? 'sent' : status,
      });
    }
    const { asked, sandbox } = counted();
    const ran = await run(`${id} ${flags} --json`, { sandbox });
    expect([pageOf(ran)?.next, pageOf(ran)?.hasMore, ran.stderr]).toEqual([null, false, '']);
    expect(asked).toHaveLength(requests);
  });

  test('a list that is cut at the end of a page reports it only if matching rows may follow', async () => {
    const id = another();
    const statuses = ['failed', ...Array(120).fill('sent'), 'failed'];
    const made = statuses.map((status, at) =>
      fixture.write({ automation: id, event: `u${1000 - at}`, created: NOW - at, status }),
    );
    const first = await run(`${id} --status failed -n 1 --json`);
    expect(pageOf(first)).toMatchObject({ next: expect.any(String), hasMore: true });
    const rest = await run(`${id} --status failed --json --cursor ${pageOf(first)?.next}`);
    expect(idsOf(rest)).toEqual(made.slice(-1));
  });

  test('events have their id, by which explain finds them, with --wide', async () => {
    const { stdout } = await run(`${GUIDE} -n 1 --wide --color never`, { isTerminal: true, columns: 100 });
    expect(stdout).toMatch(/ EVENT\n.* 20000\n/);
    const narrow = await run(`${GUIDE} -n 1 --color never`, { isTerminal: true, columns: 120 });
    expect(narrow.stdout).not.toContain('EVENT');
  });

  test.each([80, 40])('at %i columns a reason is there whole, and ids are not cut', async (columns) => {
    const id = another();
    const recipient = { id: '17841498539207682', username: null };
    const errorDetails =
      '491: the comment can have no private reply any more, for it is older than seven days';
    fixture.write({
      automation: id,
      event: '18000000000000041',
      created: NOW,
      status: 'failed',
      recipient,
      errorDetails,
    });
    const { stdout } = await run(`${id} --color never`, { isTerminal: true, columns });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(stdout).toContain(recipient.id);
    const letters = (text: string) => text.replaceAll(/\s/g, '');
    expect(letters(stdout.replaceAll(/17841498539207682|just now|failed/g, ''))).toContain(
      letters(errorDetails),
    );
  });

  test('followers are named by the sandbox where no row has more than their id', async () => {
    await crier('sandbox engage comment --from nina --text hello --sandbox', {
      sandbox: ours,
      clock: fixture.clock,
    });
    const person = fixture.database.first<{ id: string }>("select id from users where handle = 'nina'")?.id;
    const id = another();
    fixture.write({
      automation: id,
      event: 'w1',
      created: NOW,
      recipient: { id: `${person}`, username: null },
    });
    for (const flags of ['', '--all']) {
      const { stdout } = await run(`${id} ${flags} --color never`, { isTerminal: true });
      expect(stdout).toMatch(/sent +nina/);
    }
    const { json } = await run(`${id} --json`);
    expect(json).toMatchObject({ activity: [{ recipientUsername: null }] });
  });

  test('people are named by other rows of theirs', async () => {
    const id = another();
    const recipient = { id: '17841498539207682', username: 'ana' };
    fixture.write({ automation: id, event: 'n1', created: NOW, recipient });
    fixture.write({ automation: id, event: 'n2', created: NOW, recipient: { ...recipient, username: null } });
    const { stdout } = await run(`${id} --color never`, { isTerminal: true });
    expect(stdout.match(/sent {4}ana/g)).toHaveLength(2);
  });

  test('an empty result is reported', async () => {
    const { stdout, exitCode } = await run('auto_D6yJ1sGf5B', { isTerminal: true });
    const command = '"crier automations explain auto_D6yJ1sGf5B --sandbox"';
    expect([exitCode, words(stdout)]).toEqual([
      0,
      `no rows: nothing triggered it in this period. To see why: ${command.replaceAll('"', '')} `,
    ]);
  });
});

describe('all of it', { tags: ['ACT-05'] }, () => {
  test('a row a line, a page at a time', async () => {
    const { asked, sandbox } = counted();
    const { stdout } = await run(`${GUIDE} --all -o ndjson`, { sandbox });
    const rows = stdout.trimEnd().split('\n');
    expect(rows.map((line) => JSON.parse(line).id)).toEqual(ids);
    expect(asked).toHaveLength(2);
  });

  test('as one document', async () => {
    const ran = await run(`${GUIDE} --all --status failed --json`);
    expect(idsOf(ran)).toEqual(ids.filter((_, at) => isFailed(at)));
    expect(pageOf(ran)).toEqual({ next: null, hasMore: false, limit: null });
  });

  test('without an id, of all automations, newest first', async () => {
    const other = another();
    fixture.write({ automation: other, event: 'of-another', created: NOW - 1 });
    const { activity } = answerOf(await run('--all --json'));
    const times = activity.map(({ created }) => created);
    expect(activity.length).toBeGreaterThan(ids.length);
    expect(activity.map(({ automationId }) => automationId)).toContain(other);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await run('--cursor x --json')).exitCode).toBe(2);
  });

  test('one document that breaks has no cursor to continue from', async () => {
    const { sandbox } = counted((path) => path.includes('next='));
    const { stdout, stderr, exitCode } = await run(`${GUIDE} --all --json --retries 0`, { sandbox });
    expect([stdout, stderr.includes('--cursor')]).toEqual(['', false]);
    expect(exitCode).not.toBe(0);
  });

  test('a cursor of no use is not recommended', async () => {
    const { stderr, exitCode } = await run(`${GUIDE} --all -o ndjson --cursor bogus`);
    expect([exitCode, stderr.includes('goes on')]).toEqual([9, false]);
  });

  test('when it breaks, the rows printed so far stay, and it shows how to continue', async () => {
    const { sandbox } = counted((path) => path.includes('next='));
    const { stdout, stderr, exitCode } = await run(`${GUIDE} --all -o ndjson --retries 0`, { sandbox });
    expect(exitCode).not.toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(100);
    // a value that begins with a hyphen is joined with its flag, and quoted
    const cursor = /--cursor[ =]'?([\w-]+)/.exec(stderr)?.[1];
    const rest = await run(`${GUIDE} --all -o ndjson --cursor=${cursor}`);
    expect(rest.stdout.trimEnd().split('\n')).toHaveLength(ROWS - 100);
  });
});

describe('--recipient', () => {
  test('a handle finds rows that carry none, where the sandbox knows whose it is', async () => {
    const id = another();
    await crier('sandbox engage comment --from rosa --text hello --sandbox', {
      sandbox: ours,
      clock: fixture.clock,
    });
    const person = fixture.database.first<{ id: string }>("select id from users where handle = 'rosa'")?.id;
    const mine = fixture.write({
      automation: id,
      event: 'r1',
      kind: 'story_comment',
      triggerType: 'story_comment',
      text: 'GUIDE',
      commentId: 'r1',
      storyId: 's1',
      created: NOW,
      recipient: { id: `${person}`, username: null },
    });
    fixture.write({ automation: id, event: 'r2', created: NOW });
    for (const who of ['rosa', '@Rosa', `${person}`]) {
      const ran = await run(`${id} --recipient ${who} --json`);
      expect({ stderr: ran.stderr }).toEqual({ stderr: '' });
      expect(idsOf(ran)).toEqual([mine]);
    }
  });

  test('elsewhere it warns that rows may be missed', async () => {
    const { transport } = recordingNetwork({
      activity: [{ id: 'a', status: 'sent', recipientUsername: 'Mara' }],
    });
    const env = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
    const named = await crier('automations activity auto_1 --recipient mara --json', {
      env,
      network: transport,
    });
    expect(idsOf(named)).toEqual(['a']);
    expect(named.stderr).toContain('have no handle');
    const byId = await crier('automations activity auto_1 --recipient 17841499000000777 --json', {
      env,
      network: transport,
    });
    expect([idsOf(byId), byId.stderr.includes('have no handle')]).toEqual([[], false]);
  });
});

describe('another service', () => {
  const env = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
  const at = (body: object, flags = '') => {
    const network = recordingNetwork(body);
    const ran = crier(`automations activity auto_1 --json ${flags}`, { env, network: network.transport });
    return ran.then((result) => ({ ...result, requests: network.requests }));
  };

  test('may give rows without what older ones lack', { tags: ['ACT-06'] }, async () => {
    const { json, exitCode } = await at({ activity: [{ id: 'a', status: 'sent' }] });
    expect([exitCode, (json as ActivityAnswer).activity]).toEqual([0, [{ id: 'a', status: 'sent' }]]);
  });

  test('may have unknown states and fields', { tags: ['HTTP-10'] }, async () => {
    const row = { id: 'a', status: 'paused', created: '2026-03-02T08:15:00.000Z', mood: { good: true } };
    const { json } = await at({ activity: [row] });
    expect((json as ActivityAnswer).activity).toEqual([row]);
  });

  test('an older one puts the place of the next page elsewhere', async () => {
    const ran = await at(
      { activity: [{ id: 'a', status: 'sent' }], meta: { next: 'c1', hasMore: true } },
      '-n 1',
    );
    expect(pageOf(ran)).toMatchObject({ next: 'c1', hasMore: true, limit: 1 });
  });

  test.each([
    ['a cursor that leads to itself', { activity: [{ id: 'a', status: 'sent' }], meta: { next: 'c1' } }, 2],
    ['pages of nothing', { activity: [], meta: { next: 'c1' } }, 2],
  ])('%s ends, and fails', async (_what, body, requests) => {
    const ran = await at(body, '--all');
    expect([ran.exitCode, ran.requests.length, ran.stdout]).toEqual([10, requests, '']);
  });

  test('more than it was asked for ends, too', async () => {
    const activity = ['a', 'b', 'c'].map((id) => ({ id, status: 'failed' }));
    const ran = await at({ activity, meta: { next: 'c1' } }, '--status failed -n 1');
    expect(idsOf(ran)).toEqual(['a']);
  });
});

/** What one attempt of a request may take, unless a flag says otherwise. */
const DEADLINE_MS = 30_000;

describe('--follow', () => {
  /** Follows while each wait triggers an event, and is stopped after the last. */
  async function following(
    flags: string,
    events: readonly (() => void)[],
    around: Around = {},
    output = '-o ndjson',
  ) {
    const end = new AbortController();
    const left = [...events];
    const slept: number[] = [];
    const clock: Around['clock'] = {
      ...fixture.clock,
      async sleep(ms, signal) {
        // a request's own deadline, which never comes
        if (ms >= DEADLINE_MS) return new Promise((_, reject) => signal?.addEventListener('abort', reject));
        slept.push(ms);
        const next = left.shift();
        if (next === undefined) end.abort('interrupted');
        end.signal.throwIfAborted();
        next?.();
      },
    };
    const ran = await run(`${flags} --follow ${output}`, { ...around, clock, signal: end.signal });
    const lines = ran.stdout.split('\n').filter((line) => line.startsWith('{'));
    return { ...ran, slept, rows: lines.map((line) => JSON.parse(line) as { id: string; status: string }) };
  }
  const setStatus = (id: string, status: string) =>
    fixture.database.run('update dispatches set status = ? where id = ?', status, id);
  const add = (automation: string, event: string, rest: object = {}) =>
    fixture.write({ automation, event, created: NOW, ...rest });

  test('begins with the latest rows, oldest first, and ends when it is stopped', async () => {
    const { rows, exitCode } = await following(`${GUIDE} -n 3`, []);
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 3).reverse());
    expect(exitCode).toBe(130);
  });

  test('prints each row as it is written, and again when its status changes', async () => {
    const id = another();
    const first = add(id, 'f-5', { status: 'pending', completedAt: null });
    const { rows } = await following(id, [
      () => setStatus(first, 'in_flight'),
      // of the same moment, and before the first in the order of the list
      () => void add(id, 'f-1', { status: 'skipped' }),
      () => {},
      () => setStatus(first, 'sent'),
      () => void add(id, 'f-9', { created: NOW + MINUTE_MS }),
    ]);
    expect(rows.map((row) => [row.id.split(':')[2], row.status])).toEqual([
      ['f-5', 'pending'],
      ['f-5', 'in_flight'],
      ['f-1', 'skipped'],
      ['f-5', 'sent'],
      ['f-9', 'sent'],
    ]);
  });

  test('without an id it follows all automations, with those that are created meanwhile', async () => {
    // the more automations, the longer the waits: those of other tests are given to another profile
    fixture.database.run(
      `update automations set profile = (select max(profile) from automations) where id like 'auto_other%'`,
    );
    const { rows, exitCode } = await following('-n 2', [
      () => void add(GUIDE, 'all-1', { created: NOW + 1 }),
      () => void add(another(), 'all-2', { created: NOW + MINUTE_MS }),
    ]);
    expect(rows.slice(2).map(({ id }) => id.split(':')[2])).toEqual(['all-1', 'all-2']);
    expect(rows).toHaveLength(4);
    expect(exitCode).toBe(130);
  });

  test('an old row that is still open is looked at, however many came since', async () => {
    const id = another();
    const old = add(id, 'old', { created: NOW - MINUTE_MS, status: 'in_flight', completedAt: null });
    const { rows } = await following(`${id} -n 1`, [
      () => {
        fixture.database.transaction(() => {
          for (let at = 0; at < 150; at++) add(id, `new-${at}`, { created: NOW + at });
        });
      },
      () => setStatus(old, 'failed'),
    ]);
    expect(rows).toHaveLength(152);
    expect(rows.at(-1)).toMatchObject({ id: old, status: 'failed' });
  });

  test('rows of the same moment that were not wanted at first do not come later', async () => {
    const id = another();
    for (let at = 0; at < 8; at++) add(id, `same-${at}`);
    const { rows } = await following(`${id} -n 3`, [() => {}, () => void add(id, 'same-9')]);
    expect(rows.map((row) => row.id.split(':')[2])).toEqual(['same-5', 'same-6', 'same-7', 'same-9']);
  });

  test('--status prints rows when they get there', async () => {
    const id = another();
    const row = add(id, 's', { status: 'pending', completedAt: null });
    const { rows } = await following(`${id} --status sent`, [() => setStatus(row, 'sent')]);
    expect(rows).toMatchObject([{ id: row, status: 'sent' }]);
  });

  test('polls at a rate that the service accepts, and reports a transient failure once', async () => {
    const id = another();
    const { sandbox, asked } = counted((_path, count) => count === 3 || count === 4);
    const nothing = () => {};
    const { rows, stderr, slept } = await following(
      `${id} --retries 0`,
      [nothing, nothing, nothing, () => void add(id, 'after')],
      { sandbox },
    );
    expect(asked.length).toBeGreaterThan(4);
    expect(rows).toHaveLength(1);
    expect(stderr.match(/retrying until/g)).toHaveLength(1);
    expect(Math.min(...slept)).toBeGreaterThanOrEqual(2_000);
  });

  test('--every says how long it is to the next look, and more pages take longer', async () => {
    const id = another();
    const fill = () =>
      fixture.database.transaction(() => {
        for (let at = 0; at < 150; at++) add(id, `many-${at}`, { created: NOW + at, status: 'pending' });
      });
    const { slept } = await following(`${id} --every 2s`, [fill, () => {}]);
    expect(slept).toEqual([2_000, 4_000, 4_000]);
  });

  test('--since is a moment, which does not move with the clock', async () => {
    const id = another();
    const row = add(id, 'since', { created: NOW - 25_000, status: 'pending', completedAt: null });
    add(id, 'before', { created: NOW - 40_000 });
    const { rows } = await following(`${id} --since 30s`, [
      () => fixture.clock.advance(10_000),
      () => setStatus(row, 'sent'),
    ]);
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'sent']);
  });

  test('open rows that are not printed at first are, when they change', async () => {
    const id = another();
    const open = ['p1', 'p2', 'p3'].map((event, at) =>
      add(id, event, {
        created: NOW - 120 * at,
        status: 'pending',
        completedAt: null,
        recipient: { id: event, username: event },
      }),
    );
    const { rows } = await following(`${id} -n 1`, [
      () => {
        for (const row of open) setStatus(row, 'sent');
      },
    ]);
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'sent', 'sent', 'sent']);
  });

  test('a clock that is set back is reported once, and later rows are seen', async () => {
    const id = another();
    add(id, 'before', { created: NOW - 600_000 });
    const back = -2 * 60 * MINUTE_MS;
    add(id, 'of the time that was left', { created: NOW + back + MINUTE_MS });
    try {
      const { rows, stderr } = await following(`${id} -n 1`, [
        () => {},
        () => {
          fixture.clock.advance(back);
          add(id, 'after', { created: fixture.clock.now() - 1_000 });
        },
        () => void add(id, 'later', { created: fixture.clock.now() }),
        () => {},
      ]);
      expect(rows.map((row) => row.id.split(':')[2])).toEqual(['before', 'after', 'later']);
      expect(stderr.match(/clock was set back to 2026-09-21T12:/g)).toHaveLength(1);
    } finally {
      fixture.clock.advance(-back);
    }
  });

  test('for people, times are those of a clock', async () => {
    const id = another();
    add(id, 'clock');
    const { stdout } = await following(id, [], {}, '-o table --color never');
    expect(stdout).toMatch(/^14:\d\d:\d\dZ +sent/m);
    expect(stdout).not.toContain('just now');
  });
});
