import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { REMOTE } from '../../../../../src/cli/framework/input/flags/flags.ts';
import { isReadRequest } from '../../../../../src/service/routes/read-request.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { shellWords } from '../../../../support/terminal/shell-words.ts';

const WORK = {
  baseUrl: 'https://api.example.com/api',
  apiKey: 'KEY-OF-THE-PRIMARY-0001',
  profiles: {
    harbour: { profileKey: 'KEY-OF-HARBOUR-00002' },
    kestrel: { profileKey: 'KEY-OF-KESTREL-00003' },
  },
};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GUIDE = `name: Guide
triggers:
  - type: comment_keyword
    postId: all
    keywords: [GUIDE]
actions:
  - type: send_dm
    message: Here it is
`;
const FILES = { 'cup.png': PNG, 'brand/guide.yaml': GUIDE };
const SAID = 'the context "work" has several profiles, and none is named for this change';

/** Runs a line on a machine with that context in use, and says which changes reached the service, each with its key. */
async function send(
  words: readonly string[],
  { context = WORK, project, ...around }: Around & { context?: object; project?: object } = {},
) {
  return inFolder(
    { ...FILES, ...(project && { '.crier.json': JSON.stringify(project) }) },
    async (folder) => {
      const settings = join(folder, 'settings');
      mkdirSync(settings, { mode: 0o700 });
      const saved = { context: 'work', contexts: { work: context } };
      writeFileSync(join(settings, 'config.json'), JSON.stringify(saved), { mode: 0o600 });
      const network = recordingNetwork({});
      const env = { CRIER_CONFIG_DIR: settings, ...around.env };
      const ran = await crier(words, { stdin: 'x\n', folder, ...around, env, network: network.transport });
      const changes = network.requests.filter(
        ({ method, url }) => !isReadRequest(method, new URL(url).pathname.replace('/api', '')),
      );
      const keys = changes.map(({ headers }) => headers['profile-key'] ?? null);
      return { ...ran, stderr: ran.stderr.replaceAll(/\s+/g, ' '), keys };
    },
  );
}

const changing = (
  await Promise.all(COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), command: await load() })))
).filter(
  ({ command }) => command.changes === true && command.flags.some(({ schema }) => schema === REMOTE.schema),
);

/** Where the first example changes nothing. */
const LINES: Readonly<Record<string, string>> = {
  api: 'api POST /post -f post=x',
  'messages autoresponse': 'messages autoresponse --text Hi',
};

/** It needs a profile in any case, and says so itself. */
const LINKS_ACCOUNTS = 'profiles link';

/** They change the account, all of its profiles, or only files of this machine. */
const OF_NO_PROFILE: readonly string[] = [
  'profiles create',
  'profiles delete',
  'profiles update',
  'pause',
  'resume',
  'automations activity',
  'automations export',
  'comments done',
  'inbox done',
  // its page names the profile of each change
  'dashboard',
  'comments export',
  'hooks listen',
  'hooks reconcile',
];

test.each(changing)(
  'without a terminal, $name asks for the profile, and sends nothing',
  async ({ name, command }) => {
    const example = LINES[name] ?? command.examples[0] ?? '';
    const line = example.replaceAll(/ --(?:dry-run|validate-only|all-profiles|sandbox|profile \S+)/g, '');
    const ran = await send(shellWords(line));
    if (OF_NO_PROFILE.includes(name)) return expect(ran.stderr).not.toContain(SAID);
    expect(ran).toMatchObject({ exitCode: 2, keys: [] });
    expect(ran.stderr).toContain(name === LINKS_ACCOUNTS ? 'none is chosen' : SAID);
  },
);

const LINK = ['links', 'create', 'https://shop.example/spring'];

describe('the profile of a change is known', () => {
  const { harbour } = WORK.profiles;
  test.each([
    ['by a flag', ['--profile', 'harbour'], {}, harbour.profileKey],
    ['by a flag for the Primary Profile', ['--profile', 'none'], {}, null],
    ['by a variable', [], { env: { CRIER_PROFILE: 'harbour' } }, harbour.profileKey],
    ['by a project file', [], { project: { profile: 'harbour' } }, harbour.profileKey],
    ['by the default of the context', [], { context: { ...WORK, profile: 'harbour' } }, harbour.profileKey],
    [
      'by the default of the context, the Primary Profile',
      [],
      { context: { ...WORK, profile: 'none' } },
      null,
    ],
    ['where one profile is saved', [], { context: { ...WORK, profiles: { harbour } } }, null],
    ['where none is saved', [], { context: { ...WORK, profiles: {} } }, null],
    [
      'where an address is given',
      [],
      { env: { CRIER_BASE_URL: WORK.baseUrl, CRIER_API_KEY: WORK.apiKey } },
      null,
    ],
  ])('%s', async (_how, flags, around, key) => {
    const ran = await send([...LINK, ...flags], around);
    expect({ ...ran, said: ran.stderr.includes('Primary') }).toMatchObject({ keys: [key], said: false });
  });

  test('by "profiles use none", which is a choice like any other', async () => {
    await inFolder({}, async (folder) => {
      const around = { env: { CRIER_CONFIG_DIR: join(folder, 'settings') } };
      await crier('profiles use none --sandbox', around);
      const { json } = await crier('config get profile --sandbox --json', around);
      expect(json).toMatchObject({ value: 'none' });
    });
  });
});

test('on a terminal the profile that is meant is named, with the others', async () => {
  const ran = await send(LINK, { isTerminal: true });
  expect(ran.keys).toEqual([null]);
  expect(ran.stderr).toContain(
    'this is for the Primary Profile of "work"; --profile names another: harbour or kestrel',
  );
});

test('the error names each way to name the profile', async () => {
  const { stderr } = await send(LINK);
  for (const way of ['--profile', 'harbour or kestrel, or none', 'CRIER_PROFILE', 'crier profiles use'])
    expect(stderr).toContain(way);
});

test.each([
  ['a read', ['links', 'list']],
  ['a dry run', [...LINK, '--dry-run']],
  ['a change for all profiles', ['feeds', 'remove', 'abc', '--all-profiles', '--yes']],
])('%s needs no profile', async (_what, words) => {
  expect((await send(words)).stderr).not.toContain(SAID);
});
