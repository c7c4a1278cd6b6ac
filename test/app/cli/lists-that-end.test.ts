import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/framework/command/command-list.ts';
import type { Transport } from '../../../src/client/transport.ts';
import { crier } from '../../support/crier.ts';
import { scripted } from '../../support/network/client.ts';

const env = { CRIER_BASE_URL: 'https://api.example/v', CRIER_API_KEY: 'API-KEY-1234567890-abcd' };

/** What follows a page: its cursor, and whether there is more. */
interface ListEnd {
  readonly next: string | null;
  readonly hasMore?: boolean;
}

interface EndlessService {
  readonly network: Transport;
  readonly cursors: (string | null)[];
}

/** A service whose pages of every list have one row, and follow each other as a function says. */
function serve(
  idOf: (cursor: string | null) => string,
  placeOf: (cursor: string | null) => ListEnd,
): EndlessService {
  const cursors: (string | null)[] = [];
  const network: Transport = (request) => {
    const { searchParams, pathname } = request.url;
    const isPaged = /activity|history|messages|profiles$/.test(pathname);
    const cursor = searchParams.get('next') ?? searchParams.get('cursor');
    if (isPaged) cursors.push(cursor);
    if (cursors.length > 50) throw new Error('the list is read without an end');
    const place = placeOf(cursor);
    const row = {
      id: idOf(cursor),
      refId: idOf(cursor),
      status: 'sent',
      created: '2026-09-20T08:15:00Z',
      completedAt: '2026-09-20T08:16:00Z',
      message: 'hello',
    };
    const rows = [row];
    return scripted({
      body: {
        ...{
          status: 'success',
          activity: rows,
          posts: rows,
          messages: rows,
          profiles: rows,
          automations: [{ id: 'auto_1' }],
        },
        ...place,
        pagination: { nextCursor: place.next, hasMore: place.hasMore },
        meta: { pagination: place },
      },
    })(request);
  };
  return { network, cursors };
}

const ROUND: Readonly<Record<string, string>> = { b: 'c', c: 'b' };

/** Services whose lists do not end, with what reading all of it finds. */
const ENDLESS = {
  'every page has the same row and the same cursor': {
    open: () =>
      serve(
        () => 'a',
        () => ({ next: 'abc', hasMore: true }),
      ),
    ids: ['a'],
    reason: 'leads back',
  },
  'the cursors go round': {
    open: () =>
      serve(
        (cursor) => `row-${cursor}`,
        (cursor) => ({ next: ROUND[cursor ?? ''] ?? 'b' }),
      ),
    ids: ['row-null', 'row-b', 'row-c'],
    reason: 'leads back',
  },
  'more are said to follow, without a cursor': {
    open: () =>
      serve(
        () => 'a',
        () => ({ next: null, hasMore: true }),
      ),
    ids: ['a'],
    reason: 'without a cursor',
  },
  'each cursor is new, and no row is': {
    open: () =>
      serve(
        () => 'a',
        (cursor) => ({ next: `${Number(cursor ?? 0) + 1}`, hasMore: true }),
      ),
    ids: ['a'],
    reason: 'had nothing new',
  },
} as const;

const run = ({ network }: EndlessService, line: string) => crier(line, { env, network });

describe.each(Object.entries(ENDLESS))('of a service where %s', (_situation, { open, ids, reason }) => {
  test.each(['automations activity x --all', 'automations activity x -n 100'])(
    '%s prints each row once, and fails',
    async (line) => {
      const { exitCode, stdout, error } = await run(open(), `${line} -o ndjson`);
      expect(
        stdout
          .split('\n')
          .filter(Boolean)
          .map((row) => JSON.parse(row).id),
      ).toEqual(ids);
      expect({ exitCode, error }).toMatchObject({
        exitCode: 10,
        error: { kind: 'unavailable', message: expect.stringMatching(`the list did not end: .*${reason}`) },
      });
    },
  );

  test.each(['csv', 'tsv'])('-o %s prints each row once, and fails', async (format) => {
    const { exitCode, stdout, stderr } = await run(
      open(),
      `automations activity x --all --fields id --no-header -o ${format}`,
    );
    expect([exitCode, stdout.split(/\r?\n/).filter(Boolean)]).toEqual([10, ids]);
    expect(stderr).toContain('the list did not end');
  });

  test('no document looks complete', async () => {
    const all = await run(open(), 'automations activity x --all --json');
    expect([all.exitCode, all.stdout]).toEqual([10, '']);
    const some = await run(open(), 'automations activity x -n 100 --json');
    expect(some).toMatchObject({
      exitCode: 10,
      json: { meta: { pagination: { next: null, hasMore: true } } },
    });
  });

  test('posts of an account are listed once, and not as if they were all', async () => {
    const { exitCode, json } = await run(open(), 'posts list --platform instagram --all --json');
    expect({ exitCode, json }).toMatchObject({
      exitCode: 10,
      json: { posts: ids.map((id) => ({ id })), meta: { pagination: { next: null, hasMore: true } } },
    });
  });

  test('a report counts nothing as if it were all', async () => {
    const { exitCode, stdout } = await run(open(), 'automations report auto_1 --json');
    expect([exitCode, stdout]).toEqual([10, '']);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'crier-lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('an archive gets each row once, and the run fails', async () => {
  const file = join(folder, 'activity.ndjson');
  const { exitCode } = await run(
    ENDLESS['the cursors go round'].open(),
    `automations activity x --archive ${file} --json`,
  );
  const rows = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  expect([exitCode, rows.map((row) => JSON.parse(row).id)]).toEqual([10, ['row-null', 'row-b', 'row-c']]);
});

test.each([
  'automations activity x -n 1',
  'messages list twitter',
  'profiles list',
  'posts list --platform instagram -n 1',
])('one page of "%s" whose cursor is its own is not a page to continue from', async (line) => {
  const { open } = ENDLESS['every page has the same row and the same cursor'];
  const first = await run(open(), `${line} --json`);
  expect(first).toMatchObject({
    exitCode: 0,
    json: { meta: { pagination: { next: 'abc', hasMore: true } } },
  });
  const second = await run(open(), `${line} --cursor abc --json`);
  expect(second).toMatchObject({
    exitCode: 10,
    json: { meta: { pagination: { next: null, hasMore: true } } },
  });
});

test('a list that ends is complete, also after a page without rows', async () => {
  const pages: Readonly<Record<string, ListEnd>> = {
    '': { next: 'b', hasMore: true },
    b: { next: 'c' },
    c: { next: 'd', hasMore: false },
  };
  const service = serve(
    (cursor) => `row-${cursor}`,
    (cursor) => pages[cursor ?? ''] ?? { next: null },
  );
  const { exitCode, json } = await run(service, 'automations activity x --all --json');
  expect({ exitCode, json }).toMatchObject({
    exitCode: 0,
    json: {
      activity: [{ id: 'row-null' }, { id: 'row-b' }, { id: 'row-c' }],
      meta: { pagination: { hasMore: false } },
    },
  });
});

/** Commands whose lists have pages, and are read above; `outbox` by test/unit/cli/sandbox. */
const PAGED = ['automations activity', 'messages list', 'posts list', 'profiles list', 'sandbox outbox'];

/** Reads a file of this machine, whose rows end. */
const OF_ARCHIVES = ['comments search'];

test('every command that continues a list is tried on services whose lists do not end', async () => {
  const found: string[] = [];
  for (const { path, load } of COMMANDS)
    if ('cursor' in (await load()).input.shape) found.push(path.join(' '));
  expect(found.toSorted()).toEqual([...PAGED, ...OF_ARCHIVES].toSorted());
});
