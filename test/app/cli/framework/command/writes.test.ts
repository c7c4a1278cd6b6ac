import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCommand } from '../../../../../src/cli/framework/argv/describe-command.ts';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { REMOTE, WRITE } from '../../../../../src/cli/framework/input/flags/flags.ts';
import { getLeastEffect, judgeRequest } from '../../../../../src/domain/requests/request-effects.ts';
import { findRoute } from '../../../../../src/sandbox/http/routes.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { ENDPOINTS, type EndpointName } from '../../../../../src/service/endpoints.ts';
import { ROUTES } from '../../../../../src/service/routes/routes.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { shellWords } from '../../../../support/terminal/shell-words.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
const MODES = ['drafts', 'off'] as const;
const ALLOWED = { drafts: ['none', 'draft'], off: ['none'] } as const;
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
const isControl = (url: URL) => url.pathname.startsWith('/_');

/** The sandbox, and what reaches its service: method, path and effect. */
function watched() {
  const effects: { readonly request: string; readonly effect: string }[] = [];
  const shared: Sandbox = {
    ...sandbox,
    close: () => {},
    answer(request) {
      const { method, url, body } = request;
      const name = findRoute(method, url.pathname)?.name ?? null;
      const value: unknown = typeof body === 'string' && body !== '' ? JSON.parse(body) : null;
      if (!isControl(url))
        effects.push({ request: `${method} ${url.pathname}`, effect: judgeRequest(name, method, value) });
      return sandbox.answer(request);
    },
  };
  return { shared, effects };
}

const changing = (
  await Promise.all(COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), command: await load() })))
).filter(
  ({ command }) => command.changes === true && command.flags.some(({ schema }) => schema === REMOTE.schema),
);

test.each(changing)(
  'writes=drafts of $name: only reads and drafts reach the service',
  async ({ command }) => {
    const isWrite = command.flags.some(({ schema }) => schema === WRITE.schema);
    await inFolder({}, async (folder) => {
      const around: Around = {
        folder,
        stdin: 'x\n',
        env: { CRIER_CONTEXT: 'sandbox', CRIER_CONFIG_DIR: folder },
      };
      for (const line of command.before ?? []) {
        const [words = '', file] = line.split(' > ');
        if (words.startsWith('hooks listen') || words.startsWith('sandbox start')) return;
        const { stdout } = await crier(shellWords(words), { ...around, sandbox: watched().shared });
        if (file !== undefined) writeFileSync(join(folder, file), stdout);
      }
      const real = new Set(
        command.examples.map((example) => example.replace(/ --(dry-run|validate-only)\b/, '')),
      );
      for (const example of [...real].slice(0, 2)) {
        const { shared, effects } = watched();
        const words = [...shellWords(example), ...(isWrite && !example.includes('--yes') ? ['--yes'] : [])];
        await crier(words, {
          ...around,
          sandbox: shared,
          env: { ...around.env, CRIER_WRITES: 'drafts' },
        });
        const allowed: readonly string[] = ALLOWED.drafts;
        expect(effects.filter(({ effect }) => !allowed.includes(effect))).toEqual([]);
      }
    });
  },
);

describe.each(MODES)('writes=%s', (mode) => {
  // Object.keys loses the literal types of the names
  const all = Object.keys(ROUTES) as EndpointName[];
  const some = ['validatePost', 'shortenLink', 'createPost'] as const;
  test.each(mode === 'drafts' ? all : some)('crier api sends %s only if it is allowed', async (name) => {
    const { method, path } = ENDPOINTS[name];
    const network = recordingNetwork({});
    const filled = path.replace('{platform}', 'instagram').replaceAll(/\{\w+\}/g, 'abc');
    const body = method === 'GET' ? [] : ['-f', 'id=abc'];
    const ran = await crier(['api', method, filled, ...body, '--yes'], {
      env: { ...SERVICE, CRIER_WRITES: mode },
      network: network.transport,
    });
    const allowed: readonly string[] = ALLOWED[mode];
    const isAllowed = allowed.includes(judgeRequest(name, method, { id: 'abc' }));
    expect([network.requests.length, ran.exitCode === 6]).toEqual(isAllowed ? [1, false] : [0, true]);
  });

  test('crier api sends no change to an unknown path', async () => {
    for (const words of [
      ['POST', '/posts'],
      ['POST', '/post/'],
      ['DELETE', '/post?x=1'],
      ['PUT', '/post'],
    ]) {
      const network = recordingNetwork({});
      const around = { env: { ...SERVICE, CRIER_WRITES: mode }, network: network.transport };
      expect((await crier(['api', ...words, '-F', 'approved=true'], around)).exitCode).toBe(6);
      expect(network.requests).toEqual([]);
    }
  });

  test('--dry-run always works', async () => {
    const around = { env: { CRIER_WRITES: mode } };
    const line = 'posts delete Su3gHk9WqZr5TcYb7MvN --dry-run --sandbox';
    expect((await crier(line, around)).exitCode).toBe(0);
  });
});

describe('effects of endpoints', () => {
  test('a GET changes nothing, only a POST may do so too, and what deletes is not called anything else', () => {
    const names = Object.keys(ROUTES) as EndpointName[]; // see above
    const wrong = names.filter((name) => {
      const { method } = ROUTES[name];
      const effect = getLeastEffect(name);
      if ((method === 'DELETE') !== (effect === 'delete')) return true;
      return effect === 'none' ? method !== 'GET' && method !== 'POST' : method === 'GET';
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['a new post', 'createPost', { post: 'x' }, 'publish'],
    ['a new post for approval', 'createPost', { requiresApproval: true }, 'draft'],
    ['a new post with an approval that is no boolean', 'createPost', { requiresApproval: 'true' }, 'publish'],
    ['an approval', 'updatePost', { id: 'x', approved: true, notes: 'y' }, 'publish'],
    ['an end of a pause', 'updatePost', { id: 'x', scheduledPause: false }, 'publish'],
    ['a pause', 'updatePost', { id: 'x', scheduledPause: true }, 'draft'],
    ['a new date', 'updatePost', { id: 'x', scheduleDate: 'y' }, 'publish'],
    ['a new date that is held back', 'updatePost', { id: 'x', scheduleDate: 'y', approved: false }, 'draft'],
    ['notes', 'updatePost', { id: 'x', notes: 'y' }, 'draft'],
    ['a body that is no object', 'updatePost', [], 'publish'],
    ['pausing an automation', 'updateAutomation', { active: false }, 'draft'],
    ['resuming an automation', 'updateAutomation', { active: true }, 'publish'],
    ['ending automatic replies', 'setAutoResponse', { autoResponseActive: false }, 'draft'],
    ['changing automatic replies', 'setAutoResponse', { autoResponseMessage: 'x' }, 'publish'],
  ] as const)('%s', (_what, name, body, effect) => {
    expect(judgeRequest(name, ROUTES[name].method, body)).toBe(effect);
  });
});

describe('CRIER_WRITES=drafts', () => {
  const env = { CRIER_WRITES: 'drafts' };
  const here = (words: readonly string[], around: Around = {}) =>
    crier([...words, '--sandbox'], { sandbox: watched().shared, ...around, env: { ...env, ...around.env } });

  test('a new post is kept for approval, and one line says so', async () => {
    const ran = await here(['posts', 'create', '--platform', 'bluesky', '--text', 'Hi', '--json']);
    expect(ran).toMatchObject({ exitCode: 0, json: { status: 'awaiting approval' } });
    expect(ran.stderr.match(/writes is "drafts" \(CRIER_WRITES\)/g)).toHaveLength(1);
  });

  test.each([
    ['a query', ['POST', '/post?requiresApproval=false'], {}],
    [
      'a query of a change',
      ['PATCH', '/post?approved=true'],
      { id: 'Su3gHk9WqZr5TcYb7MvN', approved: false },
    ],
    ['an approval of the post itself', ['POST', '/post'], { approved: true }],
    ['a text in place of true', ['POST', '/post'], { requiresApproval: 'true' }],
  ])('crier api sends no draft with %s', async (_what, words, more) => {
    const { shared, effects } = watched();
    const draft = { post: 'Hi', platforms: ['bluesky'], requiresApproval: true, ...more };
    const stdin = JSON.stringify(draft);
    const ran = await here(['api', ...words, '--input', '-'], { sandbox: shared, stdin });
    expect([ran.exitCode, effects]).toEqual([6, []]);
  });

  test('who may neither approve nor delete a draft is shown no command that does', async () => {
    const ran = await here(['posts', 'create', '--platform', 'bluesky', '--text', 'Hi'], {
      isTerminal: true,
    });
    expect(ran.screen).toContain('crier posts get ');
    expect(ran.screen).not.toMatch(/posts (?:approve|delete)/);
    const past = ['posts', 'update', 'Su3gHk9WqZr5TcYb7MvN', '--schedule', '2020-01-01 10:00'];
    const refused = await here(past);
    expect(refused.stderr).toContain('give a time in the future');
    expect(refused.stderr).not.toContain('posts approve');
  });

  test('so are the posts of a file, and its plan shows them so', async () => {
    const stdin = 'text,platforms\nOne draft,bluesky\nTwo drafts,bluesky\n';
    const words = ['posts', 'create', '-f', '-', '--json'];
    const planned = await here([...words, '--dry-run'], { stdin });
    expect(JSON.stringify(planned.json).match(/"requiresApproval":true/g)).toHaveLength(2);
    const asked = await here(words, { stdin, isTerminal: true, typed: ['n'] });
    expect(plain(asked.stderr)).toContain('Keep these 2 posts for approval? [y/N]');
    const ran = await here([...words, '--yes'], { stdin });
    expect(ran.json).toMatchObject({
      results: [{ status: 'awaiting approval' }, { status: 'awaiting approval' }],
    });
    expect(ran.stderr).toContain('2 posts: 2 kept for approval');
  });

  test('a new date holds the post back for approval', async () => {
    const id = await crier(
      'posts create --platform bluesky --text L --schedule 2027-01-01 --sandbox --json',
      {
        sandbox: watched().shared,
      },
    ).then(({ json }) => (json as { id: string }).id);
    await here(['posts', 'update', id, '--schedule', '2027-01-02']);
    const { json } = await here(['posts', 'get', id, '--json']);
    expect(json).toMatchObject({ status: 'awaiting approval' });
  });

  test.each([
    ['approving', 'posts approve Su3gHk9WqZr5TcYb7MvN', 'posts list --status awaiting-approval'],
    [
      'approving with update',
      'posts update Su3gHk9WqZr5TcYb7MvN --approve',
      'someone who may publish or approve',
    ],
    ['deleting', 'posts delete Su3gHk9WqZr5TcYb7MvN --yes', 'someone who may delete'],
    ['a reply', 'comments reply 18008214909100698 --platform instagram --text Hi', 'someone who may publish'],
    ['linking an account', 'profiles create New', 'someone who may change the account'],
  ])('%s is refused: exit 6, with the setting, its source and the way on', async (_what, line, way) => {
    const { shared, effects } = watched();
    const ran = await here(line.split(' '), { sandbox: shared });
    expect(ran.exitCode).toBe(6);
    expect(plain(ran.stderr)).toContain('writes is "drafts" (CRIER_WRITES)');
    expect(plain(ran.stderr)).toContain(way);
    expect(effects.filter(({ effect }) => effect !== 'none')).toEqual([]);
  });

  test('on a terminal nothing is asked before a refusal', async () => {
    const ran = await here(['posts', 'delete', 'Su3gHk9WqZr5TcYb7MvN'], { isTerminal: true, typed: [] });
    expect([ran.exitCode, ran.screen.includes('[y/N]')]).toEqual([6, false]);
  });
});

/** Their `--dry-run` is about a file of this machine. */
const CHANGES_FILES: readonly string[] = ['automations activity', 'comments export'];

describe('CRIER_WRITES=ask', () => {
  const env = { CRIER_WRITES: 'ask' };
  let created = 0;
  const create = (around: Around, ...more: readonly string[]) =>
    crier(['posts', 'create', '--platform', 'bluesky', '--text', `Hi ${++created}`, '--sandbox', ...more], {
      sandbox: watched().shared,
      ...around,
      env: { ...env, ...around.env },
    });

  test.each(changing)(
    'without a terminal and without --yes, $name sends no change',
    async ({ name, command }) => {
      const examples = command.examples.filter(
        (example) => !/ --(?:yes|dry-run|validate-only)\b/.test(example),
      );
      for (const example of examples.slice(0, 1)) {
        const { shared, effects } = watched();
        await inFolder({}, (folder) =>
          crier(shellWords(example), { folder, sandbox: shared, env: { ...env, CRIER_CONTEXT: 'sandbox' } }),
        );
        expect(effects.filter(({ effect }) => effect !== 'none')).toEqual([]);
      }
      const flags = describeCommand(command).sets.flatMap((set) => set.flags.map(({ name }) => name));
      if (!CHANGES_FILES.includes(name)) expect(flags.includes('--yes')).toBe(flags.includes('--dry-run'));
    },
  );

  test('without a terminal the refusal names the mode, its source and --yes, and --yes sends', async () => {
    const refused = await create({});
    expect(refused.exitCode).toBe(6);
    expect(plain(refused.stderr)).toContain(
      'writes is "ask" (CRIER_WRITES): POST /post has to be confirmed, and was not sent',
    );
    expect(plain(refused.stderr)).toContain('confirm it with --yes');
    expect(refused.stderr).toBe((await create({ env: { CRIER_YES: '1' } })).stderr);
    expect((await create({}, '--yes')).exitCode).toBe(0);
  });

  test.each([
    ['y', 0],
    ['n', 2],
  ])('on a terminal the request is shown, and the answer %s decides', async (answer, exitCode) => {
    const ran = await create({ isTerminal: true, typed: [answer] });
    expect(ran.exitCode).toBe(exitCode);
    expect(plain(ran.stderr)).toContain('POST http://sandbox.localhost/post');
    expect(plain(ran.stderr)).toContain('Send POST /post, and what else this command changes? [y/N]');
  });

  test('--yes answers on a terminal, too', async () => {
    const ran = await create({ isTerminal: true, typed: [] }, '--yes');
    expect([ran.exitCode, ran.screen.includes('[y/N]')]).toEqual([0, false]);
  });

  test("an answer to the command's own question is enough", async () => {
    const ran = await crier('posts delete Su3gHk9WqZr5TcYb7MvN --sandbox', {
      sandbox: watched().shared,
      isTerminal: true,
      typed: ['y'],
      env: { CRIER_WRITES: 'ask' },
    });
    expect([ran.exitCode, ran.screen.match(/\[y\/N\]/g)?.length]).toEqual([0, 1]);
  });
});

describe('where the setting is from', () => {
  const explain = async (folder: string, env: Record<string, string>) => {
    const around = { folder, env: { CRIER_CONFIG_DIR: join(folder, 'settings'), ...env } };
    const ran = await crier('status --sandbox --json', { ...around, sandbox: watched().shared });
    const { json } = await crier('config explain writes --json', around);
    const { candidates } = json as { candidates: { value: string; wins: boolean }[] };
    return [(ran.json as { writes: string }).writes, candidates.find(({ wins }) => wins)?.value];
  };

  test.each([
    ['the project makes it stricter', 'drafts', {}, 'drafts'],
    ['the project cannot make it looser', 'on', { CRIER_WRITES: 'off' }, 'off'],
    ['the variable cannot loosen what the project says', 'off', { CRIER_WRITES: 'on' }, 'off'],
  ])('%s', async (_why, writes, env, expected) => {
    await inFolder({ '.crier.json': JSON.stringify({ writes }) }, async (folder) => {
      expect(await explain(folder, env)).toEqual([expected, expected]);
    });
  });

  test('it is saved for all contexts, and a variable goes before it', async () => {
    await inFolder({}, async (folder) => {
      const env = { CRIER_CONFIG_DIR: join(folder, 'settings') };
      expect((await crier('config set writes drafts', { env })).exitCode).toBe(0);
      expect(await explain(folder, {})).toEqual(['drafts', 'drafts']);
      expect(await explain(folder, { CRIER_WRITES: 'on' })).toEqual(['on', 'on']);
      expect((await crier('config set writes draft', { env })).stderr).toContain('did you mean "drafts"');
    });
  });

  test.each([
    ['makes it stricter', 'drafts', {}, 'drafts'],
    ['cannot make it looser', 'on', { CRIER_WRITES: 'off' }, 'off'],
    ['is not loosened by a variable', 'off', { CRIER_WRITES: 'on' }, 'off'],
  ])('a context %s', async (_why, writes, given, expected) => {
    await inFolder({}, async (folder) => {
      const env = { CRIER_CONFIG_DIR: join(folder, 'settings') };
      const set = await crier(`config set writes ${writes} --sandbox --json`, { env });
      expect(set.json).toMatchObject({ value: writes, context: 'sandbox' });
      const around = { folder, env: { ...env, ...given }, sandbox: watched().shared };
      const { json } = await crier('status --sandbox --json', around);
      expect(json).toMatchObject({ writes: expected });
      const explained = await crier('config explain writes --sandbox --json', around);
      expect(explained.json).toMatchObject({
        candidates: expect.arrayContaining([expect.objectContaining({ value: expected, wins: true })]),
      });
      const service = {
        ...around,
        env: { ...around.env, ...SERVICE },
        network: recordingNetwork({}).transport,
      };
      expect((await crier('api POST /post -f post=x', service)).exitCode).toBe(
        'CRIER_WRITES' in given && given.CRIER_WRITES === 'off' ? 6 : 0,
      );
      expect((await crier('config unset writes --sandbox --json', { env })).json).toMatchObject({
        value: null,
      });
    });
  });

  test.each(['', 'draft', 'yes'])('the word "%s" allows nothing: exit 2', async (word) => {
    const ran = await crier('posts list --sandbox', { env: { CRIER_WRITES: word } });
    expect(ran.exitCode).toBe(2);
  });

  test('of "ask" and a project with "drafts", both apply', async () => {
    await inFolder({ '.crier.json': '{"writes":"drafts"}' }, async (folder) => {
      const around = { folder, env: { CRIER_WRITES: 'ask' }, sandbox: watched().shared };
      const line = 'posts create --platform bluesky --text Hi --sandbox';
      expect((await crier(line, around)).exitCode).toBe(6);
      const asked = await crier(line, { ...around, isTerminal: true, typed: ['y'] });
      expect(asked.stdout).toContain('to approve');
    });
  });
});
