import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

const NOW = 1_790_000_000_000;

/** Every key that a machine can have saved. */
const KEYS = {
  apiKey: 'KEY-OF-THE-ACCOUNT-1',
  xApiKey: 'KEY-OF-THE-X-APP-2',
  xApiSecret: 'SECRET-OF-THE-X-APP-3',
  webhookSecret: 'SECRET-OF-WEBHOOKS-4',
};
const PROFILE_KEYS = ['KEY-OF-ACME-5', 'KEY-OF-HARBOUR-6'] as const;
const PASSWORD = 'PASSWORD-OF-AN-ADDRESS-7';
const OF_ENVIRONMENT = 'KEY-OF-THE-ENVIRONMENT-8';

const WORK = {
  baseUrl: 'https://api.example.com/api',
  ...KEYS,
  keyOfANewerVersion: 'KEY-OF-A-NEWER-VERSION-9',
  plan: 'business',
  profile: 'acme',
  profiles: {
    acme: { profileKey: PROFILE_KEYS[0], refId: 'ref-acme' },
    harbour: { profileKey: PROFILE_KEYS[1] },
  },
};

const key = (profile: string | null) => JSON.stringify(['service', 'work', profile]);
const reference = (number: number, id: string, profile: string | null = 'acme') => ({
  number,
  shownAt: NOW,
  target: { kind: 'comment', id, profile },
});

let folder: string;
/** What Anna hands over. */
let team: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crier-handover-'));
  machine('anna', { work: WORK }, annasState);
  await run('anna', 'handover export team.json');
  team = readFileSync(join(folder, 'team.json'), 'utf8');
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-handover-'));
  writeFileSync(join(folder, 'team.json'), team);
});
afterEach(() => rmSync(folder, { recursive: true }));

const envOf = (name: string) => ({
  CRIER_CONFIG_DIR: join(folder, name),
  CRIER_STATE_DIR: join(folder, `${name}-state`),
});

/** A machine of a person, with what was saved on it. */
function machine(name: string, contexts: object, state: Readonly<Record<string, unknown>> = {}) {
  const env = envOf(name);
  mkdirSync(env.CRIER_CONFIG_DIR, { mode: 0o700 });
  mkdirSync(env.CRIER_STATE_DIR, { mode: 0o700 });
  writeFileSync(join(env.CRIER_CONFIG_DIR, 'config.json'), JSON.stringify({ contexts }), { mode: 0o600 });
  for (const [file, value] of Object.entries(state))
    writeFileSync(join(env.CRIER_STATE_DIR, `${file}.json`), JSON.stringify(value), { mode: 0o600 });
}

const run = (name: string, line: string, around: Parameters<typeof crier>[1] = {}) =>
  crier(line, { folder, ...around, env: { ...envOf(name), ...around.env } });

const readState = (name: string, file: string): unknown =>
  JSON.parse(readFileSync(join(envOf(name).CRIER_STATE_DIR, `${file}.json`), 'utf8'));
const readContexts = (name: string) =>
  JSON.parse(readFileSync(join(envOf(name).CRIER_CONFIG_DIR, 'config.json'), 'utf8')).contexts;

const annasState = {
  done: { [key('acme')]: ['11', '12'], [key(null)]: ['13'] },
  paused: { [`automations ${key('acme')}`]: ['auto1'], [`posts ${key('acme')}`]: ['post1', 'post2'] },
  references: [
    { service: key(null), references: [reference(1, '11'), { ...reference(2, '12'), shownAt: 0 }] },
  ],
};

const RECORD = ['pauses', 'work.ndjson'];
const STOPPED_FEED = { url: 'https://blog.example/feed', useFirstImage: false, autoHashtag: true };

/** What "crier pause" remembers of a feed that it removed. */
function pauseFeed(name: string): void {
  const work = { kind: 'feeds', id: 'f1', name: 'Feed', dueAt: 0, mark: null, feed: STOPPED_FEED };
  const owner = { profile: 'acme', refId: null, work, isXPairKnown: true };
  const lines = [
    { kind: 'crier pause', version: 1, service: WORK.baseUrl },
    { event: 'pausing', at: '2026-09-21T00:00:00Z', ...owner },
  ];
  const folderOfState = envOf(name).CRIER_STATE_DIR;
  mkdirSync(join(folderOfState, 'pauses'), { mode: 0o700 });
  writeFileSync(join(folderOfState, ...RECORD), lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    mode: 0o600,
  });
}

test('a handover has the work of each profile and no key, and its reader gets all of it', async () => {
  const address = `https://anna:${PASSWORD}@api.example.com/other`;
  machine('anna', { work: WORK, other: { baseUrl: address, apiKey: KEYS.apiKey } }, annasState);
  pauseFeed('anna');
  const exported = await run('anna', 'handover export team.json --yes --json', {
    env: { CRIER_API_KEY: OF_ENVIRONMENT },
  });
  const rows = [
    { context: 'work', profile: null, done: 1, paused: 0, watches: 0, references: 0 },
    { context: 'work', profile: 'acme', done: 2, paused: 4, watches: 0, references: 1 },
    { context: 'work', profile: 'harbour', done: 0, paused: 0, watches: 0, references: 0 },
  ];
  expect(exported.json).toMatchObject({ written: true, profiles: [...rows, { context: 'other' }] });
  const text = readFileSync(join(folder, 'team.json'), 'utf8');
  const secrets = [
    ...Object.values(KEYS),
    ...PROFILE_KEYS,
    PASSWORD,
    OF_ENVIRONMENT,
    WORK.keyOfANewerVersion,
  ];
  expect(secrets.filter((secret) => text.includes(secret) || exported.screen.includes(secret))).toEqual([]);

  const imported = await run('ben', 'handover import team.json --json');
  expect(imported).toMatchObject({
    exitCode: 0,
    json: { imported: true, contexts: ['work', 'other'], profiles: [...rows, {}], conflicts: [] },
  });
  expect(imported.stderr).toContain(
    'new context work, https://api.example.com/api: "crier login --context work"',
  );
  expect(readContexts('ben').work).toEqual({
    baseUrl: WORK.baseUrl,
    plan: 'business',
    profile: 'acme',
    profilesWithoutKey: { acme: { refId: 'ref-acme' }, harbour: {} },
  });
  expect(readState('ben', 'done')).toEqual(annasState.done);
  expect(readState('ben', 'paused')).toEqual(annasState.paused);
  expect(readFileSync(join(envOf('ben').CRIER_STATE_DIR, ...RECORD), 'utf8')).toContain(STOPPED_FEED.url);
  expect(readState('ben', 'references')).toEqual([{ service: key(null), references: [reference(1, '11')] }]);

  const files = () => readdirSync(folder, { recursive: true }).map(String).toSorted();
  const before = files();
  const again = await run('ben', 'handover import team.json --json');
  expect(again.json).toMatchObject({ contexts: [], aliases: [], conflicts: [] });
  expect((again.json as { profiles: readonly object[] }).profiles).not.toContainEqual(
    expect.objectContaining({ done: expect.toSatisfy((count: number) => count > 0) }),
  );
  expect(files()).toEqual(before);
});

test('a profile without its key is named by what needs the key, until it is saved', async () => {
  await run('ben', 'handover import team.json');
  await run(
    'ben',
    'login --context work --base-url https://api.example.com/api --api-key-file - --no-verify',
    {
      stdin: 'BENS-OWN-KEY-1',
    },
  );
  expect((await run('ben', 'posts list --context work --json')).error).toMatchObject({
    exitCode: 4,
    message: 'the key of the profile "acme" is not on this machine',
    advice: expect.stringContaining('profiles use none --context work'),
  });
  expect((await run('ben', 'context show work')).stdout).toContain('acme, harbour');
  await run('ben', 'profiles save acme --context work --no-verify', {
    isTerminal: true,
    typed: ['BENS-KEY-OF-ACME-2'],
  });
  expect(readContexts('ben').work).toMatchObject({
    profile: 'acme',
    profiles: { acme: { profileKey: 'BENS-KEY-OF-ACME-2' } },
    profilesWithoutKey: { harbour: {} },
  });
  const all = await run('ben', 'posts list --context work --all-profiles', {
    network: async () =>
      ({ status: 200, headers: {}, body: new TextEncoder().encode('{"history":[]}') }) as never,
  });
  expect(all.stderr).toContain('not included, because their keys are not on this machine: harbour');
  expect(await run('ben', 'profiles forget harbour --context work')).toMatchObject({ exitCode: 0 });
  expect(readContexts('ben').work.profilesWithoutKey).toEqual({});
});

test('what is there stays: marks are joined, and differences are named', async () => {
  machine(
    'ben',
    { work: { baseUrl: `${WORK.baseUrl}/`, apiKey: 'BENS-OWN-KEY-1', plan: 'launch' } },
    {
      done: { [key('acme')]: ['12', '14'] },
      paused: { [`posts ${key('acme')}`]: ['post2', 'post3'] },
      references: [{ service: key(null), references: [reference(1, '99')] }],
    },
  );
  const { stderr, json, exitCode } = await run('ben', 'handover import team.json --json');
  expect({ exitCode, json }).toMatchObject({
    exitCode: 0,
    json: {
      contexts: [],
      profiles: [{ done: 1 }, { profile: 'acme', done: 1, paused: 2, references: 0 }, {}],
      conflicts: [
        { what: 'plan', kept: 'launch', handed: 'business' },
        { what: 'profile', kept: 'none', handed: 'acme' },
        { what: '#1', kept: '99', handed: '11' },
      ],
    },
  });
  expect(stderr).toContain('work: plan stays launch; the file has business');
  expect(readContexts('ben').work).toMatchObject({ apiKey: 'BENS-OWN-KEY-1', plan: 'launch' });
  expect(readState('ben', 'done')).toEqual({ [key('acme')]: ['11', '12', '14'], [key(null)]: ['13'] });
  expect(readState('ben', 'paused')).toEqual({
    [`automations ${key('acme')}`]: ['auto1'],
    [`posts ${key('acme')}`]: ['post2', 'post3', 'post1'],
  });
});

test('a dry run changes nothing, on either side', async () => {
  machine('anna', { work: WORK }, annasState);
  const env = { CRIER_DONE_FILE: join(folder, 'done.ndjson') };
  const { stderr } = await run('anna', 'handover export new.json --dry-run', { env });
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/new.json was not written.* stay there: .* same done-file/);
  expect(readdirSync(folder)).not.toContain('new.json');
  machine('ben', {});
  const dry = await run('ben', 'handover import team.json --dry-run --json');
  expect(dry.json).toMatchObject({
    imported: false,
    contexts: ['work'],
    profiles: [{}, { done: 2, paused: 3 }, {}],
  });
  expect(readContexts('ben')).toEqual({});
  expect(readdirSync(envOf('ben').CRIER_STATE_DIR)).toEqual([]);
});

test('an alias that means another profile takes no work of the file', async () => {
  const own = {
    baseUrl: WORK.baseUrl,
    profiles: { acme: { profileKey: 'BENS-KEY-OF-ACME-2', refId: 'ref-ben' } },
  };
  machine('ben', { work: own });
  const { exitCode, error, json } = await run('ben', 'handover import team.json --json');
  expect({ exitCode, error }).toMatchObject({ exitCode: 3, error: { kind: 'partial' } });
  expect(json).toMatchObject({ conflicts: [{}, { profile: 'acme', what: 'refId', kept: 'ref-ben' }] });
  expect(readState('ben', 'done')).toEqual({ [key(null)]: ['13'] });
});

test('a context with another address is refused whole, and taken under another name', async () => {
  machine('ben', { work: { baseUrl: 'https://api.other.example', apiKey: 'BENS-OWN-KEY-1' } });
  const refused = await run('ben', 'handover import team.json');
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.stderr).toContain("--rename 'work=work-2'");
  expect(readdirSync(envOf('ben').CRIER_STATE_DIR)).toEqual([]);
  expect(await run('ben', 'handover import team.json --rename work=client')).toMatchObject({ exitCode: 0 });
  expect(Object.keys(readContexts('ben'))).toEqual(['work', 'client']);
  expect(Object.keys(readState('ben', 'done') as object)).toContain('["service","client","acme"]');
});

test.each([
  ['cut short', (text: string) => text.slice(0, -20), 'cut short'],
  ['another document', () => '{"posts":[]}', 'is not a handover'],
  ['a newer version', (text: string) => text.replace('"version": 1', '"version": 2'), 'newer version'],
  ['a member that it cannot have', (text: string) => text.replace('"plan"', '"apiKey"'), 'is damaged'],
  [
    'work of a context that it does not have',
    (text: string) => text.replace('"work": {', '"else": {'),
    'is damaged',
  ],
  ['an address without TLS', (text: string) => text.replace('https://', 'http://'), 'https'],
  ['a name that no context has', (text: string) => text.replaceAll('"work"', '"__proto__"'), 'is damaged'],
] as const)('a file is refused and nothing is imported: %s', async (_why, change, message) => {
  writeFileSync(join(folder, 'team.json'), change(team));
  const { exitCode, stderr } = await run('ben', 'handover import team.json');
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(readdirSync(folder).filter((name) => name.startsWith('ben'))).toEqual([]);
});

test('a name that contains a key is not written', async () => {
  machine('anna', { [KEYS.apiKey]: { ...WORK, profiles: {}, profile: undefined } });
  const { exitCode, stderr } = await run('anna', 'handover export new.json');
  expect({ exitCode, files: readdirSync(folder) }).toEqual({
    exitCode: 2,
    files: ['anna', 'anna-state', 'team.json'],
  });
  expect(stderr).not.toContain(KEYS.apiKey);
});

test.each(['', '--contains price'])(
  'a watch continues where the one of the colleague was, and repeats no comment %s',
  async (flags) => {
    const sandbox = { ...(await openTestSandbox()), close: () => {} };
    const watch = `comments watch Sp7kQm2XvLr9TzBd4HnW --once --sandbox -o ndjson ${flags}`;
    expect((await run('anna', watch, { sandbox })).stdout).not.toBe('');
    const exported = await run('anna', 'handover export team.json --yes --sandbox --json', { sandbox });
    expect(exported.json).toMatchObject({ profiles: [{ context: 'sandbox', profile: null, watches: 1 }] });
    await run('ben', 'handover import team.json', { sandbox });
    const continued = await run('ben', watch, { sandbox });
    expect(continued).toMatchObject({ exitCode: 0, stdout: '' });
    expect(continued.stderr).toContain('continues at the position that was handed over');
    // it is an own position now, which another import leaves as it is
    expect(await run('ben', 'handover import team.json --json', { sandbox })).toMatchObject({
      json: { profiles: [{ watches: 0 }], conflicts: [] },
    });
    expect((await run('ben', watch, { sandbox })).stderr).not.toContain('handed over');
  },
);

test('Saved replies are added, and one with another text stays', async () => {
  machine('anna', { work: WORK });
  await run('anna', 'replies save thanks --text Thanks!');
  await run('anna', 'replies save hours --text From_8');
  await run('anna', 'replies save dogs --text Yes');
  const exported = await run('anna', 'handover export all.json --json');
  expect(exported.json).toMatchObject({ replies: 3 });
  expect((await run('anna', 'handover export one.json --context work --json')).json).toMatchObject({
    replies: 0,
  });
  machine('ben', {});
  await run('ben', 'replies save thanks --text Cheers!');
  await run('ben', 'replies save dogs --text Yes');
  const dry = await run('ben', 'handover import all.json --dry-run --json');
  const { stderr } = await run('ben', 'handover import all.json');
  expect(stderr).toContain('1 saved reply is new');
  expect(stderr).toContain('reply thanks stays Cheers!; the file has Thanks!');
  expect(dry.json).toMatchObject({
    replies: 1,
    conflicts: [{ context: null, profile: null, what: 'reply thanks', kept: 'Cheers!', handed: 'Thanks!' }],
  });
  expect((await run('ben', 'handover import all.json --json')).json).toMatchObject({ replies: 0 });
  expect((await run('ben', 'replies list -o tsv')).stdout).toBe(
    'name\ttext\ndogs\tYes\nhours\tFrom_8\nthanks\tCheers!\n',
  );
});

test('A saved reply with a key is not handed over', async () => {
  machine('anna', { work: WORK });
  await run('anna', `replies save oops --text ${PROFILE_KEYS[0]}`);
  const { exitCode, stderr } = await run('anna', 'handover export all.json');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('nothing was written')]);
});
