import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServedSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import { type GithubApi, startGithubApi } from '../../support/ci/github-api.ts';
import { type ActionJob, type ActionRun, runAction, runBash } from '../../support/ci/run-action.ts';
import { control } from '../../support/control.ts';
import { serveTestSandbox } from '../../support/sandbox/served-sandbox.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const TOKEN = 'ghs_tokenOfTheJob0000000000';
const PROGRAM_WORDS = 'program-words.txt';

const base = mkdtempSync(join(tmpdir(), 'crier-action-'));
const origin = join(base, 'origin.git');
const workspace = join(base, 'workspace');
const temp = join(base, 'temp');
const program = `${process.execPath} ${join(ROOT, 'bin', 'crier.js')}`;
/** Writes the words of each program of Node.js, which other users of the machine could read. */
const recorder = join(base, 'record-words.cjs');
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: base,
  CRIER_STATE_DIR: join(base, 'state'),
  NODE_OPTIONS: `--require ${recorder}`,
  npm_config_cache: join(base, 'npm'),
};

let served: ServedSandbox;
let github: GithubApi;
let secrets: readonly string[];
const runs: ActionRun[] = [];

const git = (...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Bo', '-c', 'user.email=bo@example.com', ...words], {
    cwd: workspace,
    encoding: 'utf8',
    env: { ...env, NODE_OPTIONS: '' },
  });
const inWorkspace = (...path: readonly string[]) => join(workspace, ...path);
const brewGuide = inWorkspace('brands', 'primary', 'brew-guide-on-request.yaml');
const edit = (file: string, from: string | RegExp, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'prepare.cjs')]);
  [served, github] = await Promise.all([serveTestSandbox(), startGithubApi(TOKEN)]);
  const { apiKey, profiles } = served.sandbox.credentials;
  secrets = [TOKEN, apiKey, ...profiles.map(({ profileKey }) => profileKey)];
  const words = JSON.stringify(join(base, PROGRAM_WORDS));
  writeFileSync(recorder, `require('fs').appendFileSync(${words}, process.argv.join(' ') + '\\n');\n`);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
  execFileSync('git', ['clone', '--quiet', origin, workspace], { stdio: 'ignore' });
  git('checkout', '--quiet', '-b', 'main');
  await exportFiles();
  git('add', '.');
  git('commit', '--quiet', '-m', 'Export the automations');
  git('push', '--quiet', 'origin', 'HEAD:main');
  rmSync(workspace, { recursive: true });
  // as actions/checkout does
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${origin}`, workspace]);
});
afterAll(async () => {
  await served.close();
  github.close();
  rmSync(base, { recursive: true });
});
beforeEach(() => {
  git('reset', '--quiet', '--hard');
  git('clean', '--quiet', '-fd');
});

const profileKeys = () =>
  served.sandbox.credentials.profiles.map(({ alias, profileKey }) => `${alias}=${profileKey}`).join('\n');

/** As someone does on their own machine. */
async function exportFiles(): Promise<void> {
  const { apiKey } = served.sandbox.credentials;
  const lines = [
    `printf %s ${apiKey} | ${program} context add own --base-url ${served.note.address} --api-key-file -`,
    ...served.sandbox.credentials.profiles.map(
      ({ alias, profileKey }) =>
        `printf %s ${profileKey} | ${program} profiles save ${alias} --profile-key-file - --no-verify`,
    ),
    `${program} automations export --folder brands --all-profiles`,
  ];
  const own = { PATH: env.PATH, HOME: base, CRIER_CONFIG_DIR: join(base, 'own') };
  const { exitCode, printed } = await runBash(['-ec', lines.join('\n')], { cwd: workspace, env: own });
  if (exitCode !== 0) throw new Error(printed);
}

const PULL_REQUEST = {
  event_name: 'pull_request',
  ref: 'refs/pull/7/merge',
  event: {
    repository: { default_branch: 'main' },
    pull_request: { number: 7, head: { sha: 'abcdef1234567890', repo: { full_name: 'kestrel/brands' } } },
  },
};
const PUSH = {
  event_name: 'push',
  ref: 'refs/heads/main',
  event: { repository: { default_branch: 'main' } },
};

type JobChanges = {
  with?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
} & Partial<Pick<ActionJob, 'github'>>;

async function act(event: ActionJob['github'], changes: JobChanges = {}): Promise<ActionRun> {
  const run = await runAction({
    workspace,
    temp,
    env: { ...env, ...changes.env },
    with: {
      folder: 'brands',
      'all-profiles': 'true',
      'base-url': served.note.address,
      'api-key': served.sandbox.credentials.apiKey,
      'profile-keys': profileKeys(),
      version: 'source',
      ...changes.with,
    },
    github: {
      repository: 'kestrel/brands',
      actor: 'bo',
      sha: '1234567890abcdef',
      token: TOKEN,
      run_id: '42',
      api_url: github.address,
      graphql_url: `${github.address}/graphql`,
      server_url: 'https://github.com',
      ...event,
    },
  });
  runs.push(run);
  return run;
}

const listFailed = ({ exitCodes }: ActionRun) =>
  Object.entries(exitCodes).map(([name, code]) => `${name}: ${code}`);

describe('a pull request', () => {
  test('gets one comment with the difference, which each run changes', async () => {
    // anyone can write what looks like it, and it stays
    const foreign = { author: 'mallory', body: '<!-- crier brands -->\nAll fine.' };
    github.comments.push(...Array.from({ length: 120 }, (_, id) => ({ id, ...foreign })));
    edit(brewGuide, 'RECIPE', 'RECIPES');
    const first = await act(PULL_REQUEST);
    expect(listFailed(first)).toEqual([]);
    expect(first.outputs).toMatchObject({ result: 'differs', 'exit-code': '11' });
    expect(readFileSync(first.outputs['markdown'] ?? '', 'utf8')).toContain('**would update 1 automation**');
    expect(github.comments).toHaveLength(121);
    expect(github.comments.at(-1)?.body).toBe(`<!-- crier brands -->
### Automations: what merging would change

**would update 1 automation**

| profile | name | change | difference |
| - | - | - | - |
| primary | Brew guide on request | update | triggers\\[0\\].keywords<br>- \\[GUIDE, RECIPE\\]<br>+ \\[GUIDE, RECIPES\\] |

_Folder \`brands\`, commit abcdef12, [run](https://github.com/kestrel/brands/actions/runs/42)._
`);
    expect(first.summary).toBe(github.comments.at(-1)?.body.replace(/^.*\n/, ''));

    git('reset', '--quiet', '--hard');
    const second = await act(PULL_REQUEST);
    expect(second.outputs).toMatchObject({ result: 'same', 'exit-code': '0' });
    expect(github.comments).toHaveLength(121);
    expect(github.comments.at(-1)?.body).toContain('### Automations: nothing differs');
    expect(github.comments.filter(({ body }) => body === foreign.body)).toHaveLength(120);
  });

  test('fails with annotations for errors in files, and says so in its comment', async () => {
    edit(brewGuide, /keywords:.*/, 'keywords: []');
    const run = await act(PULL_REQUEST);
    expect(listFailed(run)).toEqual(['Check the files: 11']);
    expect(run.annotations).toEqual([
      'error file=brands/primary/brew-guide-on-request.yaml,line=6: triggers[0].keywords must have at least one keyword',
    ]);
    expect(github.comments.at(-1)?.body).toContain('### Automations: the files have errors');
    expect(run.outputs['result']).toBe('checked');
  });

  test('fails with annotations for an expectation that is not met, and writes JUnit', async () => {
    writeFileSync(
      brewGuide.replace('.yaml', '.test.yaml'),
      '- event: comment\n  text: "GUIDE, 100%\\n::error::no"\n  expect: silent\n',
    );
    const run = await act(PULL_REQUEST);
    expect(listFailed(run)).toEqual(['Test the expectations: 11']);
    expect(run.annotations).toEqual([
      expect.stringMatching(
        /^error file=brands\/primary\/brew-guide-on-request\.test\.yaml,line=1: .*expected to stay silent/s,
      ),
    ]);
    expect(readFileSync(join(run.outputs['junit'] ?? '', 'primary.xml'), 'utf8')).toContain('failures="1"');
  });

  test('shows a plan that would be refused, and fails with exit code 2', async () => {
    rmSync(inWorkspace('brands', 'harbour', 'heart-back.yaml'));
    const run = await act(PULL_REQUEST, { with: { prune: 'true' } });
    expect(listFailed(run)).toEqual(['Compare the files with the service: 2']);
    expect(run.outputs['result']).toBe('unsafe');
    expect(github.comments.at(-1)?.body).toMatch(
      /plan is not safe: harbour: there are no files at all[\s\S]*delete/,
    );
  });

  test('that cannot be commented on has the difference in the summary, with a warning', async () => {
    edit(brewGuide, 'RECIPE', 'RECIPES');
    github.refuseWrites = 403;
    const run = await act(PULL_REQUEST);
    github.refuseWrites = null;
    expect(listFailed(run)).toEqual([]);
    expect(run.annotations).toEqual([expect.stringContaining('the job needs "pull-requests: write"')]);
    expect(run.summary).toContain('would update 1 automation');
  });

  test('from a fork is checked and tested, and says why it is not compared', async () => {
    const { event } = PULL_REQUEST;
    const head = { sha: 'abcdef1234567890', repo: { full_name: 'mallory/brands' } };
    const count = github.requests.length;
    const run = await act(
      { ...PULL_REQUEST, event: { ...event, pull_request: { number: 7, head } } },
      { with: { 'base-url': '', 'api-key': '', 'profile-keys': '' } },
    );
    expect(listFailed(run)).toEqual([]);
    expect(run.outcomes).toMatchObject({
      'Check the files': 'success',
      'Compare the files with the service': 'skipped',
    });
    expect(run.annotations).toEqual([expect.stringContaining('is from a fork, whose runs get no secrets')]);
    expect(run.outputs).toMatchObject({ result: 'skipped', 'exit-code': '' });
    expect(github.requests).toHaveLength(count);
  });
});

describe('the main branch', () => {
  test('is applied, and crier.lock is committed, also when someone pushed in the meantime', async () => {
    edit(brewGuide, 'RECIPE', 'RECIPES');
    git('commit', '--quiet', '-am', 'Ask for recipes');
    git('push', '--quiet', 'origin', 'HEAD:main');
    const other = join(base, 'other');
    execFileSync('git', ['clone', '--quiet', origin, other]);
    writeFileSync(join(other, 'README.md'), 'Brands\n');
    execFileSync('git', ['add', '.'], { cwd: other });
    const author = ['-c', 'user.name=Al', '-c', 'user.email=al@example.com'];
    execFileSync('git', [...author, 'commit', '--quiet', '-m', 'Say what this is'], { cwd: other });
    execFileSync('git', ['push', '--quiet', 'origin', 'HEAD:main'], { cwd: other });

    const run = await act(PUSH, { with: { 'commit-lock': 'true' } });
    expect(listFailed(run)).toEqual([]);
    expect(run.outputs).toMatchObject({ result: 'applied', 'exit-code': '0' });
    expect(run.summary).toContain('| primary | Brew guide on request | auto\\_K7pW2mXq9L | updated |  |');
    git('fetch', '--quiet');
    expect(git('log', '--format=%an: %s', 'origin/main').split('\n').slice(0, 3)).toEqual([
      'github-actions[bot]: Record which automations were applied',
      'Al: Say what this is',
      'Bo: Ask for recipes',
    ]);
    expect(git('show', '--format=', '--name-only', 'origin/main')).toBe('brands/primary/crier.lock\n');

    git('reset', '--quiet', '--hard', 'origin/main');
    const again = await act(PUSH, { with: { 'commit-lock': 'true' } });
    expect(again.summary).toContain('nothing to change');
    expect(git('status', '--porcelain', '--branch')).toBe('## main...origin/main\n');
  });

  test('that was changed in the service fails a scheduled comparison with exit code 11', async () => {
    const schedule = { event_name: 'schedule', ref: 'refs/heads/main', event: {} };
    await changeInService();
    const run = await act(schedule, { with: { 'fail-on-difference': 'true' } });
    expect(listFailed(run)).toEqual(['Compare the files with the service: 11']);
    expect(run.summary).toContain('(changed in the service)');
  });

  test('is not applied when the plan is not safe, and with force it is', async () => {
    git('rm', '--quiet', 'brands/harbour/heart-back.yaml');
    git('commit', '--quiet', '-m', 'Stop sending hearts');
    const refused = await act(PUSH, { with: { prune: 'true' } });
    expect(listFailed(refused)).toEqual(['Apply the files: 2']);
    expect(refused.annotations).toEqual([expect.stringContaining('there are no files at all')]);
    const forced = await act(PUSH, { with: { prune: 'true', force: 'true' } });
    expect(forced.outputs).toMatchObject({ result: 'applied', 'exit-code': '0' });
    expect(forced.summary).toContain('deleted');
  });

  test('fails with exit code 3 when some of it was not applied', async () => {
    for (const name of ['brew-guide-on-request', 'story-thank-you'])
      edit(inWorkspace('brands', 'primary', `${name}.yaml`), /^name:.*/m, '$&\ndescription: New');
    edit(brewGuide, /^description: (?!New).*\n/m, '');
    await control(served.sandbox, 'addFault', { code: 473, endpoint: 'updateAutomation', count: 1 });
    const run = await act(PUSH);
    expect(listFailed(run)).toEqual(['Apply the files: 3']);
    expect(run.outputs['result']).toBe('partial');
  });

  test('is applied with the published package', async () => {
    const folder = join(base, 'package');
    for (const part of ['bin', 'dist']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    const manifest = { name: 'crier-cli', version: '0.1.0', type: 'module', bin: { crier: 'bin/crier.js' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', base, folder], { cwd: base, env });
    const run = await act(PUSH, { with: { version: `file:${join(base, 'crier-cli-0.1.0.tgz')}` } });
    expect(listFailed(run)).toEqual([]);
    expect(run.outputs['result']).toBe('applied');
  });
});

test.each([
  ['a switch that is no switch', PUSH, { with: { prune: 'yes' } }, 'the input prune must be true or false'],
  ['an unknown mode', PUSH, { with: { mode: 'plan' } }, 'must be auto, check, diff or apply'],
  ['a folder that is not there', PUSH, { with: { folder: 'brand' } }, 'there is no folder brand'],
  ['a key without an address', PUSH, { with: { 'base-url': '' } }, 'the input base-url is empty'],
  ['a profile beside all', PUSH, { with: { profile: 'harbour' } }, 'profile is for a folder'],
  ['applying a pull request', PULL_REQUEST, { with: { mode: 'apply' } }, 'before it is merged'],
  [
    'files that others give keys to',
    { ...PULL_REQUEST, event_name: 'pull_request_target' },
    {},
    'were not reviewed',
  ],
] as const)(
  '%s ends the action with exit code 2, before anything is installed',
  async (_why, event, changes, text) => {
    const run = await act(event, changes);
    expect(listFailed(run)).toEqual(['Choose what to do: 2']);
    expect(run.annotations).toEqual([expect.stringContaining(text)]);
    expect(run.outcomes['Install crier']).toBe('skipped');
  },
);

test('a job without its secret fails with exit code 4', async () => {
  const run = await act(PUSH, { with: { 'base-url': '', 'api-key': '', 'profile-keys': '' } });
  expect(listFailed(run)).toEqual(['Choose what to do: 4']);
});

test('a job may have its key in the environment', async () => {
  const keys = { 'base-url': '', 'api-key': '', 'profile-keys': '', 'all-profiles': 'false' };
  const run = await act(PUSH, {
    with: { ...keys, folder: 'brands/primary', mode: 'diff' },
    env: { CRIER_BASE_URL: served.note.address, CRIER_API_KEY: served.sandbox.credentials.apiKey },
  });
  expect(listFailed(run)).toEqual([]);
  expect(run.outcomes['Save the keys for this job']).toBe('skipped');
});

test('no key is in a log, a file that stays, a comment or the words of a program', {
  tags: ['C8', 'T16'],
}, () => {
  const words = readFileSync(join(base, PROGRAM_WORDS), 'utf8');
  expect(words).toContain('automations diff brands');
  expect(readdirSync(temp).filter((name) => name.startsWith('crier-keys'))).toEqual([]);
  const options = { encoding: 'utf8' } as const;
  expect(spawnSync('grep', ['-rlF', secrets.join('\n'), temp, workspace, origin], options).stdout).toBe('');
  const texts = [
    words,
    ...github.comments.map(({ body }) => body),
    ...runs.flatMap(({ log, summary }) => [log, summary]),
  ];
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});

async function changeInService(): Promise<void> {
  const url = new URL('http://sandbox.localhost/automations/auto_T4nV8cRz3H');
  const { apiKey } = served.sandbox.credentials;
  const { status } = await served.sandbox.answer({
    method: 'PUT',
    url,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: new TextEncoder().encode('{"description":"Edited in a hurry"}'),
  });
  expect(status).toBe(200);
}
