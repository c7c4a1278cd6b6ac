import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machines, type TestMachine } from '../../../../support/machine.ts';
import { type PromptScript, scriptedPrompts } from '../../../../support/terminal/scripted-prompts.ts';

const newMachine = machines();
const KEY = 'PLANTED-KEY-0000000000000001';
const GOOD = { context: 'work', contexts: { work: { baseUrl: 'https://api.example/base', apiKey: KEY } } };

/** Runs `config edit` with an editor that saves these texts, one each time it is opened. */
async function edit(
  machine: TestMachine,
  texts: readonly (string | ((before: string) => string))[],
  answers: readonly PromptScript[] = [],
  env: Readonly<Record<string, string>> = { EDITOR: 'ed' },
) {
  const opened: (readonly string[])[] = [];
  const left = [...texts];
  const run = async (command: readonly string[]) => {
    const file = command.at(-1) ?? '';
    opened.push(command);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    const next = left.shift();
    if (next === undefined) return 1;
    writeFileSync(file, typeof next === 'string' ? next : next(readFileSync(file, 'utf8')));
    return 0;
  };
  const prompts = scriptedPrompts(answers);
  const ran = await machine.run('config edit --json', {
    isTerminal: true,
    env,
    prompts: prompts.open,
    others: { run },
  });
  expect(prompts.left).toEqual([]);
  return { ...ran, opened, said: ran.stderr.replaceAll(/\s+/g, ' ') };
}

function saved(): TestMachine {
  const machine = newMachine();
  machine.save(GOOD);
  return machine;
}

const listDrafts = ({ folder }: TestMachine) =>
  readdirSync(folder).filter((name) => name.startsWith('config.edit'));

/** What could not be saved is in the one draft, which the message names. */
function expectKept(machine: TestMachine, said: string, text: string): void {
  const [draft = '', ...others] = listDrafts(machine);
  const file = join(machine.folder, draft, 'config.json');
  expect({ others, text: readFileSync(file, 'utf8') }).toEqual({ others: [], text });
  expect(said.replaceAll(/\s/g, '')).toContain(`whatyouwroteiskeptin${file}`);
}

describe('config edit', () => {
  test('replaces the settings by what was saved, and keeps the file private', async () => {
    const machine = saved();
    const text = JSON.stringify({ ...GOOD, contexts: { ...GOOD.contexts, home: {} } }, null, 4);
    const { json, opened } = await edit(machine, [text]);
    expect(json).toEqual({ file: machine.file, changed: true });
    expect(readFileSync(machine.file, 'utf8')).toBe(text);
    expect(statSync(machine.file).mode & 0o777).toBe(0o600);
    expect(opened).toHaveLength(1);
    expect(listDrafts(machine)).toEqual([]);
  });

  test.each([
    [{ CRIER_EDITOR: 'mine', VISUAL: 'vis', EDITOR: 'ed' }, ['mine']],
    [{ VISUAL: 'vis', EDITOR: 'ed' }, ['vis']],
    [{ EDITOR: `'/my apps/ed' --wait "a b"` }, ['/my apps/ed', '--wait', 'a b']],
    [{ EDITOR: `ed --title="a b" --dir='c d'/e` }, ['ed', '--title=a b', '--dir=c d/e']],
    [{ EDITOR: '' }, ['vi']],
  ])('opens the editor of %o', async (env, words) => {
    const { opened } = await edit(saved(), [(text) => text], [], env as Record<string, string>);
    expect(opened[0]?.slice(0, -1)).toEqual(words);
  });

  test('changes nothing when nothing was changed, or the editor fails', async () => {
    const machine = saved();
    expect((await edit(machine, [(text) => text])).json).toMatchObject({ changed: false });
    const failed = await edit(machine, []);
    expect([failed.exitCode, failed.said]).toEqual([2, expect.stringContaining('failed with exit code 1')]);
    expect(listDrafts(machine)).toEqual([]);
    expect(machine.saved()).toEqual(GOOD);
  });

  test('starts with an empty file on a new machine', async () => {
    const machine = newMachine();
    expect((await edit(machine, [(text) => text.replace('{}', '{ "a": {} }')])).json).toMatchObject({
      changed: true,
    });
    expect(machine.saved()).toEqual({ contexts: { a: {} } });
  });

  test('repairs a damaged file', async () => {
    const machine = saved();
    writeFileSync(machine.file, '{ "contexts": ');
    expect((await edit(machine, [(text) => `${text} {} }`])).exitCode).toBe(0);
    expect(machine.saved()).toEqual({ contexts: {} });
  });

  test.each([
    ['{\n  "contexts": {},\n}', 'line 2, column 17: remove the comma before }'],
    ['{\n "contexts": { "a": { "plan": "huge" } }\n}', 'line 2, column 31: contexts.a.plan: Invalid option'],
    ['{\n "contexts": { "a": { "apiKey": 3 } }\n}', 'line 2, column 33: contexts.a.apiKey: Invalid input'],
    ['{ "contexts": { "a b": {} } }', 'line 1, column 17: the name must be 1 to 64 letters'],
    ['{ "context": "b", "contexts": {} }', 'line 1, column 14: context names none of the contexts'],
    [
      '{ "contexts": { "a": { "baseUrl": "ftp://x" } } }',
      'line 1, column 35: contexts.a.baseUrl must be https://',
    ],
    ['{ "contexts": { "a": { "profile": "p" } } }', 'contexts.a.profile names none of the profiles'],
    ['{ "contexts": { "a": {}, "a": {} } }', 'line 1, column 26: a is given twice'],
    ['', 'line 1, column 1:'],
  ])('names the line and column of a fault: %s', async (text, words) => {
    const machine = saved();
    const { exitCode, said } = await edit(machine, [text], [['What now?', 'discard']]);
    expect([exitCode, said]).toEqual([2, expect.stringContaining(words)]);
    expect(machine.saved()).toEqual(GOOD);
    expect(listDrafts(machine)).toEqual([]);
  });

  test('opens what was written again, and quotes no key', async () => {
    const machine = saved();
    const broken = JSON.stringify(GOOD).replace('"work"', '"wrk"');
    const { opened, said, json } = await edit(
      machine,
      [broken, (text) => text.replace('"wrk"', '"work"').replace(KEY, `${KEY}2`)],
      [['What now?', 'edit again']],
    );
    expect(opened).toHaveLength(2);
    expect(json).toMatchObject({ changed: true });
    expect(said).not.toContain(KEY);
    expect(machine.saved()).toMatchObject({ contexts: { work: { apiKey: `${KEY}2` } } });
  });

  test('warns of a name that is not known, and keeps it', async () => {
    const machine = saved();
    const { said, json } = await edit(machine, ['{"contexts": {"a": {"apikey": "x"}}}']);
    expect(said).toContain('warning: line 1, column 21: did you mean "apiKey"? this version has no setting');
    expect(json).toMatchObject({ changed: true });
  });

  test('does not overwrite what another run saved meanwhile', async () => {
    const machine = saved();
    const other = { contexts: { other: {} } };
    const { exitCode, said } = await edit(machine, [
      () => {
        machine.save(other);
        return '{"contexts": {}}';
      },
    ]);
    expect([exitCode, said]).toEqual([2, expect.stringContaining('changed by another run')]);
    expect(machine.saved()).toEqual(other);
    expectKept(machine, said, '{"contexts": {}}');
  });

  test('needs a terminal where no editor is set', async () => {
    const ran = await saved().run('config edit');
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('needs an interactive terminal')]);
  });

  test('runs an editor that needs no terminal', async () => {
    const machine = saved();
    const run = async (command: readonly string[]) => {
      writeFileSync(command.at(-1) ?? '', '{"contexts": []}');
      return 0;
    };
    const ran = await machine.run('config edit', { env: { EDITOR: 'ed' }, others: { run } });
    expect([ran.exitCode, ran.stderr]).toEqual([
      2,
      expect.stringContaining('line 1, column 14: contexts: Invalid input'),
    ]);
    expect(machine.saved()).toEqual(GOOD);
    expectKept(machine, ran.stderr, '{"contexts": []}');
  });
});
