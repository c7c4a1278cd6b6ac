import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';
import { dangerousIn } from '../../../../support/hostile/dangerous.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-replies-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(base, 'config-'));
});
/** @param last words of one argument more */
const run = (line: string, { stdin = '', last }: { stdin?: string; last?: string | undefined } = {}) =>
  crier([...line.split(' '), ...(last === undefined ? [] : [last])], {
    env: { CRIER_CONFIG_DIR: folder },
    stdin,
  });
const file = () => join(folder, 'replies.json');

test('Replies are saved, listed by name, replaced only on demand, and removed', async () => {
  expect((await run('replies list -o table')).stdout).toContain('no saved replies');
  expect((await run('replies save thanks --text Thanks! --json')).json).toEqual({
    name: 'thanks',
    text: 'Thanks!',
  });
  await run('replies save hours --text-file -', { stdin: 'Open from 8\nOn Sundays from 10\n' });
  const refused = await run('replies save thanks --text Merci');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('a reply "thanks" with another text is saved already');
  expect((await run('replies save thanks --text Thanks!')).exitCode).toBe(0);
  await run('replies save thanks --text Merci --replace');
  const { json } = await run('replies list --json');
  expect(json).toMatchObject({
    replies: [
      { name: 'hours', text: 'Open from 8\nOn Sundays from 10' },
      { name: 'thanks', text: 'Merci' },
    ],
  });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect((await run('replies remove thanks')).stderr).toContain('--yes');
  expect((await run('replies remove thanks --yes -o tsv')).stdout).toBe('name\ttext\nthanks\tMerci\n');
  expect((await run('replies list --jq .replies[].name')).stdout).toBe('hours\n');
});

test.each([
  ['the text is missing', 'save thanks'],
  ['the text is blank', 'save thanks --text', ' '],
  ['would be published as it is', 'save thanks --text', 'Hi {{first}}'],
  ['must be 1 to 64 letters', 'save --text Hi', 'my thanks'],
  ['the text is longer than 20000 characters', `save long --text ${'x'.repeat(20_001)}`],
  ['the name is missing', 'remove --yes'],
  ['no reply is saved as "thanks"', 'remove thanks --yes'],
])('It is refused, and nothing is saved: %s', async (words, line, last?: string) => {
  const { exitCode, stderr } = await run(`replies ${line}`, { last });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(() => statSync(file())).toThrow('ENOENT');
});

test('A name is suggested, and nothing is removed when one of several is unknown', async () => {
  await run('replies save thanks --text Thanks!');
  expect((await run('replies remove thanks thnaks --yes')).stderr).toContain('did you mean "thanks"?');
  expect((await run('replies list --jq .replies|length')).stdout).toBe('1\n');
});

test('A saved reply is sent by its name, with the name of the writer', async () => {
  await run('replies save thanks --text', { last: 'Thank you, @{{handle}}!' });
  const reply = 'comments reply 18008214909100698 --platform instagram --sandbox --saved';
  const { json } = await run(`${reply} thanks --json`);
  expect(JSON.stringify(json)).toContain('"Thank you, @paloma.y.el.mar!"');
  expect((await run(`${reply} thnaks`)).stderr).toContain('did you mean "thanks"?');
  expect((await run(`${reply} thanks --text Hi`)).exitCode).toBe(2);
});

test('A file that was damaged is never replaced', async () => {
  await run('replies save thanks --text Thanks!');
  writeFileSync(file(), '{"thanks": "Tha');
  for (const line of ['list', 'save other --text Hi', 'remove thanks --yes']) {
    const { exitCode, stderr } = await run(`replies ${line}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/replies\.json\s+is\s+damaged/)]);
  }
  expect(readFileSync(file(), 'utf8')).toBe('{"thanks": "Tha');
});

test('A table shows whole texts on 40 columns, and no text that would act on the terminal', async () => {
  writeFileSync(
    file(),
    JSON.stringify({ risky: '\u001b]8;;https://x.example\u0007Hi\u202e', long: 'word '.repeat(30) }),
    {
      mode: 0o600,
    },
  );
  const { screen } = await crier('replies list --color never', {
    env: { CRIER_CONFIG_DIR: folder },
    isTerminal: true,
    columns: 40,
  });
  expect(dangerousIn(screen.replaceAll('\n', ''))).toEqual([]);
  expect(screen.match(/word/g)).toHaveLength(30);
  expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
});
