import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { answerFeedExample } from '../../../../support/network/feed-site.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

const outbound = answering(({ url, headers }) => answerFeedExample({ url, headers }) ?? { status: 404 });
let sandbox: Sandbox;
let close: () => void;
beforeEach(async () => {
  const opened = await openTestSandbox(stoppedClock(1_790_000_000_000), { openOutbound: () => outbound([]) });
  sandbox = { ...opened, close: () => {} };
  close = () => opened.close();
});
afterEach(() => close());
const run = (line: string, around: Around = {}) =>
  crier(`automations ${line} --sandbox`, { sandbox, ...around });
const other = (line: string) => crier(line, { sandbox });

const FILES = {
  'hooks.yaml':
    '# ours\n- action: messages\n  url: https://hooks.example.com/messages\n  secretVariable: HOOK_SECRET\n- action: feed\n  url: https://hooks.example.com/feed\n',
  'schedules.yaml': '- title: Weekend\n  schedule: [11:00Z, 09:30Z]\n  daysOfWeek: [6, 0]\n',
  'feeds.yaml': '- url: https://blog.example.com/feed.xml # the blog\n  useFirstImage: true\n',
  'autoresponse.yaml': 'active: true\nmessage: Back on Monday.\n',
};
const GUIDE_FILE = 'name: Guide\non: dm\nkeyword: GUIDE\ndm: hi\npaused: true\n';
const SECRET = 'whsec-never-printed-1';

function fill(files: Readonly<Record<string, string>>) {
  const root = quickFolder('as-code-kinds');
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const around: Around = { folder: root, env: { HOOK_SECRET: SECRET } };
  return {
    folder: around,
    words: (line: string) => run(line, around),
    edit: (name: string, from: string, to: string) =>
      writeFileSync(join(root, name), readFileSync(join(root, name), 'utf8').replace(from, to)),
    read: (name: string) => readFileSync(join(root, name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(join(root, name), text),
    remove: (name: string) => rmSync(join(root, name)),
  };
}

test('webhooks, posting schedules, feeds and the automatic reply are applied like automations', async () => {
  const { words, edit, read } = fill(FILES);
  const planned = await words('diff . --json');
  expect([planned.exitCode, (planned.json as { differences: unknown[] }).differences]).toMatchObject([
    11,
    [
      { kind: 'hooks', name: 'messages', action: 'create' },
      { kind: 'hooks', name: 'feed', action: 'create' },
      { kind: 'schedules', name: 'Weekend', action: 'create' },
      { kind: 'feeds', name: 'https://blog.example.com/feed.xml', action: 'create' },
      { kind: 'autoresponse', action: 'update', field: 'active' },
      { kind: 'autoresponse', action: 'update', field: 'message' },
    ],
  ]);
  const applied = await words('apply . --yes -v -o table');
  expect([applied.exitCode, applied.screen.includes(SECRET)]).toEqual([0, false]);
  expect((await words('diff .')).exitCode).toBe(0);
  expect((await words('check . --json')).json).toMatchObject({ files: 4, errors: 0 });
  edit('schedules.yaml', '  daysOfWeek: [6, 0]\n', '');
  edit('feeds.yaml', 'useFirstImage', 'autoHashtag');
  await other('messages autoresponse --off --sandbox');
  const { json } = await words('apply . --dry-run --json');
  expect(json).toMatchObject({
    differences: [
      { kind: 'schedules', field: 'daysOfWeek', changedIn: 'files' },
      { kind: 'feeds', field: 'useFirstImage', changedIn: 'files' },
      { kind: 'feeds', field: 'autoHashtag', changedIn: 'files' },
      { kind: 'autoresponse', field: 'active', changedIn: 'service' },
    ],
    requests: [
      { body: { title: 'Weekend', schedule: ['09:30Z', '11:00Z'] } },
      { body: { useFirstImage: false, autoHashtag: true } },
      { body: { autoResponseActive: true } },
    ],
  });
  expect((await words('apply . --yes')).exitCode).toBe(0);
  expect((await words('diff .')).exitCode).toBe(0);
  expect(read('crier.lock')).not.toContain(SECRET);
});

test('a new secret is a difference by its version, which is recorded, and the secret is not', async () => {
  const hooks = FILES['hooks.yaml'].replace('HOOK_SECRET\n', 'HOOK_SECRET\n  secretVersion: 1\n');
  const { words, edit, read, write, folder } = fill({ 'hooks.yaml': hooks });
  const sent = async (line: string, secret = SECRET) =>
    (await run(line, { ...folder, env: { HOOK_SECRET: secret } })).json as { requests: { body: object }[] };
  expect((await words('apply . --yes')).exitCode).toBe(0);
  expect((await words('diff .')).exitCode).toBe(0);
  edit('hooks.yaml', 'secretVersion: 1', 'secretVersion: 2026-10');
  expect((await words('diff . --json')).json).toMatchObject({
    differences: [{ field: 'secretVersion', before: '1', after: '2026-10', changedIn: 'files' }],
  });
  const planned = await sent('apply . --dry-run --json', 'whsec-rotated-2');
  expect(planned.requests).toMatchObject([{ body: { action: 'messages', secret: '****' } }]);
  expect((await run('apply . --yes', { ...folder, env: { HOOK_SECRET: 'whsec-rotated-2' } })).exitCode).toBe(
    0,
  );
  expect((await words('diff .')).exitCode).toBe(0);
  edit('hooks.yaml', 'com/messages', 'com/messages-2');
  expect((await words('apply . --yes')).exitCode).toBe(0);
  expect(read('crier.lock')).toContain('"secretVersion":"2026-10"');
  expect(read('crier.lock')).not.toContain('whsec');
  write('hooks.yaml', hooks.replace('  secretVariable: HOOK_SECRET\n', ''));
  expect(await words('diff .')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('secretVersion'),
  });
});

test.each([1, 4, 5, 6])(
  'a process that is killed when the service has made change %i is continued',
  async (last) => {
    const { words, folder } = fill({
      ...FILES,
      'guide.yaml': GUIDE_FILE,
    });
    const ended = new AbortController();
    let changes = 0;
    const killed: Sandbox = {
      ...sandbox,
      async answer(request) {
        const answer = await sandbox.answer(request);
        changes += request.method === 'GET' ? 0 : 1;
        if (changes < last) return answer;
        ended.abort('SIGINT');
        return new Promise(() => {});
      },
    };
    const first = await run('apply . --yes', { ...folder, sandbox: killed, signal: ended.signal });
    expect([first.exitCode, changes]).toEqual([130, last]);
    expect((await words('apply . --yes')).exitCode).toBe(0);
    expect((await words('diff .')).exitCode).toBe(0);
    const { json } = await run('list --json');
    expect(
      (json as { automations: { name: string }[] }).automations.filter(({ name }) => name === 'Guide'),
    ).toHaveLength(1);
    expect((await other('feeds list --sandbox --json')).json).toMatchObject({ feeds: [{}] });
  },
);

test('a refusal is not provoked again, and what it does not concern is applied', async () => {
  const many = Array.from({ length: 14 }, (_, at) => `name: New ${at}\non: dm\nkeyword: N${at}\ndm: hi\n`);
  const off = 'name: Off\non: dm\nkeyword: OFF\ndm: hi\npaused: true\n';
  const { folder } = fill({ 'many.yaml': [...many, off].join('---\n'), 'feeds.yaml': FILES['feeds.yaml'] });
  const sent: string[] = [];
  const watched: Sandbox = {
    ...sandbox,
    answer(request) {
      sent.push(`${request.method} ${request.url.pathname.replace(/auto_.*/, 'id')}`);
      return sandbox.answer(request);
    },
  };
  const { exitCode, json } = await run('apply . --yes --json', { ...folder, sandbox: watched });
  const { results } = json as {
    results: { kind: string; status: string; error: { message: string } | null }[];
  };
  expect([exitCode, results.filter(({ status }) => status === 'created')]).toEqual([
    3,
    expect.objectContaining({ length: 10 }),
  ]);
  expect(results.filter(({ error }) => error?.message.startsWith('not requested: '))).toHaveLength(5);
  const count = (request: string) => sent.filter((each) => each === request).length;
  // eight below the cap, the paused one, and the one that is refused; names are listed for ten of them
  expect([count('POST /automations'), count('GET /automations'), count('POST /feed')]).toEqual([10, 2, 1]);
});

describe('two that apply at once', () => {
  /** A run that has made its plan, and waits for the answer to its next request. */
  async function startApply() {
    const { folder } = fill({ ...FILES, 'guide.yaml': GUIDE_FILE });
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    const slow: Sandbox = {
      ...sandbox,
      async answer(request) {
        reads += request.url.pathname === '/hook/webhook' ? 1 : 0;
        if (reads === 2) {
          reached.resolve();
          await released.promise;
        }
        return sandbox.answer(request);
      },
    };
    const apply = (machine: string, around: Around = {}) => {
      const env = { ...folder.env, CRIER_STATE_DIR: join(folder.folder ?? '', machine) };
      return run('apply . --yes --json', { ...folder, env, ...around });
    };
    const first = apply('one', { sandbox: slow });
    await reached.promise;
    return { apply, first, release: released.resolve };
  }

  test('the second one on a machine sends nothing', async () => {
    const { apply, first, release } = await startApply();
    const { exitCode, stderr } = await apply('one');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('another run of "automations apply"')]);
    release();
    expect((await first).exitCode).toBe(0);
    expect(await apply('one')).toMatchObject({ exitCode: 0, json: { results: [] } });
  });

  test('on two machines, what the other one created or changed meanwhile is left as it is', async () => {
    const { apply, first, release } = await startApply();
    expect((await apply('two')).exitCode).toBe(0);
    release();
    const { json } = await first;
    const results = (json as { results: { kind: string; error: { kind: string } | null }[] }).results;
    expect(results.map(({ kind, error }) => [kind, error?.kind])).toEqual([
      ['hooks', 'rejected'],
      ['hooks', 'rejected'],
      ['schedules', 'rejected'],
      ['automations', 'rejected'],
      ['feeds', 'rejected'],
      ['autoresponse', 'rejected'],
    ]);
    expect(await apply('one')).toMatchObject({ exitCode: 0, json: { results: [] } });
  });
});

test('a table has the kind of a difference once, and an address as it is', async () => {
  const url = `https://hooks.example.com/${'a'.repeat(60)}`;
  const { words } = fill({
    'hooks.yaml': `- action: messages\n  url: ${url}\n`,
    'autoresponse.yaml': FILES['autoresponse.yaml'],
  });
  const { stdout } = await words('diff . -o md');
  expect(stdout).toContain(`+ url: ${url} |`);
  expect(stdout.match(/autoresponse/g)).toHaveLength(2);
});

test.each([
  ['that has an empty list now', { 'feeds.yaml': '# none\n[]\n' }],
  ['that is no longer there', {}],
])('--prune deletes what was applied from a file %s', async (_how, files) => {
  const { words, write, remove } = fill(FILES);
  await words('apply . --yes');
  for (const name of ['feeds.yaml', 'autoresponse.yaml']) remove(name);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const { differences, left } = (await words('diff . --json')).json as Record<string, { kind: string }[]>;
  expect(differences).toEqual([]);
  expect(left?.filter(({ kind }) => kind !== 'automations')).toMatchObject([
    { kind: 'feeds', wasApplied: true },
  ]);
  expect((await words('apply . --prune --yes --json')).json).toMatchObject({
    results: [{ kind: 'feeds', status: 'deleted' }],
  });
  expect((await words('diff . --json')).json).toMatchObject({ differences: [] });
});

test('an export adds to files and keeps their comments and references of secrets', async () => {
  const { words, read } = fill(FILES);
  await words('apply . --yes');
  await other('hooks register messages https://hooks.example.com/other --sandbox');
  await other('schedule set Early --time 06:00Z --sandbox');
  expect((await words('diff . -o md')).stdout).toContain('```yaml\n- title: Early\n');
  expect((await words('export --folder . --with hooks,schedules,feeds,autoresponse --yes')).exitCode).toBe(0);
  expect(read('hooks.yaml')).toMatch(
    /^# ours\n- action: messages\n {2}url: https:\/\/hooks\.example\.com\/other\n {2}secretVariable: HOOK_SECRET\n/,
  );
  expect(read('schedules.yaml')).toContain('- title: Early\n');
  expect(read('feeds.yaml')).toBe(FILES['feeds.yaml']);
  expect((await words('diff .')).exitCode).toBe(0);
});

test.each([
  [
    'hooks.yaml',
    '- action: messages\n  url: https://a.example\n  secret: x\n',
    'hooks.yaml:3:3: secret: not a known field',
  ],
  ['schedules.yaml', '- title: A\n  schedule: [9]\n', 'schedules.yaml:2:14'],
  ['feeds.yaml', '- urls: x\n  type: atom\n', /feeds.yaml:1:3: .*feeds.yaml:2:9: /],
  ['feeds.yaml', '- url: https://a.example\n- url: https://a.example/\n', 'is the name of several feeds'],
])('%s with an error is refused before any request', async (name, text, message) => {
  const { words } = fill({ [name]: text });
  const { exitCode, stderr, stdout } = await words('apply . --yes');
  expect([exitCode, stdout, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, '', expect.stringMatching(message)]);
});

test('a secret that is not there fails its webhook only', async () => {
  const { words, edit } = fill(FILES);
  edit('hooks.yaml', 'HOOK_SECRET', 'NOT_SET');
  const { exitCode, json } = await words('apply . --yes --json');
  expect([exitCode, json]).toMatchObject([
    3,
    { results: [{ status: 'error' }, { status: 'created' }, {}, {}, {}] },
  ]);
});

test.each([
  ['secretVariable: HOOK_SECRET', SECRET],
  ['secretFile: secret.txt', 'of the file'],
  ['secretCommand: op read "op://team/hook key"', 'op|read|op://team/hook key'],
])('%s is read when the webhook is registered, and printed nowhere', async (reference, secret) => {
  const { folder } = fill({
    'hooks.yaml': `action: messages\nurl: https://hooks.example.com/a\n${reference}\n`,
    'secret.txt': 'of the file\n',
  });
  const sent: unknown[] = [];
  const watched: Sandbox = {
    ...sandbox,
    answer(request) {
      if (request.method === 'POST') sent.push(JSON.parse(Buffer.from(request.body ?? []).toString()));
      return sandbox.answer(request);
    },
  };
  const others = { readOutput: async (words: readonly string[]) => `${words.join('|')}\n` };
  const { exitCode, screen } = await run('apply hooks.yaml --yes -v', {
    ...folder,
    others,
    sandbox: watched,
  });
  expect([exitCode, sent, screen.includes(secret)]).toEqual([
    0,
    [{ action: 'messages', url: 'https://hooks.example.com/a', secret }],
    false,
  ]);
});

test.each(['diff', 'apply'])(
  '%s of nothing but expectations says what they are, and sends nothing',
  async (verb) => {
    const { words } = fill({
      'guide.yaml': GUIDE_FILE,
      'guide.test.yaml': '- {event: dm, text: GUIDE, expect: fires}\n',
    });
    const { exitCode, stderr } = await words(`${verb} guide.test.yaml`);
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toMatchObject([
      2,
      expect.stringMatching(
        /guide\.test\.yaml has expectations .* "crier automations test guide\.test\.yaml/,
      ),
    ]);
    expect((await words('diff guide.yaml guide.test.yaml --json')).json).toMatchObject({
      differences: [{ name: 'Guide', action: 'create' }],
    });
  },
);
