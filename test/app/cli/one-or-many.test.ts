import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeCommand } from '../../../src/cli/framework/argv/describe-command.ts';
import { COMMANDS } from '../../../src/cli/framework/command/command-list.ts';
import { ERRORS } from '../../../src/service/errors.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';

const linesOf = ({ stdout }: { readonly stdout: string }) => stdout.trimEnd().split('\n');

describe('one record has the form of many', () => {
  test.each([
    ['errors show 288', 'code'],
    ['errors show 288 485', 'code'],
    ['audio get 880000000000321 --sandbox', 'audioId'],
    ['audio search slow --sandbox', 'audioId'],
  ])('ndjson of %s is one record a line', async (line, member) => {
    for (const text of linesOf(await crier(`${line} -o ndjson`))) {
      expect(JSON.parse(text)).toHaveProperty(member);
    }
  });

  test.each<[string, string]>([
    ['audio get 880000000000321', 'audio get 880000000000321 880004175920368'],
    ['automations get auto_K7pW2mXq9L', 'automations get auto_K7pW2mXq9L auto_T4nV8cRz3H'],
    ['automations report auto_K7pW2mXq9L', 'automations report auto_K7pW2mXq9L auto_T4nV8cRz3H'],
    ['posts get Sp7kQm2XvLr9TzBd4HnW', 'posts list'],
    [
      'posts get Sp7kQm2XvLr9TzBd4HnW --fields postIds.id,id',
      'posts get Sp7kQm2XvLr9TzBd4HnW Bx6hPf2QyLs8TnCv5RkG --fields postIds.id,id',
    ],
    ['networks show twitter', 'networks list'],
    ['comments get Qe8uJx5MhAn3FvYb6TwS', 'comments get Qe8uJx5MhAn3FvYb6TwS Mn5cTy8LrWb2QzHp6KsD'],
    [
      'comments replies 18008214909100698 --platform instagram',
      'comments replies 18008214909100698 18107387288286433 --platform instagram',
    ],
    ...[
      'comments create --text=Hello --only instagram Sp7kQm2XvLr9TzBd4HnW Lt5nWc8RjYq3GvKs6PxA',
      'comments reply --text Hello --platform instagram 18008214909100698 18107387288286433',
      'posts update --notes=x --approve Su3gHk9WqZr5TcYb7MvN Tk6xBn4VgSj8QcLp2RyF',
      'hooks unregister automations messages',
      'profiles delete --yes harbour wholesale',
      'sandbox post delete --network instagram Sp7kQm2XvLr9TzBd4HnW Lt5nWc8RjYq3GvKs6PxA',
      'sandbox comment delete 18008214909100698 18107387288286433',
      'comments delete --platform instagram --yes 18008214909100698 18107387288286433',
    ].map((many): [string, string] => [many.slice(0, many.lastIndexOf(' ')), many]),
    ['comments stats Sp7kQm2XvLr9TzBd4HnW', 'comments stats Sp7kQm2XvLr9TzBd4HnW Mn5cTy8LrWb2QzHp6KsD'],
  ])('%s and %s: the same columns in the same order', async (one, many) => {
    const [alone] = linesOf(await crier(`${one} -o tsv --sandbox`));
    const [among] = linesOf(await crier(`${many} -o tsv --sandbox`));
    expect(alone).toMatch(/^\w/);
    expect(alone).toBe(among);
  });

  test.each(['tsv', 'csv'])('networks show -o %s has the line of networks list', async (format) => {
    const all = linesOf(await crier(`networks list -o ${format}`));
    for (const platform of ['twitter', 'linkedin', 'telegram']) {
      const [, line] = linesOf(await crier(`networks show ${platform} -o ${format}`));
      expect(line).toMatch(/true/);
      expect(all).toContain(line);
    }
  });
});

describe('several of what belongs to the sandbox and the account', () => {
  test('one that fails does not stop the others, and exits 3', async () => {
    const { json, exitCode } = await crier(
      'sandbox comment delete 1 18008214909100698 18107387288286433 --json --sandbox',
    );
    expect(exitCode).toBe(3);
    expect(json).toMatchObject({
      results: [{ id: '1', status: 'error' }, { status: 'deleted' }, { status: 'deleted' }],
    });
  });

  test('profiles that are named together are looked up before the first is deleted', async () => {
    const sandbox = await openTestSandbox();
    const around = { sandbox: { ...sandbox, close: () => {} } };
    const refused = await crier('profiles delete harbour nobody --yes --json --sandbox', around);
    expect(refused.exitCode).toBe(5);
    const { json } = await crier('profiles delete harbour wholesale --yes --json --sandbox', around);
    expect(json).toEqual({
      results: [
        { id: 'harbour', status: 'deleted', error: null },
        { id: 'wholesale', status: 'deleted', error: null },
      ],
    });
  });

  test('faults are cleared by their ids, and one that is not there is named', async () => {
    const sandbox = await openTestSandbox();
    const around = { sandbox: { ...sandbox, close: () => {} } };
    await crier('sandbox fault add --code 364 --network twitter', around);
    const { json, exitCode } = await crier('sandbox fault clear 1 2 --json', around);
    expect(exitCode).toBe(3);
    expect(json).toMatchObject({
      results: [
        { id: '1', status: 'cleared', error: null },
        { id: '2', status: 'error', error: { kind: 'not-found' } },
      ],
    });
    expect((await crier('sandbox fault clear 2', around)).exitCode).toBe(5);
    expect((await crier('sandbox fault clear x', around)).exitCode).toBe(2);
  });

  test.each([
    'posts delete',
    'posts update --notes=x',
    'comments delete',
    'comments reply --text=Hi',
    'automations pause',
    'profiles delete',
  ])('%s --dry-run of one id from a file prints "requests"', async (line) => {
    const id = line.startsWith('profiles') ? 'harbour' : 'Sp7kQm2XvLr9TzBd4HnW';
    const { json } = await crier(`${line} --ids-from - --dry-run --json --sandbox`, { stdin: `${id}\n` });
    expect(json).toMatchObject({ requests: [{ method: expect.any(String) }] });
  });
});

/** Commands that take one id, and why they take no more. */
const ONE_ID: Readonly<Record<string, string>> = {
  'automations update': 'the changes are of one automation, and are shown before they are made',
  'hooks explain': 'one delivery, joined from the history, the inbox and the activity',
  'messages send': 'a text to one person',
  'posts copy': 'one post for several profiles, or for another time',
  'posts open': 'a browser window',
  'profiles update': 'a title is of one',
};
/** Arguments that are ids. */
const IS_ID = /\b(?:(?:ref)?ids?|aliases that)\b/i;
/** Files of these are what they take, and have ids among them. */
const TAKES_FILES: readonly string[] = ['automations test'];

test('every command that takes an id takes several, and --ids-from', async () => {
  const takesOne: string[] = [];
  const takesMany: string[] = [];
  for (const { path, load } of COMMANDS) {
    const { positional, sets } = describeCommand(await load());
    const ids = positional.find(({ description }) => IS_ID.test(description));
    if (ids === undefined || TAKES_FILES.includes(path.join(' '))) continue;
    const hasFile = sets.some(({ flags }) => flags.some(({ name }) => name === '--ids-from'));
    (hasFile ? takesMany : takesOne).push(path.join(' '));
  }
  expect(takesOne.toSorted()).toEqual(Object.keys(ONE_ID));
  expect(takesMany.length).toBeGreaterThan(20);
});

test('profiles forget takes aliases from a file, and has the document of several then', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crier-forget-'));
  const around = { env: { CRIER_CONFIG_DIR: folder }, stdin: 'A-KEY-FROM-STANDARD-INPUT\n' };
  await crier('context add work --base-url https://api.example.com/api --api-key-file -', around);
  await crier('profiles save acme --context work --profile-key-file - --no-verify', around);
  const { json } = await crier('profiles forget --ids-from - --context work --json', {
    ...around,
    stdin: 'acme\n',
  });
  rmSync(folder, { recursive: true });
  expect(json).toEqual({ results: [{ id: 'acme', status: 'removed', error: null }] });
});

describe('errors show', () => {
  test('keeps the order in which codes were asked for, each once', async () => {
    const { json } = await crier('errors show 416 364 416 --json');
    expect((json as { errors: { code: number }[] }).errors.map(({ code }) => code)).toEqual([416, 364]);
  });

  test('says in full what a table says in short', async () => {
    const { stdout } = await crier('errors show 288 --color never', { isTerminal: true });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`what to do ${ERRORS[288]?.advice}`);
    expect(stdout).toMatch(/exit code {2,}8\n/);
  });
});

describe('networks', () => {
  test('networks show says yes and no to people, and lists as words', async () => {
    const { stdout } = await crier('networks show gmb --color never', { isTerminal: true });
    expect(stdout).toMatch(/^network +Google Business Profile$/m);
    expect(stdout).toMatch(/^comments of a post +no$/m);
    expect(stdout).toMatch(/^a comment carries +-$/m);
    const { stdout: bluesky } = await crier('networks show bluesky --color never', { isTerminal: true });
    expect(bluesky).toMatch(/^a comment carries +\w+, \w+/m);
  });

  test('its help lists the networks that the service names differently', async () => {
    expect((await crier('networks show --help')).stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Google Business Profile is gmb, X is twitter',
    );
  });

  test.each([
    [80, /^VALUE +NETWORK +POSTS +COMMENTS +MESSAGES +AUTOMATIONS$/],
    [40, /^VALUE +POSTS +COMMENTS +AUTOMATIONS$/],
    [20, /^VALUE +COMMENTS$/],
  ])('networks list at %i columns: one line each, and fewer columns', async (columns, head) => {
    const { stdout } = await crier('networks list --color never', { isTerminal: true, columns });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(head);
    expect(lines).toHaveLength(15);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  });
});
