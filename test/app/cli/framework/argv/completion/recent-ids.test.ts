import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerShell } from '../../../../../../src/cli/framework/argv/completion/answer.ts';
import { crier, openTestSandbox } from '../../../../../support/crier.ts';
import { inFolder } from '../../../../../support/in-folder.ts';

/** What the Tab key offers after these words. */
async function offered(folder: string, words: string, env: Readonly<Record<string, string>> = {}) {
  const machine = {
    env: { XDG_STATE_HOME: folder, CRIER_CONFIG_DIR: folder, ...env },
    homeFolder: '/nonexistent',
    folder: '/nonexistent',
    platform: 'linux',
  };
  const answer = await answerShell(['zsh', ...words.split(' '), ''], machine);
  const lines = answer.split('\n').slice(1);
  return lines.flatMap((line) => line.trimEnd() || []);
}

const show = (folder: string, line: string) =>
  crier(line, { isTerminal: true, env: { XDG_STATE_HOME: folder } });

test('ids of posts that a table showed are offered with their references, newest first', async () => {
  await inFolder({}, async (folder) => {
    expect(await offered(folder, 'posts get')).toEqual([]);
    await show(folder, 'posts list --sandbox -n 2');
    const both = await offered(folder, 'posts get');
    expect(both).toHaveLength(2);
    for (const line of both) expect(line).toMatch(/^\w{20}\t#\d+$/);
    for (const words of ['posts delete --yes', 'comments get'])
      expect(await offered(folder, words)).toEqual(both);
    const [first = ''] = both;
    expect(await offered(folder, `posts get ${first.split('\t')[0]}`)).toHaveLength(1);
  });
});

test('ids of automations that a list showed are offered in its context, and nothing else of them is kept', async () => {
  await inFolder({}, async (folder) => {
    await show(folder, 'automations list --sandbox');
    const ids = ['auto_D6yJ1sGf5B', 'auto_T4nV8cRz3H', 'auto_K7pW2mXq9L'];
    expect(await offered(folder, 'automations get')).toEqual(ids);
    expect(await offered(folder, 'automations get', { CRIER_CONTEXT: 'work' })).toEqual([]);
    expect(await offered(folder, 'automations get --context work')).toEqual([]);
    expect(await offered(folder, 'automations get --sandbox', { CRIER_CONTEXT: 'work' })).toEqual(ids);
    expect(readFileSync(join(folder, 'crier', 'automations.json'), 'utf8')).not.toContain('Brew');
  });
});

test('people and conversations that a list of messages showed are offered', async () => {
  await inFolder({}, async (folder) => {
    expect(await offered(folder, 'messages show instagram')).toEqual([]);
    const sandbox = { ...(await openTestSandbox()), close: () => {} };
    const around = { isTerminal: true, env: { XDG_STATE_HOME: folder }, sandbox };
    await crier(['sandbox', 'engage', 'dm', '--from', 'zoe.drinks.slow', '--text', 'Hello?'], around);
    await crier('messages list instagram --sandbox', around);
    const { json } = await crier('messages list instagram --sandbox --json', { sandbox });
    const { conversationIds } = json as { readonly conversationIds: readonly string[] }; // the document above
    const found = await offered(folder, 'messages send instagram');
    expect(found).toEqual(expect.arrayContaining(['zoe.drinks.slow', ...conversationIds]));
    expect(readFileSync(join(folder, 'crier', 'conversations.json'), 'utf8')).not.toContain('Hello');
  });
});

test('a pipe leaves nothing behind', async () => {
  await inFolder({}, async (folder) => {
    await crier('automations list --sandbox', { env: { XDG_STATE_HOME: folder } });
    expect(await offered(folder, 'automations get')).toEqual([]);
  });
});

test('a damaged or hostile file offers nothing that a shell could run', { tags: ['C1'] }, async () => {
  await inFolder({}, async (folder) => {
    mkdirSync(join(folder, 'crier'));
    const file = join(folder, 'crier', 'automations.json');
    const service = JSON.stringify(['sandbox', 'sandbox', null]);
    for (const text of ['{', '[null,7]', JSON.stringify([{ service, ids: 7 }])]) {
      writeFileSync(file, text);
      expect(await offered(folder, 'automations get')).toEqual([]);
    }
    const ids = ['$(touch x)', 'a b', '\u001b[2J', '-rf', 'auto_1', 8];
    writeFileSync(file, JSON.stringify([{ service, ids }]));
    expect(await offered(folder, 'automations get')).toEqual(['auto_1']);
    symlinkSync('/dev/zero', join(folder, 'crier', 'references.json'));
    expect(await offered(folder, 'posts get')).toEqual([]);
  });
});
