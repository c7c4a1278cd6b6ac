import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CiProject, createCiProject } from '../../support/ci/ci-project.ts';
import { type GitlabApi, startGitlabApi } from '../../support/ci/gitlab-api.ts';
import { readGitlabJobs, runGitlabJob } from '../../support/ci/run-gitlab-job.ts';

const TOKEN = 'glpat-tokenOfTheProject00';
const FOREIGN = { author: { id: 5 }, body: '<!-- crier --> All fine.' };

let project: CiProject;
let gitlab: GitlabApi;
let env: Readonly<Record<string, string>>;
const printed: string[] = [];

beforeAll(async () => {
  [project, gitlab] = await Promise.all([createCiProject(), startGitlabApi(TOKEN)]);
  gitlab.notes.push(...Array.from({ length: 120 }, (_, id) => ({ id, ...FOREIGN })));
  const tools = join(project.base, 'tools');
  mkdirSync(tools);
  // a job has a machine of its own: here npm installs once
  const [npm] = (project.env['PATH'] ?? '').split(':').filter((folder) => existsSync(join(folder, 'npm')));
  const prefix = join(project.base, 'prefix');
  writeFileSync(join(tools, 'npm'), `#!/bin/sh\n[ -e ${prefix}/bin/crier ] || exec ${npm}/npm "$@"\n`, {
    mode: 0o755,
  });
  env = {
    ...project.env,
    PATH: `${tools}:${prefix}/bin:${project.env['PATH']}`,
    npm_config_prefix: prefix,
    CRIER_VERSION: `file:${project.pack()}`,
    AUTOMATIONS_URL: project.served.note.address,
    AUTOMATIONS_API_KEY: project.apiKey,
    ...Object.fromEntries(
      project.profiles.map(({ alias, profileKey }) => [`AUTOMATIONS_KEY_${alias}`, profileKey]),
    ),
    CI_JOB_ID: `in-${project.base.slice(-6)}`,
    CI_JOB_URL: 'https://gitlab.example.com/kestrel/brands/-/jobs/42',
    CI_API_V4_URL: gitlab.address,
    CI_PROJECT_ID: '4',
    CI_COMMIT_BRANCH: 'main',
  };
});
afterAll(async () => {
  gitlab.close();
  await project.close();
});
beforeEach(() => project.restore());

const MERGE_REQUEST = { CI_MERGE_REQUEST_IID: '7', AUTOMATIONS_TOKEN: TOKEN };

async function run(name: string, changes: Readonly<Record<string, string>> = {}) {
  const ran = await runGitlabJob(name, { workspace: project.workspace, env: { ...env, ...changes } });
  printed.push(ran.printed);
  return ran;
}

test('a merge request gets one comment with the difference, which later pipelines change', async () => {
  project.editBrewGuide('RECIPE', 'RECIPES');
  const first = await run('automations-diff', MERGE_REQUEST);
  expect(first).toMatchObject({
    exitCode: 11,
    printed: expect.stringContaining('would update 1 automation'),
  });
  expect(gitlab.notes).toHaveLength(121);
  expect(gitlab.notes.at(-1)?.body).toMatch(
    /^<!-- crier -->\n### What merging would change\n\n[\s\S]*\+ \\\[GUIDE, RECIPES\\\]/,
  );
  expect(readFileSync(join(project.workspace, 'difference.md'), 'utf8')).toContain('RECIPES');
  project.restore();
  expect(await run('automations-diff', MERGE_REQUEST)).toMatchObject({ exitCode: 0 });
  expect(gitlab.notes.at(-1)?.body).toContain('the service is as the files describe it');
  expect(gitlab.notes.filter(({ body }) => body === FOREIGN.body)).toHaveLength(120);
});

test('a comment that is refused does not change the exit code', async () => {
  gitlab.refuses = 403;
  const { exitCode, printed } = await run('automations-diff', MERGE_REQUEST);
  gitlab.refuses = null;
  expect(exitCode).toBe(0);
  expect(printed).toContain('GitLab answered with HTTP 403');
  expect(printed).toContain('The comment could not be written.');
});

test('a pipeline without keys says that the files are not compared', async () => {
  const { exitCode, printed } = await run('automations-diff', { ...MERGE_REQUEST, AUTOMATIONS_API_KEY: '' });
  expect(exitCode).toBe(0);
  expect(printed).toContain('the files are not compared with the service');
});

test('errors in files and expectations end the check with exit code 11, with JUnit', async () => {
  expect(await run('automations-check')).toMatchObject({ exitCode: 0 });
  const expectation = '- event: comment\n  text: GUIDE\n  expect: silent\n';
  writeFileSync(project.brewGuide.replace('.yaml', '.test.yaml'), expectation);
  const { exitCode, printed } = await run('automations-check');
  expect(exitCode).toBe(11);
  expect(printed).toContain('expected to stay silent');
  expect(readFileSync(join(project.workspace, 'junit-primary.xml'), 'utf8')).toContain('failures="1"');
});

test('the default branch is applied once, and crier.lock is pushed', async () => {
  project.editBrewGuide('RECIPE', 'RECIPES');
  project.git('commit', '-am', 'Ask for recipes');
  expect(await run('automations-apply')).toMatchObject({
    exitCode: 0,
    printed: expect.stringContaining('updated'),
  });
  expect(project.git('--git-dir', project.origin, 'log', '-1', '--format=%an: %s', 'main')).toBe(
    'crier: Record which automations were applied\n',
  );
  expect(await run('automations-apply')).toMatchObject({
    printed: expect.stringContaining('nothing to change'),
  });
  expect(project.git('status', '--porcelain')).toBe('');
});

test('a plan that is not safe is applied with FORCE only, and a push that fails is reported', async () => {
  project.git('rm', 'brands/harbour/heart-back.yaml');
  project.git('commit', '-m', 'Stop sending hearts');
  expect(await run('automations-apply')).toMatchObject({ exitCode: 2 });
  const forced = await run('automations-apply', { FORCE: '1', CI_COMMIT_BRANCH: 'no such branch' });
  expect(forced.exitCode).toBe(1);
  expect(forced.printed).toMatch(/deleted[\s\S]*crier\.lock could not be pushed/);
});

test('no key is printed, left in a file, or among the words of a program', { tags: ['C8', 'T16'] }, () => {
  const started = project.readStartedWords();
  expect(started).toContain('automations diff brands');
  const secrets = [TOKEN, project.apiKey, ...project.profiles.map(({ profileKey }) => profileKey)];
  for (const secret of secrets)
    expect([started, ...printed].filter((text) => text.includes(secret))).toEqual([]);
  expect(project.findFilesWith(secrets, [project.workspace, project.origin])).toBe('');
  expect(readdirSync('/tmp').filter((name) => name === `crier-${env['CI_JOB_ID']}`)).toEqual([]);
});

test('the jobs never apply a merge request, and only one at a time', () => {
  const jobs = readGitlabJobs();
  expect(jobs['automations-apply']).toMatchObject({
    resource_group: 'automations',
    rules: [{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule"' }],
  });
  expect(jobs['automations-diff']).toMatchObject({ allow_failure: { exit_codes: 11 } });
});
