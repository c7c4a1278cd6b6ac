import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { automationsFixture, GUIDE, STORY } from '../../../../support/automations/automation-commands.ts';
import type { Ran } from '../../../../support/crier.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

const { run, get, list, create, crier } = automationsFixture();

/** A folder with the files of the demo's three automations. */
async function exportAll() {
  const root = quickFolder('as-code');
  onTestFinished(() => rmSync(root, { recursive: true }));
  const words = async (line: string) => run(line, { folder: root });
  const path = (name: string) => join(root, 'brand', name);
  expect(await words('export --folder brand')).toMatchObject({ exitCode: 0 });
  return {
    root,
    words,
    path,
    read: (name: string) => readFileSync(path(name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(path(name), text),
    edit: (name: string, from: string | RegExp, to: string) =>
      writeFileSync(path(name), readFileSync(path(name), 'utf8').replace(from, to)),
    diff: async (more = '') => differencesOf(await words(`diff brand --json${more}`)),
  };
}

/** Each difference in short: what, where, and who changed it. */
function differencesOf({ exitCode, json }: Ran) {
  const { differences } = json as { differences: Record<string, unknown>[] };
  return [
    exitCode,
    differences.map(({ action, name, field, changedIn }) => [action, name, field, changedIn]),
  ];
}

const FILE = 'brew-guide-on-request.yaml';
const NAME = 'Brew guide on request';
const NEW = 'name: Size guide\non: comment\npost: all\nkeyword: SIZE\ndm: "Here it is"\n';

describe('diff', () => {
  test('an export differs in nothing', async () => {
    const { diff, words } = await exportAll();
    expect(await diff()).toEqual([0, []]);
    expect((await words('apply brand --yes')).stderr).toBe('');
  });

  test('changes of the files are distinguished from changes in the service', async () => {
    const { diff, edit, write } = await exportAll();
    edit(FILE, 'RECIPE', 'RECIPES');
    write('size.yaml', NEW);
    await run(['update', STORY, '--description', 'by hand']);
    expect(await diff()).toEqual([
      11,
      [
        ['update', NAME, 'triggers[0].keywords', 'files'],
        ['update', 'Story thank-you', 'description', 'service'],
        ['create', 'Size guide', null, null],
      ],
    ]);
  });

  test('what both changed, and a new name in the service', async () => {
    const { diff, edit } = await exportAll();
    edit(FILE, 'description: Whoever', 'description: All who');
    await run(['update', GUIDE, '--description', 'by hand', '--name', 'Other']);
    expect(await diff()).toEqual([
      11,
      [
        ['update', NAME, 'name', 'service'],
        ['update', NAME, 'description', 'both'],
      ],
    ]);
  });

  test('a pause in the service is no difference unless the file has "paused"', async () => {
    const { diff, edit } = await exportAll();
    await run(['pause', GUIDE]);
    expect(await diff()).toEqual([0, []]);
    edit(FILE, 'triggers:', 'paused: false\ntriggers:');
    expect(await diff()).toEqual([11, [['update', NAME, 'paused', 'service']]]);
  });

  test('what is only in the service is printed as YAML for a file', async () => {
    const { words, path } = await exportAll();
    rmSync(path(FILE));
    await run(['create', '--name', 'By ```hand', '--on', 'story-reply', '--dm', 'hi']);
    const { stdout, exitCode } = await words('diff brand -o md');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('\n\n````yaml\nname: By ```hand\ntriggers:\n');
    expect(stdout).toContain(
      `<details>\n<summary>the automation ${GUIDE} is no longer in the files, and is left unchanged (--prune deletes it)</summary>\n\n`,
    );
  });

  test('a name whose letters are composed in another way is the same name', async () => {
    const { write, diff } = await exportAll();
    await run(['create', '--name', 'Café', '--on', 'story-reply', '--dm', 'hi']);
    write('cafe.yaml', 'name: "Cafe\u0301"\non: story-reply\ndm: hi\n');
    expect(await diff()).toEqual([0, []]);
  });

  test('a table fits into the terminal', async () => {
    const { root, edit } = await exportAll();
    edit(FILE, 'RECIPE', 'RECIPES');
    for (const columns of [40, 80]) {
      const around = { folder: root, isTerminal: true, columns, env: { NO_COLOR: '1' } };
      const { stdout } = await run('diff brand', around);
      expect(stdout).toContain('- [GUIDE, RECIPE]\n');
      expect(stdout.split('\n').filter(({ length }) => length > columns)).toEqual([]);
    }
  });

  test.each([
    [
      'a name twice',
      { 'a.yaml': NEW, 'b.yaml': NEW },
      /"Size guide" is the name of several automations: brand\/a\.yaml:1:7 and brand\/b\.yaml:1:7/,
    ],
    [
      'a name that looks the same',
      { 'a.yaml': NEW.replace('Size', 'Café'), 'b.yaml': NEW.replace('Size', 'Cafe\u0301') },
      /is the name of several automations: brand\/a\.yaml:1:7 and brand\/b\.yaml:1:7/,
    ],
    ['a file without a name', { 'a.yaml': NEW.replace(/.*\n/, '') }, /a\.yaml:1:1: name: is missing/],
    ['an unknown field', { 'a.yaml': `${NEW}extra: 1\n` }, /a\.yaml:6:1: extra: not a known field/],
    ['a damaged lock file', { 'crier.lock': '<<<<<<< ours\n' }, /crier\.lock is damaged/],
  ])('refused before any request: %s', async (_what, files, message) => {
    const { words, write } = await exportAll();
    for (const [name, text] of Object.entries(files)) write(name, text);
    const { exitCode, stdout, stderr } = await words('diff brand');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
  });

  test('files of several folders, and pruning without a folder, are refused', async () => {
    const { words, root } = await exportAll();
    writeFileSync(join(root, 'other.yaml'), NEW);
    expect((await words(`diff brand/${FILE} other.yaml`)).stderr).toContain('in several folders');
    expect((await words('diff other.yaml --prune')).stderr).toContain('--prune needs a folder');
    expect((await words('diff other.yaml')).exitCode).toBe(11);
  });

  test('two of one name in the service are named by their ids', async () => {
    const { words } = await exportAll();
    await create(['--name', NAME, '--on', 'story-reply', '--dm', 'hi']);
    const { exitCode, stderr } = await words('diff brand');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(GUIDE)]);
  });
});

describe('apply', () => {
  test('only what differs is sent, and an unchanged entry keeps its id', { tags: ['AUT-16'] }, async () => {
    const { words, edit, diff } = await exportAll();
    const before = await get(GUIDE);
    edit(FILE, 'RECIPE', 'RECIPES');
    const { json } = await words('apply brand --dry-run --json');
    expect(json).toMatchObject({
      requests: [{ method: 'PUT', body: { triggers: [{ keywords: ['GUIDE', 'RECIPES'] }, {}] } }],
    });
    expect(Object.keys((json as { requests: [{ body: object }] }).requests[0].body)).toEqual(['triggers']);
    expect((await words('apply brand --yes --json')).json).toMatchObject({
      results: [{ name: NAME, id: GUIDE, status: 'updated', error: null }],
    });
    const after = await get(GUIDE);
    expect(after.triggers[1]?.id).toBe(before.triggers[1]?.id);
    expect(await diff()).toEqual([0, []]);
  });

  test('places below the cap are freed before they are taken, and one that is to be paused is', {
    tags: ['AUT-15'],
  }, async () => {
    const { words, write, edit } = await exportAll();
    for (let count = 1; count <= 8; count += 1)
      await run(['create', '--name', `Filler ${count}`, '--on', 'story-reply', '--dm', 'hi']);
    write('new.yaml', NEW);
    write('off.yaml', `${NEW.replace('Size guide', 'Off')}paused: true\n`);
    edit(FILE, 'triggers:', 'paused: true\ntriggers:');
    edit('story-thank-you.yaml', 'triggers:', 'paused: true\ntriggers:');
    expect((await words('apply brand --yes -q')).exitCode).toBe(0);
    const states = new Map((await list()).map(({ name, active }) => [name, active]));
    expect(['Size guide', 'Off', NAME].map((name) => states.get(name))).toEqual([true, false, false]);
  });

  test('it asks, and without a terminal it needs --yes', async () => {
    const { root, words, write } = await exportAll();
    write('new.yaml', NEW);
    expect((await words('apply brand')).exitCode).toBe(2);
    const asked = await run('apply brand', { folder: root, isTerminal: true, typed: ['y'] });
    expect([asked.exitCode, asked.screen]).toEqual([0, expect.stringContaining('Apply 1 change? [y/N]')]);
    expect(asked.screen).toContain('+ a comment with SIZE on any post');
  });

  test('only what was applied is pruned, and only when it is asked for', async () => {
    const { words, path, diff } = await exportAll();
    await run(['create', '--name', 'By hand', '--on', 'story-reply', '--dm', 'hi']);
    rmSync(path(FILE));
    expect((await words('apply brand --yes')).exitCode).toBe(0);
    expect(await diff(' --prune')).toEqual([11, [['delete', NAME, null, null]]]);
    await words('apply brand --prune --yes');
    expect((await list()).map(({ name }) => name).toSorted()).toEqual([
      'By hand',
      'Story thank-you',
      'Wholesale price list',
    ]);
    expect(await diff(' --prune')).toEqual([0, []]);
    expect((await words('apply brand --prune --yes')).stderr.replaceAll(/\s+/g, ' ')).toContain(
      '1 automation not in the files, left unchanged: --prune deletes only what was applied from the folder',
    );
  });

  test('a folder that is named after another profile is not taken for this one in silence', async () => {
    const { root, words, path } = await exportAll();
    renameSync(path('.'), join(root, 'primary'));
    const said = async (line: string) => (await words(line)).stderr.replaceAll(/\s+/g, ' ');
    expect(await said('diff primary')).not.toContain('named after');
    expect(await said('diff primary --profile harbour')).toContain(
      'named after another profile than harbour, which this is for; for that one: --profile none',
    );
  });

  test('nothing is sent when it could not be recorded', async () => {
    const { words, write, path } = await exportAll();
    write('new.yaml', NEW);
    renameSync(path('crier.lock'), path('other.lock'));
    symlinkSync('other.lock', path('crier.lock'));
    const { exitCode, stderr } = await words('apply brand --yes');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('crier.lock')]);
    expect(await list()).toHaveLength(3);
  });

  test('a file that was moved into a folder below is not taken for a deleted one', async () => {
    const { root, words, path } = await exportAll();
    mkdirSync(path('old'));
    renameSync(path(FILE), path(`old/${FILE}`));
    const { exitCode, stderr } = await words('apply brand --prune --yes');
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringMatching(/^not read: brand\/old; .* not safe: the files in brand\/old are not read next/),
    ]);
    expect(await list()).toHaveLength(3);
    expect((await run('apply . --yes', { folder: root })).stderr).toContain('--all-profiles');
  });

  test('what was deleted in the service is created again only with --force', async () => {
    const { words } = await exportAll();
    await run(['delete', GUIDE, '--yes']);
    const { exitCode, stderr, stdout } = await words('apply brand --yes -o table');
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining(NAME)]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      `the plan is not safe: "${NAME}" would be created again, but was deleted in the service`,
    );
    expect((await words('diff brand')).exitCode).toBe(2);
    expect((await words('apply brand --yes --force')).exitCode).toBe(0);
    expect((await words('diff brand')).exitCode).toBe(0);
  });

  test('an empty folder, and a change of more than 30 % of ten, are refused', async () => {
    const { words, path, edit } = await exportAll();
    for (let count = 1; count <= 7; count += 1)
      await run(['create', '--name', `Filler ${count}`, '--on', 'story-reply', '--dm', 'hi']);
    await words('export --folder brand');
    const many = ['filler-1.yaml', 'filler-2.yaml', 'filler-3.yaml', 'filler-4.yaml'];
    for (const name of many.slice(1)) edit(name, 'hi', 'hello');
    expect((await words('diff brand')).exitCode).toBe(11);
    edit('filler-1.yaml', 'hi', 'hello');
    expect((await words('diff brand')).stderr).toContain('4 of 10 automations would be changed or deleted');
    for (const { name } of await list()) rmSync(path(`${name?.toLowerCase().replaceAll(' ', '-')}.yaml`));
    const { exitCode, stderr } = await words('apply brand --prune --yes');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('there are no files at all')]);
    expect(await list()).toHaveLength(10);
    expect((await words('apply brand --prune --yes --force')).exitCode).toBe(0);
    // --force is needed once: then there is nothing that could be lost
    expect((await words('apply brand --prune --yes')).exitCode).toBe(0);
  });
});

describe('export', () => {
  test('a file that is there keeps its comments, quotes and order, and short forms', async () => {
    const { words, read, write } = await exportAll();
    const text = `# ours\ndescription: 'quoted' # why\nname: ${NAME}\ntriggers: # all of them\n- {type: dm_keyword, keywords: [GUIDE]}\nactions:\n  # first\n  - type: send_dm\n    message: old\n`;
    write(FILE, text);
    write('story-thank-you.yaml', '# short\nname: Story thank-you\non: story-reply\ndm: old\n');
    expect((await words('export --folder brand')).exitCode).toBe(2);
    const { json } = await words('export --folder brand --yes --json');
    expect(json).toMatchObject({
      written: true,
      files: [{ status: 'unchanged' }, { status: 'changed' }, { status: 'changed' }],
    });
    expect(read(FILE)).toMatch(
      /^# ours\ndescription: Whoever.* # why\nname: Brew guide.*\ntriggers:\n# all of them\n/,
    );
    expect(read(FILE)).toContain('# first');
    expect(read('story-thank-you.yaml')).toMatch(/^# short\nname: Story thank-you\ntriggers:/);
    expect((await words('diff brand')).exitCode).toBe(0);
    const again = await words('export --folder brand --json');
    expect(
      (again.json as { files: { status: string }[] }).files.every(({ status }) => status === 'unchanged'),
    ).toBe(true);
  });

  test.each([
    [
      'lists at the margin',
      `name: ${NAME}\ntriggers:\n- type: dm_keyword\n  keywords: [GUIDE]\nactions:\n- type: send_dm\n  message: "a & *b &c"\n`,
    ],
    [
      'wide indents',
      `name: ${NAME}\ntriggers:\n    - type: dm_keyword\n      keywords: [GUIDE]\nactions:\n    - type: send_dm\n      message: 'old'\n`,
    ],
    [
      'line breaks of Windows',
      `name: ${NAME}\r\ntriggers:\r\n  - type: dm_keyword\r\n    keywords: [GUIDE]\r\nactions:\r\n  - type: send_dm\r\n    message: "b"\r\n`,
    ],
  ])('a file keeps %s', async (_what, text) => {
    const { words, read, write } = await exportAll();
    write(FILE, text);
    await run([
      'update',
      GUIDE,
      '--dm',
      'new',
      '--trigger',
      'dm_keyword,keywords=GUIDE',
      '--description',
      '',
    ]);
    expect((await words('export --folder brand --yes')).exitCode).toBe(0);
    expect(read(FILE)).toBe(text.replace(/(message:) .*?(\r?\n)/, '$1 new$2'));
  });

  test('a file with anchors is not changed', async () => {
    const { words, read, write } = await exportAll();
    const text = `name: ${NAME}\ntriggers: &all\n  - {type: dm_keyword, keywords: [A]}\nactions: []\n`;
    write(FILE, text);
    expect([(await words('export --folder brand --yes')).exitCode, read(FILE)]).toEqual([2, text]);
  });

  test('files have the letters and digits of names, in any script', async () => {
    const { words, path } = await exportAll();
    const names = {
      '🎁': 'automation.yaml',
      '../../Up & away': 'up-away.yaml',
      CON: 'con-automation.yaml',
      hooks: 'hooks-automation.yaml',
      'شكرا للقصة': 'شكرا-للقصة.yaml',
      '"quotes": and #hash\u202E': 'quotes-and-hash-2.yaml',
      'QUOTE\u017F and hash': 'quote\u017F-and-hash.yaml',
      ['__proto__']: 'proto.yaml',
    };
    for (const name of Object.keys(names))
      await run(['create', '--name', name, '--on', 'story-reply', '--dm', 'hi']);
    await words('export --folder brand --unmanaged');
    expect(Object.values(names).filter((file) => !existsSync(path(file)))).toEqual([]);
    expect((await words('diff brand')).exitCode).toBe(0);
  });

  test('each profile has its folder', async () => {
    const root = quickFolder('as-code');
    onTestFinished(() => rmSync(root, { recursive: true }));
    await run([
      'create',
      '--name',
      'Of harbour',
      '--on',
      'story-reply',
      '--dm',
      'hi',
      '--profile',
      'harbour',
    ]);
    const all = (line: string) => run(`${line} --all-profiles`, { folder: root });
    expect((await all('export --folder brands')).exitCode).toBe(0);
    const file = join(root, 'brands/harbour/of-harbour.yaml');
    expect(existsSync(join(root, 'brands/primary', FILE))).toBe(true);
    writeFileSync(file, readFileSync(file, 'utf8').replace('hi', 'hello'));
    expect((await all('diff brands --json')).json).toMatchObject({
      differences: [{ profile: 'harbour', name: 'Of harbour', field: 'actions[0].message' }],
    });
    expect((await all('apply brands --yes --json')).json).toMatchObject({
      results: [{ profile: 'harbour', status: 'updated' }],
    });
    expect((await run('diff brands/harbour --profile harbour', { folder: root })).exitCode).toBe(0);
  });

  test('a profile that cannot be read does not stop the others', async () => {
    const root = quickFolder('as-code');
    onTestFinished(() => rmSync(root, { recursive: true }));
    const all = (line: string) => run(`${line} --all-profiles`, { folder: root });
    await all('export --folder brands');
    const file = join(root, 'brands/harbour/heart-back.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('harbour!', 'harbour'));
    const failOnce = () => crier('sandbox fault add --code 468 --endpoint listAutomations --count 1');
    await failOnce();
    const { exitCode, json, error } = await all('diff brands --json');
    expect([exitCode, json, error]).toMatchObject([
      3,
      { differences: [{ profile: 'harbour' }] },
      { details: { errors: [{ requestedId: 'primary', code: 468 }] } },
    ]);
    await failOnce();
    expect(await all('apply brands --yes --json')).toMatchObject({
      exitCode: 3,
      json: { results: [{ profile: 'harbour', status: 'updated' }] },
    });
    expect((await all('apply brands --yes --json')).exitCode).toBe(0);
  });

  test('ids come from a pipe, and none is an error', async () => {
    const { root, path } = await exportAll();
    const piped = async (stdin: string) =>
      run('export --folder brand --ids-from - --json', { folder: root, stdin });
    rmSync(path(FILE));
    expect((await piped(`id\tname\n${GUIDE}\tx\n`)).json).toMatchObject({
      files: [{ id: GUIDE, status: 'new' }],
    });
    expect((await piped('')).exitCode).toBe(2);
    expect((await run(`export ${GUIDE} --folder brands --all-profiles`, { folder: root })).exitCode).toBe(2);
  });

  test('nothing is written by a dry run, and an unknown id is not found', async () => {
    const { root, words } = await exportAll();
    expect((await words('export --folder other --dry-run')).stderr).toContain('nothing was written');
    expect(existsSync(join(root, 'other'))).toBe(false);
    expect((await words('export auto_unknown12 --folder other')).exitCode).toBe(5);
  });
});
