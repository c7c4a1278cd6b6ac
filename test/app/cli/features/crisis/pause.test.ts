import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { isReadRequest } from '../../../../../src/service/routes/read-request.ts';
import { GUIDE, STORY, WHOLESALE } from '../../../../support/automations/automation-commands.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { createFeedSite, FEED_URL } from '../../../../support/network/feed-site.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

let sandbox: Sandbox;
let folder: string;

const run = (line: string | readonly string[], around: Around = {}) => {
  const words = typeof line === 'string' ? line.split(' ') : line;
  return crier([...words, ...(words[0] === 'sandbox' ? [] : ['--sandbox'])], {
    sandbox: { ...sandbox, close: () => {} },
    folder,
    env: { CRIER_STATE_DIR: join(folder, 'state'), NO_COLOR: '1' },
    ...around,
  });
};

/** One of each kind that runs, and one of each that was paused before, on a new sandbox. */
async function openBusySandbox(): Promise<Sandbox> {
  const { openOutbound } = createFeedSite([]);
  sandbox = await openTestSandbox(undefined, { openOutbound });
  folder = quickFolder('crisis');
  await run(`feeds add ${FEED_URL} --hashtags`);
  await run('messages autoresponse --on --text Monday');
  for (const hours of [20, 30]) await schedulePost(hours);
  await run(`posts pause ${(await schedulePost(50)).id}`);
  await run(['posts', 'create', '--profile', 'harbour', '--platform', 'instagram', ...LATER, IMAGE]);
  return sandbox;
}

const LATER = ['--text', 'Later', '--schedule', 'in 3 days', '--media'];
const IMAGE = 'https://media.example/cup.jpg';

/** The requests of many runs are more than the limit of a profile. */
async function renewRequestLimit(): Promise<void> {
  await run('sandbox clock advance 5m');
}

async function schedulePost(hours: number) {
  const words = ['--platform', 'bluesky', '--text', `In ${hours}`, '--schedule', `in ${hours}h`];
  return (await run(['posts', 'create', ...words, '--json'])).json as { id: string };
}

interface Results {
  readonly results: readonly { kind: string; id: string; profile: string | null; status: string }[];
}
const statusesOf = ({ json }: { readonly json: unknown }) =>
  Object.fromEntries((json as Results).results.map(({ id, status }) => [id, status]));
const picture = async () =>
  ((await run('status --all-profiles --json')).json as { profiles: readonly Record<string, unknown>[] })
    .profiles;
const automations = async () =>
  (
    (await run('automations list --json')).json as { automations: { id: string; active: boolean }[] }
  ).automations
    .flatMap(({ id, active }) => (active ? [id] : []))
    .toSorted();

describe('on one sandbox, which each test leaves as it was', () => {
  let own: Sandbox;
  let before: Awaited<ReturnType<typeof picture>>;
  let recordFile: string;
  beforeAll(async () => {
    own = await openBusySandbox();
    before = await picture();
    recordFile = join(folder, 'state', 'pauses', 'sandbox.ndjson');
  });
  afterAll(() => own.close());
  beforeEach(renewRequestLimit);

  test('A pause stops all that runs, of all profiles, and resuming brings back that and nothing else', async () => {
    const paused = await run('pause --all-profiles --yes --json');
    expect(paused.exitCode).toBe(0);
    const words = (paused.json as Results).results.map(({ profile, kind, status }) => [
      profile,
      kind,
      status,
    ]);
    expect(words.toSorted()).toEqual(
      [
        [null, 'automations', 'paused'],
        [null, 'automations', 'paused'],
        [null, 'autoresponse', 'off'],
        [null, 'feeds', 'removed'],
        [null, 'posts', 'paused'],
        [null, 'posts', 'paused'],
        ['harbour', 'automations', 'paused'],
        ['harbour', 'posts', 'paused'],
      ].toSorted(),
    );
    expect(await picture()).toMatchObject([
      {
        profile: null,
        state: 'paused',
        automations: { active: 0, paused: 3 },
        posts: { scheduled: 0, paused: 3, awaitingApproval: 1 },
        nextPostAt: null,
        feeds: 0,
        autoResponse: 'off',
        toResume: 6,
      },
      { profile: 'harbour', state: 'paused', toResume: 2 },
      { profile: 'wholesale', state: 'idle', toResume: 0 },
    ]);
    expect(statSync(recordFile).mode & 0o777).toBe(0o600);
    const again = await run('pause --yes');
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('nothing to pause')]);
    const resumed = await run('resume --yes --json');
    expect(statusesOf(resumed)).toMatchObject({ [STORY]: 'active', [GUIDE]: 'active', autoresponse: 'on' });
    expect(await picture()).toEqual(before);
    expect(await automations()).toEqual([GUIDE, STORY].toSorted());
    expect(existsSync(recordFile)).toBe(false);
    expect((await run('resume --yes', { isTerminal: true })).stdout).toContain('nothing to resume');
  });

  test('A run that ends at any request is continued by the next one, and nothing is lost or doubled', async () => {
    for (const at of [3, 8]) {
      await renewRequestLimit();
      const killed = await run('pause --yes', interrupt(at, at % 2 === 0));
      expect([at, killed.exitCode]).toEqual([at, 130]);
      expect(killed.stderr).toMatch(/\d of 8 were paused: run the same command again/);
      await run('pause --yes');
      expect((await picture()).map(({ state }) => state)).toEqual(['paused', 'paused', 'idle']);
      const half = await run('resume --yes', interrupt(at, at % 2 === 1));
      expect([at, half.exitCode]).toEqual([at, 130]);
      await run('resume --yes');
      expect(await picture()).toEqual(before);
    }
  });

  /** Ends the run at a change, before or after the service made it. */
  function interrupt(at: number, isDone: boolean): Around {
    const controller = new AbortController();
    let count = 0;
    const answer: Sandbox['answer'] = async (request) => {
      if (isReadRequest(request.method, request.url.pathname) || ++count < at) return own.answer(request);
      if (count === at && isDone) await own.answer(request);
      controller.abort('interrupted');
      throw controller.signal.reason;
    };
    return { sandbox: { ...own, answer, close: () => {} }, signal: controller.signal };
  }

  test('The plan is shown by profile, and without a terminal --yes is needed', async () => {
    const look = { isTerminal: true, columns: 80 };
    const { stdout, stderr } = await run('pause --dry-run', look);
    expect(stdout.replaceAll(/ +/g, ' ')).toMatch(
      /would pause 3 automations, 3 posts, 1 feed and 1 automatic reply of 2 profiles[\s\S]*Primary 2 2 1 1 in 1\dh Instagram, Bluesky/,
    );
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /cannot pause a feed: it is removed.*1 post awaits approval/,
    );
    const { json } = await run('pause --dry-run --json');
    expect(json).toMatchObject({ plan: { length: 8 }, requests: { length: 8 } });
    const refused = await run('pause');
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await run('pause', { ...look, typed: ['n'] })).stderr).toContain('Pause 3 automations');
    expect(await picture()).toEqual(before);
    expect(existsSync(recordFile)).toBe(false);
  });

  test.each([40, 120])('The picture fits into %d columns', async (columns) => {
    const { stdout } = await run('status --all-profiles', { isTerminal: true, columns });
    expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(stdout).toMatch(/PROFILE +STATE[\s\S]*harbour +running/);
  });

  test('Some kinds keep running with --keep, and others than the named profiles are not touched', async () => {
    const { json, stderr } = await run('pause --profile none --keep feeds,posts --yes --json');
    expect((json as Results).results.map(({ kind }) => kind)).toEqual([
      'automations',
      'automations',
      'autoresponse',
    ]);
    expect(stderr).toContain('left running by --keep: 2 posts, 1 feed');
    expect((await picture()).map(({ state }) => state)).toEqual(['partly', 'running', 'idle']);
    await run('resume --profile harbour --yes');
    expect((await picture())[0]).toMatchObject({ toResume: 3 });
    await run('resume --yes');
    expect(await picture()).toEqual(before);
  });

  test('What could not be paused is not brought back, and what could not be brought back is tried again', async () => {
    const fail = () => run('sandbox fault add --code 1500 --endpoint updateAutomation --count 1');
    await fail();
    const paused = await run('pause --profile none --yes --json');
    expect([paused.exitCode, paused.error]).toEqual([
      3,
      expect.objectContaining({ message: '1 of 6 could not be paused' }),
    ]);
    expect((await picture())[0]).toMatchObject({ state: 'partly', toResume: 5 });
    await fail();
    expect((await run('resume --profile none --yes')).exitCode).toBe(3);
    await run('resume --profile none --yes');
    expect(await picture()).toEqual(before);
  });

  test('Another machine brings it back from the record, which has no keys', async () => {
    const { stderr } = await run('pause --profile none --record crisis.ndjson --yes');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      '"crier resume --record crisis.ndjson --sandbox" brings back all 6',
    );
    const text = readFileSync(join(folder, 'crisis.ndjson'), 'utf8');
    for (const { profileKey } of own.credentials.profiles) expect(text).not.toContain(profileKey);
    expect(text).not.toContain(own.credentials.apiKey);
    const elsewhere = { env: { CRIER_STATE_DIR: join(folder, 'other') } };
    expect((await run('resume --yes -o table', elsewhere)).stdout).toContain('nothing to resume');
    const { json, stderr: plan } = await run(
      'resume --profile none --record crisis.ndjson --yes --json',
      elsewhere,
    );
    expect(plan).toContain(`adds 1 feed: ${FEED_URL}`);
    expect((json as Results).results).toHaveLength(6);
    expect(await picture()).toEqual(before);
  });

  test.each([
    ['is something else', 'a note', 'is not a record of "crier pause"'],
    ['is of another service', HEAD('https://api.example/'), 'is of another service: https://api.example/'],
    ['is damaged', `${HEAD('sandbox')}{"event":\n`, 'is damaged: line 2'],
  ])('A record that %s is refused unchanged', async (_why, text, message) => {
    const file = join(folder, 'some.ndjson');
    writeFileSync(file, text);
    for (const line of ['resume --record some.ndjson --yes', 'pause --record some.ndjson --yes']) {
      const ran = await run(line);
      expect([ran.exitCode, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
        2,
        expect.stringContaining(message),
      ]);
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect((await run('resume --record none.ndjson --yes')).stderr).toContain('there is no file');
  });

  test('A profile that cannot be read is named, and the others are paused', async () => {
    const key = own.credentials.profiles.find(({ alias }) => alias === 'harbour')?.profileKey;
    const answer: Sandbox['answer'] = (request) =>
      own.answer(
        request.headers['profile-key'] === key
          ? { ...request, headers: { ...request.headers, 'profile-key': 'unknown' } }
          : request,
      );
    const around = { sandbox: { ...own, answer, close: () => {} } };
    const { exitCode, stdout } = await run('pause --yes -o table', around);
    expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/Primary +paused[\s\S]*harbour +unknown/)]);
    expect((await picture()).map(({ state }) => state)).toEqual(['paused', 'running', 'idle']);
    await run('resume --yes');
    expect(await picture()).toEqual(before);
  });

  test('Profiles of the account without a saved key are named', async () => {
    const profiles = own.credentials.profiles.filter(({ alias }) => alias !== 'harbour');
    const around = { sandbox: { ...own, credentials: { ...own.credentials, profiles }, close: () => {} } };
    const ran = await run('status --all-profiles --json', around);
    const title = own.credentials.profiles.find(({ alias }) => alias === 'harbour')?.title;
    expect(ran.json).toMatchObject({ profiles: { length: 2 }, unsaved: [{ title }] });
    expect((await run('pause --dry-run', around)).stderr).toContain(`warning: ${title}: not paused`);
  });

  test('With the setting writes at drafts, feeds keep running, and the rest is paused', async () => {
    const env = { CRIER_STATE_DIR: join(folder, 'state'), CRIER_WRITES: 'drafts' };
    const { json, exitCode } = await run('pause --profile none --yes --json', { env });
    const failed = (json as Results).results.filter(({ status }) => status === 'error');
    expect([exitCode, failed.map(({ kind }) => kind)]).toEqual([3, ['feeds']]);
    expect((await run('resume --yes', { env })).exitCode).toBe(6);
    await run('resume --yes');
    expect(await picture()).toEqual(before);
  });
});

function HEAD(service: string): string {
  return `${JSON.stringify({ kind: 'crier pause', version: 1, service })}\n`;
}

describe('what a person changes in between', () => {
  beforeAll(async () => {
    const own = await openBusySandbox();
    return () => own.close();
  });

  test('stays as it is, and is named', async () => {
    const { json } = await run('pause --yes --json');
    const posts = (json as Results).results.filter(({ kind, profile }) => kind === 'posts' && !profile);
    const [first, second] = posts.map(({ id }) => id);
    await run('sandbox clock advance 1m');
    await run(`automations resume ${GUIDE}`);
    await run(`automations pause ${GUIDE}`);
    await run('automations resume auto_H9rB4kMx2C --profile harbour');
    await run(`posts delete ${first} --yes`);
    await run(['posts', 'update', second ?? '', '--schedule', 'in 9 days']);
    const resumed = await run('resume --yes --json');
    expect(statusesOf(resumed)).toMatchObject({
      [GUIDE]: 'changed',
      auto_H9rB4kMx2C: 'running',
      [first ?? '']: 'gone',
      [second ?? '']: 'scheduled',
      [STORY]: 'active',
    });
    expect(resumed.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /1 runs again already, and stays as it is: auto_H9rB4kMx2C \(harbour\).*warning: 1 was changed .*auto_K7pW2mXq9L.*1 is no longer there/,
    );
    expect(await automations()).toEqual([STORY]);
    expect((await run('resume --yes')).stdout).not.toContain(WHOLESALE);
  });

  test('A post whose time has passed stays paused until it has another one, or is published on request', async () => {
    for (const hours of [20, 30]) await schedulePost(hours);
    await run('pause --yes');
    await run('sandbox clock advance 31h');
    const late = await run('resume --yes --json');
    const ids = Object.entries(statusesOf(late)).flatMap(([id, status]) => (status === 'late' ? [id] : []));
    expect([late.exitCode, ids.length]).toEqual([0, 2]);
    const [moved = '', other = ''] = ids;
    await run(`posts update ${moved} --shift +3d`);
    expect(statusesOf(await run('resume --yes --json'))).toEqual({ [moved]: 'scheduled', [other]: 'late' });
    expect(statusesOf(await run('resume --publish-late --yes --json'))).toEqual({ [other]: 'scheduled' });
    expect((await run(`posts get ${other} --json`)).json).toMatchObject({ status: 'success' });
  });
});
