import { describe, expect, test } from 'vitest';
import {
  automationsFixture,
  configs,
  detailsOf,
  GUIDE,
} from '../../../../support/automations/automation-commands.ts';
import { crier } from '../../../../support/crier.ts';

const { run, get, list, create, fileOf } = automationsFixture();

describe('create from a file', () => {
  const YAML = `name: Brew
triggers:
  - type: comment_keyword
    postId: all
    keywords: [GUIDE]
actions:
  - type: send_dm
    message: Here it is
`;

  test('YAML, whose name and description flags replace', async () => {
    const file = fileOf('brew.yaml', YAML);
    const made = await create(['-f', file, '--name', 'Other', '--description', 'why']);
    expect(made).toMatchObject({ name: 'Other', description: 'why' });
    expect(configs(made.actions)).toEqual([['send_dm', { message: 'Here it is' }]]);
  });

  test('what "automations get --json" prints is an automation, without what is of the one that exists', async () => {
    const file = fileOf('stored.json', (await run(['get', GUIDE, '--json'])).stdout);
    const { exitCode, stderr } = await run(['create', '-f', file, '--name', 'Copy']);
    expect([exitCode, stderr.replaceAll(/\n +/g, ' ')]).toEqual([
      0,
      expect.stringContaining('not sent, since they are of an automation that exists: id, accountId, active'),
    ]);
    const [copy, stored] = [(await list()).find(({ name }) => name === 'Copy'), await get(GUIDE)];
    const made = await get(String(copy?.id));
    expect([configs(made.triggers), configs(made.actions)]).toEqual([
      configs(stored.triggers),
      configs(stored.actions),
    ]);
    expect((await run(['update', GUIDE, '-f', file])).stdout).not.toContain('changed');
    expect((await crier(['automations', 'check', file, '--json'])).json).toMatchObject({
      errors: 0,
      warnings: 1,
    });
  });

  test('a copy of a paused automation is paused', async () => {
    await run(['pause', GUIDE]);
    const { stdout } = await run(['get', GUIDE, '--json']);
    const { stderr } = await run(['create', '-f', '-', '--name', 'Copy'], { stdin: stdout });
    expect(stderr).toContain('it is created paused, as the one that was printed');
    expect((await list()).find(({ name }) => name === 'Copy')).toMatchObject({ active: false });
  });

  test('names of flags in place of triggers and actions', async () => {
    const text = 'name: Brew\non: comment\npost: all\nkeyword: GUIDE, "A,B"\ndm: "@kestrellane"\n';
    const made = await create(['-f', '-'], { stdin: text });
    expect([configs(made.triggers), configs(made.actions)]).toEqual([
      [['comment_keyword', { postId: 'all', keywords: ['GUIDE', 'A,B'] }]],
      [['send_dm', { message: '@kestrellane' }]],
    ]);
    const words = 'name: Brew\ntrigger: comment_keyword,postId=all,keywords=GUIDE|"A,B"\n';
    const whole = 'action: [{type: send_dm, message: Hi}, fire_webhook]\n';
    expect(
      (await run(['create', '-f', '-', '--dry-run', '--json'], { stdin: words + whole })).json,
    ).toMatchObject({
      request: {
        body: {
          triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['GUIDE', 'A,B'] }],
          actions: [{ type: 'send_dm', message: 'Hi' }, { type: 'fire_webhook' }],
        },
      },
    });
    const leak = await run(['create', '-f', '-'], {
      stdin: `${words}action: send_dm,message=@/etc/hostname\n`,
    });
    expect([leak.exitCode, leak.stderr]).toEqual([2, expect.stringContaining('names no other file')]);
    const wrong = await run(['create', '-f', '-'], { stdin: 'on: story-reply\nkeyword: GUIDE\ndm: hi\n' });
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('keyword cannot be used with on story-reply'),
    ]);
  });

  test('standard input', async () => {
    expect((await create(['-f', '-'], { stdin: YAML })).name).toBe('Brew');
  });

  test('what is hardly meant is reported with its place, and sent', async () => {
    const file = fileOf('warn.yaml', YAML.replace('[GUIDE]', '[GUIDE, guide]'));
    const { exitCode, stderr } = await run(['create', '-f', file]);
    expect(exitCode).toBe(0);
    expect(stderr.replaceAll(/\n +/g, ' ')).toMatch(/warn\.yaml:5:\d+: warning: triggers\[0\]/);
    expect(await list()).toHaveLength(4);
  });

  test('how it is written is warned of in the same way', async () => {
    const file = fileOf('number.yaml', YAML.replace('postId: all', 'postId: 17999000000000456'));
    const { stderr } = await run(['create', '-f', file]);
    expect(stderr.replaceAll(/\n +/g, ' ')).toMatch(/number\.yaml:4:13: warning: 17999000000000456 is read/);
  });

  test('its faults have their places', async () => {
    const file = fileOf(
      'bad.yaml',
      `odd: 1\n${YAML}`.replace('postId', 'postid').replace('Here it is', '"{{x}}"'),
    );
    const ran = await run(['create', '-f', file, '--json']);
    expect(ran.exitCode).toBe(2);
    const errors = detailsOf(ran)['errors'] as readonly Record<string, unknown>[]; // several faults have them
    expect(errors.map(({ path, line, column }) => [path, line, column])).toEqual([
      ['odd', 1, 1],
      ['triggers[0].postId', 4, 5],
      ['triggers[0].postid', 5, 5],
      ['actions[0].message', 9, 14],
    ]);
    expect(errors[2]?.['message']).toBe(
      `${file}:5:5: triggers[0].postid: not a known field; did you mean "postId"?`,
    );
  });

  test.each([
    ['two automations', `${YAML}---\n${YAML}`, 'contains 2 automations'],
    ['a fault of YAML', `${YAML}name: again\n`, /two\.yaml:9:1: /],
    ['no automation', '# nothing\n', 'no automation'],
  ])('refused: %s', async (_what, text, words) => {
    const { exitCode, stderr } = await run(['create', '-f', fileOf('two.yaml', text)]);
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(words);
    expect(await list()).toHaveLength(3);
  });

  const LIST = [YAML, YAML.replace('Brew', 'Other')]
    .map((text) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`)
    .join('');

  test.each([
    ['documents', `${YAML}---\n${YAML.replace('Brew', 'Other')}`, "sed -n '1,9p'", [1, 10]],
    ['a list', LIST, "sed -n '1,8p'", [1, 9]],
    ['a list of JSON', '[{"name":"Brew"},\n{"name":"Other"}]', 'put each', [1, 2]],
  ])('of several it says where they are, and how to take one: %s', async (_what, text, how, lines) => {
    const file = fileOf('several', text);
    const said = (await run(['create', '-f', file])).stderr.replaceAll(/\s+/g, ' ');
    expect(said).toContain(`contains 2 automations, but only one is expected: ${file}:${lines[0]} ("Brew"),`);
    expect(said).toContain(`${file}:${lines[1]} ("Other")`);
    expect(said).toContain(how);
    const [, to] = /sed -n '1,(\d+)p/.exec(said) ?? [];
    if (to === undefined) return;
    const stdin = text.split('\n').slice(0, Number(to)).join('\n');
    expect((await create(['-f', '-'], { stdin })).name).toBe('Brew');
  });

  test('a file that exists, without -f', async () => {
    const { exitCode, stderr } = await run(['create', 'brew.yaml']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('-f <file>');
  });

  test('a flag in place of what a file says has no place in the file', async () => {
    const { stderr } = await run(['create', '-f', fileOf('brew.yaml', YAML), '--name', ' ']);
    expect(stderr).toContain('crier: name: must not be blank (--name)\n');
  });

  test('triggers and actions come from one of both', async () => {
    const words = ['-f', fileOf('brew.yaml', YAML), '--dm', 'x', '--post', 'all', '--webhook'];
    const { exitCode, stderr } = await run(['create', ...words]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('crier: --post and --dm and --webhook cannot be used with -f\n');
  });
});
