import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../src/service/durations.ts';
import { LIMITS } from '../../../../../src/service/limits.ts';
import { activitySandbox } from '../../../../support/automations/activity-rows.ts';
import { GUIDE } from '../../../../support/automations/automation-commands.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { eventually } from '../../../../support/eventually.ts';
import { NOW } from '../../../../support/small-sandbox.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-activity-archive-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const fixture = await activitySandbox(async () => GUIDE);
const ours: Sandbox = { ...fixture.sandbox, close() {} };
let folder: string;
let automation: string;
let made = 0;

/** An automation of its own, that is listed. */
function makeAutomation(): string {
  const id = `auto_archived${made++}`;
  fixture.database.run(
    `insert into automations (id, profile, account_id, name, description, active, created, updated, triggers_json,
       actions_json) values (?, (select min(id) from profiles), '17841499000000123', ?, '', 1, ?, ?, '[]', '[]')`,
    id,
    id,
    NOW,
    NOW,
  );
  return id;
}

beforeEach(() => {
  folder = mkdtempSync(join(base, 'work-'));
  fixture.database.run('update automations set active = 0, deleted = ? where deleted is null', NOW);
  automation = makeAutomation();
});

let events = 30_000;
/** Writes a row. @param ago how long ago its trigger matched */
const write = (ago: number, status = 'sent', of = automation) =>
  fixture.write({
    automation: of,
    event: String(events++),
    created: NOW - ago,
    status,
    completedAt: status === 'pending' || status === 'in_flight' ? null : NOW - ago + 30_000,
  });
/** Writes as many rows, the newest first, that far apart. */
const writeMany = (count: number, apart = MINUTE_MS, newest = 0) =>
  fixture.database.transaction(() => Array.from({ length: count }, (_, at) => write(newest + at * apart)));
const finish = (id: string, status: string) =>
  fixture.database.run('update dispatches set status = ?, completed_at = ? where id = ?', status, NOW, id);

interface Archived {
  readonly read: number;
  readonly added: number;
  readonly present: number;
  readonly open: number;
  readonly cutLines: number;
  readonly results: readonly { readonly id: string; readonly status: string; readonly added: number }[];
}

const FILE = 'activity.ndjson';
const at = (name = FILE) => join(folder, name);
const run = (line: string, around: Around = {}) =>
  crier(`automations activity ${line} --sandbox`, { sandbox: ours, folder, clock: fixture.clock, ...around });
async function archive(flags = automation, around: Around = {}) {
  const ran = await run(`${flags} --archive ${FILE} --json`, around);
  expect(ran).toMatchObject({ exitCode: 0 });
  return { ...(ran.json as Archived), stderr: ran.stderr };
}
const readLines = () => {
  const text = readFileSync(at(), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; status: string; archivedAt: string });
};
const listIds = () => readLines().map(({ id }) => id);

/** The same sandbox, and what it was asked. */
function counted(fails: (path: string) => boolean = () => false) {
  const asked: string[] = [];
  const sandbox: Sandbox = {
    ...ours,
    async answer(request) {
      const path = `${request.url.pathname}${request.url.search}`;
      asked.push(path);
      if (!fails(path)) return ours.answer(request);
      return { status: 503, headers: {}, body: new TextEncoder().encode('{"status":"error"}') };
    },
  };
  return { asked: () => asked.filter((path) => path.includes('/activity')), sandbox };
}

describe('automations activity --archive', () => {
  test('adds each row once, over all pages, and later only what is new', {
    tags: ['ACT-01', 'ACT-05'],
  }, async () => {
    const ids = writeMany(110, HOUR_MS);
    expect(await archive()).toMatchObject({ read: 110, added: 110, present: 0, open: 0 });
    expect(new Set(listIds())).toEqual(new Set(ids));
    expect(await archive()).toMatchObject({ added: 0 });
    const later = write(0);
    expect(await archive()).toMatchObject({ added: 1 });
    expect(listIds()).toEqual([...ids, later]);
    expect(readLines().at(-1)).toMatchObject({
      id: later,
      status: 'sent',
      archivedAt: '2026-09-21T14:13:20Z',
    });
    expect(statSync(at()).mode & 0o777).toBe(0o600);
  });

  test('a later run reads only what the last one has not, and everything without its notes', async () => {
    writeMany(150, MINUTE_MS, 2 * HOUR_MS);
    await archive();
    write(0);
    const { asked, sandbox } = counted();
    expect(await archive(automation, { sandbox })).toMatchObject({ added: 1 });
    expect(asked()).toHaveLength(1);
    rmSync(`${at()}.state`);
    const again = counted();
    expect(await archive(automation, { sandbox: again.sandbox })).toMatchObject({ added: 0, read: 151 });
    expect(again.asked()).toHaveLength(2);
    // another archive by the same name
    rmSync(at());
    expect(await archive()).toMatchObject({ added: 151 });
  });

  test('a row that is not finished is left to the run that finds it finished, however old it is', {
    tags: ['ACT-10'],
  }, async () => {
    const open = write(26 * HOUR_MS, 'pending');
    writeMany(110);
    const first = await archive();
    expect(first).toMatchObject({ added: 110, open: 1 });
    expect(first.stderr).toContain('1 row is not finished: a later run adds it');
    fixture.database.run("update dispatches set status = 'in_flight' where id = ?", open);
    expect(await archive()).toMatchObject({ added: 0, open: 1 });
    finish(open, 'failed');
    const last = await archive();
    expect(last).toMatchObject({ added: 1, open: 0 });
    expect(readLines().at(-1)).toMatchObject({ id: open, status: 'failed' });
    expect(listIds()).toHaveLength(111);
    expect(await archive()).toMatchObject({ added: 0, open: 0 });
  });

  test('without an id, all automations: also one that was deleted since the last run', {
    tags: ['ACT-09'],
  }, async () => {
    const other = makeAutomation();
    const rows = [write(0), write(MINUTE_MS, 'sent', other)];
    const waiting = write(0, 'in_flight', other);
    const first = await archive('');
    expect(first.results.map(({ id }) => id).toSorted()).toEqual([automation, other].toSorted());
    fixture.database.run('update automations set active = 0, deleted = ? where id = ?', NOW, other);
    finish(waiting, 'sent');
    expect(await archive('')).toMatchObject({ added: 1 });
    expect(new Set(listIds())).toEqual(new Set([...rows, waiting]));
  });

  test('two runs at once add each row once', async () => {
    writeMany(110);
    const both = await Promise.all([archive(), archive()]);
    expect(both.map(({ added }) => added).reduce((sum, each) => sum + each)).toBe(110);
    expect(new Set(listIds()).size).toBe(110);
    expect(listIds()).toHaveLength(110);
  });

  test.each([1, 60])(
    'a last line that was cut short after %d characters is removed, and added again',
    async (length) => {
      writeMany(3);
      await archive();
      const whole = readFileSync(at());
      truncateSync(at(), whole.lastIndexOf('\n', -2) + 1 + length);
      const dry = await archive(`${automation} --dry-run`);
      expect(dry).toMatchObject({ added: 1, cutLines: 1 });
      expect(dry.stderr).toContain('a run without --dry-run removes a last one');
      expect(dry.stderr).toContain('nothing was written');
      const repaired = await archive();
      expect(repaired).toMatchObject({ added: 1, cutLines: 1 });
      expect(repaired.stderr).toContain(': a last one was removed');
      expect(listIds()).toHaveLength(3);
    },
  );

  test('a run that fails in the middle leaves what it added, and the next adds the rest', async () => {
    writeMany(110);
    const { sandbox } = counted((path) => path.includes('next='));
    const failed = await run(`${automation} --archive ${FILE} --retries 0`, { sandbox });
    expect(failed.exitCode).toBe(10);
    expect(listIds()).toHaveLength(100);
    expect(await archive()).toMatchObject({ added: 10 });
    expect(new Set(listIds()).size).toBe(110);
  });

  test('one of several that fails makes exit 3, and the others are added', async () => {
    const other = makeAutomation();
    write(0);
    write(0, 'sent', other);
    const { sandbox } = counted((path) => path.includes(other));
    const { exitCode, json, stderr } = await run(`--archive ${FILE} --json --retries 0`, { sandbox });
    expect(exitCode).toBe(3);
    expect(json).toMatchObject({ added: 1 });
    expect((json as Archived).results).toContainEqual(
      expect.objectContaining({ id: other, status: 'error' }),
    );
    expect(stderr).toContain('1 of 2 could not be read');
  });

  test('rows that the service does not list any more are said to be missing', async () => {
    write(0);
    await archive();
    const state = JSON.parse(readFileSync(`${at()}.state`, 'utf8')) as {
      automations: Record<string, { completeTo: number; at: number }>;
    };
    const long = NOW - LIMITS.activityLookbackMs - DAY_MS;
    state.automations[automation] = { completeTo: long, at: long };
    writeFileSync(`${at()}.state`, JSON.stringify(state));
    expect((await archive()).stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the last run was at 2026-08-21T14:13:20Z, and the service lists 30 days: rows between may be missing',
    );
  });

  test('after the clock of the sandbox was set back, all rows are read again', async () => {
    write(0);
    await archive();
    const state = readFileSync(`${at()}.state`, 'utf8');
    writeFileSync(`${at()}.state`, state.replaceAll(String(NOW), String(NOW + DAY_MS)));
    write(20 * HOUR_MS);
    expect(await archive()).toMatchObject({ added: 1 });
  });

  test('many pages are read at the pace of the service', async () => {
    const asked: string[] = [];
    const sandbox: Sandbox = {
      ...ours,
      // pages of one row
      async answer(request) {
        const { pathname, searchParams } = request.url;
        if (!pathname.includes('/activity')) return ours.answer(request);
        const at = Number(searchParams.get('next') ?? 0);
        asked.push(pathname);
        const next = at < 61 ? String(at + 1) : null;
        const row = { id: `row-${at}`, status: 'sent', created: new Date(NOW - at * 1_000).toISOString() };
        const meta = { pagination: { next, hasMore: next !== null } };
        const body = new TextEncoder().encode(JSON.stringify({ status: 'success', activity: [row], meta }));
        return { status: 200, headers: { 'content-type': 'application/json' }, body };
      },
    };
    const running = archive(automation, { sandbox });
    await eventually(() => expect(asked).toHaveLength(60));
    fixture.clock.advance(1_500);
    await eventually(() => expect(asked).toHaveLength(61));
    fixture.clock.advance(1_500);
    expect(await running).toMatchObject({ added: 62 });
    fixture.clock.advance(-3_000);
  });
});

describe('what cannot be', () => {
  test.each([
    ['a name of another kind', '--archive activity.db', 'end the name of its file in .ndjson'],
    ['a folder that does not exist', '--archive nowhere/a.ndjson', 'choose another file with --archive'],
    ['a selection of rows', '--archive a.ndjson --status sent', 'an archive has all rows'],
    ['one response', '--archive a.ndjson -o raw', 'use -o json'],
    ['--dry-run by itself', '--dry-run', '--dry-run needs --archive'],
    ['--dry-run of what is read again', '--dry-run --resume r.ndjson', '--dry-run is only for --archive'],
  ])('%s is refused before anything is requested', async (_what, flags, words) => {
    const { asked, sandbox } = counted();
    const { exitCode, stderr } = await run(`${automation} ${flags}`, { sandbox });
    expect({ exitCode, asked: asked() }).toEqual({ exitCode: 2, asked: [] });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(existsSync(join(folder, 'r.ndjson'))).toBe(false);
  });

  test('an id that is not known', async () => {
    const { exitCode, stdout, error } = await run(`auto_nothing --archive ${FILE} --json`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
    expect(error).toMatchObject({ code: 469 });
  });

  test.each(['{"note":"buy milk"}\n', '{"platform":"instagram","id":"1"}\n', 'dear diary'])(
    'a file of another kind stays as it is: %j',
    async (text) => {
      appendFileSync(at(), text);
      const { exitCode, stderr } = await run(`${automation} --archive ${FILE}`);
      expect(exitCode).toBe(2);
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
        'is not an archive of activity: line 1 is not a row of activity',
      );
      expect(readFileSync(at(), 'utf8')).toBe(text);
      expect(existsSync(`${at()}.state`)).toBe(false);
    },
  );
});
