import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  const opened = await openTestSandbox();
  sandbox = { ...opened, close: () => {} };
  afterAll(() => opened.close());
});

const run = (line: string, stdin = '') => crier(`${line} --sandbox`, { sandbox, stdin });

/** Of the Primary Profile, and of none. */
const OWN = 'Sp7kQm2XvLr9TzBd4HnW';
const UNKNOWN = 'Nosuchid0123456789ab';

interface ManyDocument {
  readonly results: readonly { id?: string; profile?: string | null; status: string; error: unknown }[];
  readonly [key: string]: unknown;
}

describe('--all-profiles', () => {
  test.each([
    ['user', 'documents'],
    ['posts list', 'posts'],
    ['automations list', 'automations'],
    ['hooks list', 'webhooks'],
    ['hooks history', 'deliveries'],
    ['messages list instagram', 'messages'],
    ['audio search wind', 'audio'],
  ])('%s reads for each profile, and names it', async (line, key) => {
    const { json } = await run(`${line} --all-profiles --json`);
    const { results, ...document } = json as ManyDocument; // its schema was checked
    expect(results.map(({ profile }) => profile)).toEqual([null, 'harbour', 'wholesale']);
    expect(document[key]).toBeInstanceOf(Array);
  });

  test('the records are those of each profile by itself, in the order of the profiles', async () => {
    const many = await run('posts list --all-profiles --jq .posts[]|.id');
    const each = await Promise.all(
      ['none', 'harbour', 'wholesale'].map((profile) => run(`posts list -p ${profile} --jq .posts[].id`)),
    );
    expect(many.stdout).toBe(each.map(({ stdout }) => stdout).join(''));
  });

  test('tables and csv have the profile first, and the columns of all of them', async () => {
    const { stdout } = await run('user --all-profiles -o csv');
    const [head = '', ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^profile,title,/);
    expect(rows.map((row) => row.split(',')[0])).toEqual(['', 'harbour', 'wholesale']);
    const table = await run('posts list --all-profiles -o table');
    expect(table.stdout).toMatch(/PROFILE.*\n.*Primary/);
  });

  test('a missing id is one error, and not one for each profile', async () => {
    const { exitCode, stderr } = await run('comments get --all-profiles');
    expect(exitCode).toBe(2);
    expect(stderr.match(/<id> is missing/g)).toHaveLength(1);
  });

  test('a note of a profile names it', async () => {
    const lists = await run('automations list --all-profiles -o table');
    expect(lists.stderr).toContain('Primary: 3 automations, 2 active');
    expect(lists.stderr).toContain('harbour: 1 automation, 1 active');
    const posts = await run('posts list --all-profiles -n 1');
    expect(posts.stderr.replaceAll(/\s+/g, ' ')).toContain('each profile: showing the first 1');
  });

  test.each([
    ['analytics post --allow-partial', 'analytics'],
    ['automations report', 'report'],
    ['automations activity -n 3', 'activity'],
    ['comments stats --allow-partial', 'stats'],
  ])('%s, without an id, reads what is recent, of one profile and of all', async (line, key) => {
    const one = await run(`${line} --json`);
    expect(one.exitCode).toBe(0);
    expect(one.json).toHaveProperty(key);
    const all = await run(`${line} --all-profiles --json`);
    expect([0, 3]).toContain(all.exitCode);
    expect((all.json as ManyDocument).results).toHaveLength(3); // its schema was checked
  });

  test('an id is read in the profile that has it', async () => {
    const harbour = (await run('posts list -p harbour -n 1 --jq .posts[0].id')).stdout.trim();
    const { json, exitCode } = await run(`posts get ${OWN} ${harbour} ${UNKNOWN} --all-profiles --json`);
    const { results } = json as ManyDocument; // its schema was checked
    expect(results.map(({ id, profile, status }) => [id, profile, status])).toEqual([
      [OWN, null, 'found'],
      [harbour, 'harbour', 'found'],
      [UNKNOWN, null, 'error'],
    ]);
    expect(exitCode).toBe(3);
  });

  test('a conversation is shown from the profile that has it, also when others have no account', async () => {
    const own = await openTestSandbox();
    const here = (line: string) => crier(`${line} --sandbox`, { sandbox: { ...own, close: () => {} } });
    await here('sandbox engage dm --from mara --text Hello --profile harbour');
    await here('sandbox account set instagram --unlinked');
    const { json, exitCode } = await here('messages show instagram mara --all-profiles --json');
    own.close();
    const { results } = json as ManyDocument; // its schema was checked
    expect({ exitCode, found: results.map(({ profile }) => profile) }).toEqual({
      exitCode: 0,
      found: ['harbour'],
    });
  });

  test.each(['--profile harbour', '--profile-key-file key'])('not with %s', async (flag) => {
    expect((await run(`user --all-profiles ${flag}`)).exitCode).toBe(2);
  });
});

describe('--ids-from of a command that reads one id', () => {
  const IDS = ['auto_K7pW2mXq9L', 'auto_T4nV8cRz3H', 'auto_D6yJ1sGf5B'];

  test('the document has the result of each, and each record its id', async () => {
    const { json, exitCode } = await run('automations explain --ids-from - --json', IDS.join('\n'));
    const { results, findings } = json as ManyDocument; // its schema was checked
    expect(exitCode).toBe(0);
    expect(results.map(({ id, status }) => [id, status])).toEqual(IDS.map((id) => [id, 'found']));
    const named = (findings as { requestedId: string }[]).map(({ requestedId }) => requestedId);
    expect([...new Set(named)]).toEqual(IDS);
  });

  test('--fields takes those of the command, and what the records of many have beside them', async () => {
    const { stdout, exitCode } = await run(
      'automations explain --ids-from - -o tsv --no-header --fields requestedId,reason',
      IDS[0],
    );
    expect({ exitCode, isOfId: stdout.startsWith(`${IDS[0]}\t`) }).toEqual({ exitCode: 0, isOfId: true });
    expect((await run('posts get --ids-from - --fields requestedId,nothing', OWN)).exitCode).toBe(2);
  });

  test('with an id as argument, too', async () => {
    const { json } = await run(`automations activity ${IDS[0]} --ids-from - --json`, IDS[1]);
    expect((json as ManyDocument).results.map(({ id }) => id)).toEqual(IDS.slice(0, 2));
  });

  test('ndjson has one record a line, in the order of the ids, however many are read at a time', async () => {
    const lines = await Promise.all(
      [1, 4, 32].map((count) =>
        run(`automations explain --ids-from - -o ndjson --concurrency ${count}`, IDS.join('\n')),
      ),
    );
    const [first] = lines;
    for (const { stdout } of lines) expect(stdout).toBe(first?.stdout);
    expect(first?.stdout.split('\n').length).toBeGreaterThan(3);
  });

  test('an id that cannot be one is refused before anything is sent', async () => {
    const { exitCode, stderr } = await run(
      'automations explain --ids-from -',
      'auto_K7pW2mXq9L\nhttps://x.example',
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('line 2 of standard input is not an id: it is a URL');
  });

  test('without any id the command says how to give one', async () => {
    const { exitCode, stderr } = await run('messages show instagram');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('<conversation> is missing');
    expect(stderr).toContain('--ids-from <file>');
  });

  test('-o raw and --follow are of one', async () => {
    expect((await run('automations activity --ids-from - -o raw', IDS.join('\n'))).exitCode).toBe(2);
    expect((await run('automations activity --ids-from - --follow', IDS.join('\n'))).exitCode).toBe(2);
  });

  test('some that fail: exit 3, each named; all that fail: the class of the first', async () => {
    const some = await run('automations explain --ids-from - --json', `${IDS[0]}\nauto_0000000000`);
    expect({ exitCode: some.exitCode, kind: some.error?.['kind'] }).toEqual({ exitCode: 3, kind: 'partial' });
    expect(some.stderr).toContain('1 of 2 could not be read');
    expect((await run('automations explain --ids-from -', 'auto_0000000000')).exitCode).toBe(5);
  });
});
