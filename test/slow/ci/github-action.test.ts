import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CiProject, createCiProject } from '../../support/ci/ci-project.ts';
import { type GithubApi, startGithubApi } from '../../support/ci/github-api.ts';
import { type ActionJob, type ActionRun, readAction, runAction } from '../../support/ci/run-action.ts';
import { runBash } from '../../support/ci/run-bash.ts';
import { control } from '../../support/control.ts';

const TOKEN = 'ghs_tokenOfTheJob0000000000';

let project: CiProject;
let github: GithubApi;
let temp: string;
const runs: ActionRun[] = [];

beforeAll(async () => {
  [project, github] = await Promise.all([createCiProject(), startGithubApi(TOKEN)]);
  temp = join(project.base, 'temp');
});
afterAll(async () => {
  github.close();
  await project.close();
});
beforeEach(() => project.restore());

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
    workspace: project.workspace,
    temp,
    installed: changes.with?.version === undefined ? project.installed : null,
    env: { ...project.env, ...changes.env },
    with: {
      folder: 'brands',
      'all-profiles': 'true',
      'base-url': project.served.note.address,
      'api-key': project.apiKey,
      'profile-keys': project.profiles.map(({ alias, profileKey }) => `${alias}=${profileKey}`).join('\n'),
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

/** A job for the folder of the primary profile, with the key in the environment. */
const ofPrimary = () => ({
  with: {
    ...{ 'base-url': '', 'api-key': '', 'profile-keys': '', 'all-profiles': 'false' },
    folder: 'brands/primary',
  },
  env: { CRIER_BASE_URL: project.served.note.address, CRIER_API_KEY: project.apiKey },
});

const listFailed = ({ exitCodes }: ActionRun) =>
  Object.entries(exitCodes).map(([name, code]) => `${name}: ${code}`);

describe('a pull request', () => {
  test('gets one comment with the difference, which each run changes', async () => {
    // anyone can write what looks like it, and it stays
    const foreign = { author: 'mallory', body: '<!-- crier brands -->\nAll fine.' };
    github.comments.push(...Array.from({ length: 120 }, (_, id) => ({ id, ...foreign })));
    project.editBrewGuide('RECIPE', 'RECIPES');
    const first = await act(PULL_REQUEST, { with: { version: 'source' } });
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

    project.restore();
    const second = await act(PULL_REQUEST);
    expect(second.outputs).toMatchObject({ result: 'same', 'exit-code': '0' });
    expect(github.comments).toHaveLength(121);
    expect(github.comments.at(-1)?.body).toContain('### Automations: nothing differs');
    expect(github.comments.filter(({ body }) => body === foreign.body)).toHaveLength(120);
  });

  test('fails with annotations for errors in files, and says so in its comment', async () => {
    // it says so only in the comment of a run before
    github.comments.push({ id: 1, author: 'github-actions', body: '<!-- crier brands -->\nAll fine.' });
    project.editBrewGuide(/keywords:.*/, 'keywords: []');
    const run = await act(PULL_REQUEST);
    expect(listFailed(run)).toEqual(['Check the files: 11']);
    expect(run.annotations).toEqual([
      'error file=brands/primary/brew-guide-on-request.yaml,line=6: triggers[0].keywords must have at least one keyword',
    ]);
    const [own] = github.comments.filter(({ author }) => author === 'github-actions');
    expect(own?.body).toContain('### Automations: the files have errors');
    expect(run.outputs['result']).toBe('checked');
  });

  test('fails with annotations for an expectation that is not met, and writes JUnit', async () => {
    writeFileSync(
      project.brewGuide.replace('.yaml', '.test.yaml'),
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

  test('fails with exit code 2 for a plan that would be refused, in the summary when it cannot be commented on', async () => {
    rmSync(join(project.workspace, 'brands', 'harbour', 'heart-back.yaml'));
    github.refuseWrites = 403;
    const run = await act(PULL_REQUEST, { with: { prune: 'true' } });
    github.refuseWrites = null;
    expect(listFailed(run)).toEqual(['Compare the files with the service: 2']);
    expect(run.outputs['result']).toBe('unsafe');
    expect(run.summary).toMatch(/plan is not safe: harbour: there are no files at all[\s\S]*delete/);
    expect(run.annotations).toEqual([
      expect.stringContaining('there are no files at all'),
      expect.stringContaining('the job needs "pull-requests: write"'),
    ]);
  });

  test('has a comment that GitHub takes when the difference is long, with blocks that end', async () => {
    const file = join(project.base, 'long.md');
    const block = `<details>\n<summary>one</summary>\n\n\`\`\`yaml\n${'- a\n'.repeat(4_500)}\`\`\`\n\n</details>\n`;
    writeFileSync(file, block.repeat(10));
    const step = readAction().runs.steps.find(({ name }) => name === 'Report');
    await runBash(['-ec', step?.run ?? ''], {
      cwd: project.workspace,
      env: {
        ...{ ...project.env, GITHUB_ACTION_PATH: join(import.meta.dirname, '..', '..', '..') },
        ...{ GITHUB_API_URL: github.address, GITHUB_GRAPHQL_URL: `${github.address}/graphql` },
        ...{ GITHUB_REPOSITORY: 'kestrel/brands', GITHUB_STEP_SUMMARY: join(project.base, 'summary'), TOKEN },
        ...{
          RESULT: 'differs',
          MARKDOWN: file,
          FOLDER: 'long',
          COMMIT: 'abcdef1234567890',
          PULL_REQUEST: '7',
        },
      },
    });
    const { body = '' } = github.comments.at(-1) ?? {};
    expect(body.length).toBeLessThan(65_536);
    expect(body.slice(-260)).toMatch(
      /- a\n```\n\n<\/details>\n\n_Cut here: the log of the run has all of it\._\n/,
    );
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
  test('is applied with the published package, and crier.lock is committed, also when someone pushed in the meantime', async () => {
    project.editBrewGuide('RECIPE', 'RECIPES');
    project.git('commit', '--quiet', '-am', 'Ask for recipes');
    project.git('push', '--quiet', 'origin', 'HEAD:main');
    project.pushAnother();

    const version = `file:${project.pack()}`;
    const run = await act(PUSH, { with: { 'commit-lock': 'true', version } });
    expect(listFailed(run)).toEqual([]);
    expect(run.outputs).toMatchObject({ result: 'applied', 'exit-code': '0' });
    expect(run.summary).toContain('| primary | Brew guide on request | auto\\_K7pW2mXq9L | updated |  |');
    project.git('fetch', '--quiet');
    expect(project.git('log', '--format=%an: %s', 'origin/main').split('\n').slice(0, 3)).toEqual([
      'github-actions[bot]: Record which automations were applied',
      'Al: Say what this is',
      'Bo: Ask for recipes',
    ]);
    expect(project.git('show', '--format=', '--name-only', 'origin/main')).toBe(
      'brands/primary/crier.lock\n',
    );

    project.git('reset', '--quiet', '--hard', 'origin/main');
    const again = await act(PUSH, { with: { 'commit-lock': 'true' } });
    expect(again.summary).toMatch(/wholesale has no folder, and is left unchanged[\s\S]*nothing to change/);
    expect(project.git('status', '--porcelain', '--branch')).toBe('## main...origin/main\n');
  });

  test('that was changed in the service fails a scheduled comparison, with the key in the environment', async () => {
    const schedule = { event_name: 'schedule', ref: 'refs/heads/main', event: {} };
    await project.changeInService();
    const own = ofPrimary();
    const run = await act(schedule, { ...own, with: { ...own.with, 'fail-on-difference': 'true' } });
    expect(listFailed(run)).toEqual(['Compare the files with the service: 11']);
    expect(run.outcomes['Save the keys for this job']).toBe('skipped');
    expect(run.summary).toContain('(changed in the service)');
    expect(run.log).toContain('  ::error::not from the action');
    expect(run.annotations).toEqual([expect.stringContaining('crier: 1 difference')]);
  });

  test('is not applied when the plan is not safe, and with force it is', async () => {
    project.git('rm', '--quiet', 'brands/harbour/heart-back.yaml');
    project.git('commit', '--quiet', '-m', 'Stop sending hearts');
    const refused = await act(PUSH, { with: { prune: 'true' } });
    expect(listFailed(refused)).toEqual(['Apply the files: 2']);
    expect(refused.annotations).toEqual([expect.stringContaining('there are no files at all')]);
    const forced = await act(PUSH, { with: { prune: 'true', force: 'true' } });
    expect(forced.outputs).toMatchObject({ result: 'applied', 'exit-code': '0' });
    expect(forced.summary).toContain('deleted');
  });

  test('fails with exit code 3 when some of it was not applied', async () => {
    project.editBrewGuide(/^description:.*/m, 'description: New');
    project.editStory('name: Story thank-you', 'name: Story thank-you\ndescription: New');
    await control(project.served.sandbox, 'addFault', { code: 473, endpoint: 'updateAutomation', count: 1 });
    const run = await act(PUSH, ofPrimary());
    expect(listFailed(run)).toEqual(['Apply the files: 3']);
    expect(run.outputs['result']).toBe('partial');
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

test('no key is in a log, a file that stays, a comment or the words of a program', {
  tags: ['C8', 'T16'],
}, () => {
  const started = project.readStartedWords();
  expect(started).toContain('automations diff brands');
  expect(readdirSync(temp).filter((name) => name.startsWith('crier-keys'))).toEqual([]);
  const secrets = [TOKEN, project.apiKey, ...project.profiles.map(({ profileKey }) => profileKey)];
  expect(project.findFilesWith(secrets, [temp, project.workspace, project.origin])).toBe('');
  const texts = [
    started,
    ...github.comments.map(({ body }) => body),
    ...runs.flatMap(({ log, summary }) => [log, summary]),
  ];
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});
