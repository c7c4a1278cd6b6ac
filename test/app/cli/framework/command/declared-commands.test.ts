import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Command, defineCommand } from '../../../../../src/cli/framework/command/command.ts';
import { defineChange } from '../../../../../src/cli/framework/command/define-change.ts';
import { defineRead } from '../../../../../src/cli/framework/command/define-read.ts';
import { REMOTE, WRITE } from '../../../../../src/cli/framework/input/flags/flags.ts';
import { defineBatchChange } from '../../../../../src/cli/framework/many/define-batch-change.ts';
import { defineBatchRead, defineFound } from '../../../../../src/cli/framework/many/define-batch-read.ts';
import { crier as programName } from '../../../../../src/cli/framework/output/text/shell-command.ts';
import type { Transport, WireRequest } from '../../../../../src/client/transport.ts';
import { addFeed, listFeeds, removeFeed } from '../../../../../src/service/endpoints/feeds.ts';
import { getLink } from '../../../../../src/service/endpoints/links.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

const WORDS = { summary: 'Try a declaration', examples: [] };
const Ids = z.array(z.string()).default([]).describe('ids of feeds');
const question = { what: 'change it' };

const COMMANDS: Readonly<Record<string, unknown>> = {
  list: defineRead({
    ...WORDS,
    input: z.object({ limit: z.int().optional().describe('maximum number') }),
    output: z.looseObject({}),
    records: 'feeds',
    call: listFeeds,
    rows: ({ feeds }) => feeds ?? [],
    columns: [{ name: 'id', title: 'id', value: ({ id }) => id }],
    cut: (shown, all) => `showing ${shown} of ${all}`,
  }),
  show: defineBatchRead({
    ...WORDS,
    ids: { name: 'ids', flag: Ids },
    output: z.union([z.looseObject({}), defineFound('links', z.looseObject({}))]),
    key: 'links',
    columns: [{ name: 'id', title: 'id', value: (link: { id: string }) => link.id }],
    empty: 'none',
    async read(id, { client }) {
      const answer = await client.call(getLink, { params: { id } });
      return { record: { id }, answer };
    },
    show: (link) => ({ view: { kind: 'record', document: link, lines: [] } }),
  }),
  add: defineChange({
    ...WORDS,
    positional: ['url'],
    input: z.object({ url: z.string().describe('address') }),
    output: z.looseObject({}),
    call: addFeed,
    request: ({ url }) => ({ body: { url } }),
    confirm: () => question,
    lines: ({ id }) => [{ name: 'id', title: 'id', value: id }],
  }),
  remove: defineBatchChange({
    ...WORDS,
    ids: {
      name: 'ids',
      flag: Ids,
      addresses: {
        note: 'looked up before sending',
        isAddress: (id) => id.includes('://'),
        lookUp: async () => (id) => id.replace('https://', ''),
      },
    },
    call: removeFeed,
    request: (id) => ({ body: { id } }),
    confirm: { what: ({ length }) => `remove ${length}`, describe: async (ids) => ids },
    done: 'removed',
    shownBy: programName`feeds list`,
  }),
  // these would send in a dry run
  eager: defineChange({
    ...WORDS,
    input: z.object({}),
    output: z.looseObject({}),
    call: addFeed,
    async prepare(_input, { service }) {
      await (await service.client()).call(removeFeed, { body: { id: 'a' } });
    },
    request: () => ({ body: { url: 'https://blog.example.com/feed.xml' } }),
  }),
  forgetful: defineCommand({
    ...WORDS,
    changes: true,
    flags: [REMOTE, WRITE],
    input: z.object({}),
    output: z.looseObject({}),
    async run(_input, { service }) {
      const client = await service.client({ writes: true });
      await client.request({ method: 'DELETE', path: '/feed', body: { id: 'a' } });
      return { view: null };
    },
  }),
};

let requests: WireRequest[];
beforeEach(() => {
  requests = [];
});

/** A service that knows no feed and no link whose id begins with `x`. */
const network: Transport = async (request) => {
  requests.push(request);
  const id = typeof request.body === 'string' ? request.body : request.url.pathname;
  const isUnknown = /[/"]x\w*"?\}?$/.test(id);
  const body = isUnknown
    ? { status: 'error', code: 1404, message: 'not there' }
    : { status: 'success', id: 'a', feeds: [{ id: 'a' }, { id: 'b' }] };
  return {
    status: isUnknown ? 404 : 200,
    headers: { 'content-type': 'application/json' },
    body: (async function* () {
      yield Buffer.from(JSON.stringify(body));
    })(),
  };
};

const tryOut = (line: string, around: Around = {}) =>
  crier(`try ${line}`, {
    network,
    env: { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
    commands: Object.entries(COMMANDS).map(([name, command]) => ({
      path: ['try', name],
      load: async () => command as Command, // as a loaded one has it
    })),
    ...around,
  });

const sentBodies = () => requests.map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : null));

describe('a dry run sends nothing, whatever a command declares', () => {
  test.each([
    [
      'add https://blog.example.com/feed.xml',
      { request: { body: { url: 'https://blog.example.com/feed.xml' } } },
    ],
    ['remove a', { request: { body: { id: 'a' } } }],
    ['remove a x', { requests: [{ body: { id: 'a' } }, { body: { id: 'x' } }] }],
    ['remove https://a', { request: { body: { id: 'https://a' } } }],
  ])('%s prints what it would send', async (line, planned) => {
    const { exitCode, json, stderr } = await tryOut(`${line} --dry-run --json`);
    expect({ exitCode, json, requests }).toMatchObject({ exitCode: 0, json: planned, requests: [] });
    expect(stderr.includes('looked up before sending')).toBe(line.includes('remove https'));
  });

  test.each(['eager', 'forgetful'])('%s, which would send, fails instead', async (line) => {
    const { exitCode, stderr } = await tryOut(`${line} --dry-run`);
    expect({ exitCode, requests }).toEqual({ exitCode: 1, requests: [] });
    expect(stderr).toContain('a dry run would send DELETE /feed');
    await tryOut(line);
    expect(requests.length).toBeGreaterThan(0);
  });
});

describe('what a change declares is asked, sent and shown', () => {
  test.each(['add https://blog.example.com/feed.xml', 'remove a b'])(
    '%s without --yes and without a terminal sends nothing',
    async (line) => {
      expect(await tryOut(line)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
      expect(requests).toEqual([]);
      const refused = await tryOut(line, { isTerminal: true, typed: ['n'] });
      expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('nothing was changed') });
      expect(requests).toEqual([]);
    },
  );

  test.each([
    ['add https://blog.example.com/feed.xml', [{ url: 'https://blog.example.com/feed.xml' }]],
    ['remove a b a', [{ id: 'a' }, { id: 'b' }]],
    ['remove https://a', [{ id: 'a' }]],
    ['remove --ids-from -', [{ id: 'a' }, { id: 'c' }]],
  ])('%s --yes sends what the dry run printed', async (line, bodies) => {
    expect(await tryOut(`${line} --yes`, { stdin: 'a\nc\n' })).toMatchObject({ exitCode: 0 });
    expect(sentBodies()).toEqual(bodies);
  });

  test.each([
    ['a x b', 3, ['removed', 'error', 'removed']],
    ['x xy', 5, ['error', 'error']],
    ['x', 5, ['error']],
  ])('of the ids %s, each has its result', async (ids, exitCode, statuses) => {
    const ran = await tryOut(`remove ${ids} --yes --json`);
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.json).toMatchObject({ results: statuses.map((status) => ({ status })) });
  });

  test('-o raw prints the answer of one request, byte for byte', async () => {
    const answer = '{"status":"success","id":"a","feeds":[{"id":"a"},{"id":"b"}]}';
    for (const line of ['list', 'show a', 'add https://blog.example.com/feed.xml --yes', 'remove a --yes'])
      expect(await tryOut(`${line} -o raw`)).toMatchObject({ exitCode: 0, stdout: answer });
    requests = [];
    for (const line of ['show a b', 'remove a b --yes'])
      expect(await tryOut(`${line} -o raw`)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(requests).toEqual([]);
  });
});

describe('what a read declares is read and shown', () => {
  test('a list is cut at --limit, and says so', async () => {
    const { json, stderr } = await tryOut('list --limit 1 --json');
    expect(json).toMatchObject({ feeds: [{ id: 'a' }], meta: { pagination: { hasMore: true, limit: 1 } } });
    expect(stderr).toContain('showing 1 of 2');
  });

  test('one that fails does not stop the others, and --resume tries only that one again', async () => {
    expect(await tryOut('show a x --json')).toMatchObject({
      exitCode: 3,
      json: { results: [{ status: 'found' }, { status: 'error' }], links: [{ id: 'a' }] },
    });
    await inFolder({ 'ids.txt': 'a\nx\nb\n' }, async (folder) => {
      const line = `show --ids-from ids.txt --resume ${join(folder, 'done')} -o tsv`;
      expect((await tryOut(line, { folder })).exitCode).toBe(3);
      requests = [];
      expect((await tryOut(line, { folder })).exitCode).toBe(3);
      expect(requests.map(({ url }) => url.pathname)).toEqual(['/base/links/x']);
    });
  });
});
