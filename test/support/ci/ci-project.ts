import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ServedSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import { BIN, SHARED_CACHE } from '../processes/installed-program.ts';
import { serveTestSandbox } from '../sandbox/served-sandbox.ts';
import { runBash } from './run-bash.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROGRAM = `${process.execPath} ${BIN}`;

/** A line of a message that a runner of GitHub obeys when a step prints it. */
const LIKE_A_COMMAND = '::error::not from the action';

/** A repository with the automations of three profiles in files, as CI checks it out, and the service that has them. */
export interface CiProject {
  readonly base: string;
  /** The repository that is pushed to. */
  readonly origin: string;
  readonly workspace: string;
  readonly served: ServedSandbox;
  readonly apiKey: string;
  readonly profiles: readonly { readonly alias: string; readonly profileKey: string }[];
  /** Of processes that CI starts: what Node.js runs is recorded. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder with `crier`, as it is installed. */
  readonly installed: string;
  readonly brewGuide: string;
  git(...words: readonly string[]): string;
  /** Someone else pushes a file. */
  pushAnother(): void;
  editBrewGuide(from: string | RegExp, to: string): void;
  editStory(from: string | RegExp, to: string): void;
  /** Forgets what the last job did to the files. */
  restore(): void;
  /** Changes the description of "Story thank-you", and adds an automation with a text like a command for a runner. */
  changeInService(): Promise<void>;
  /** Packs the program as it is published. @returns the path of the archive */
  pack(): string;
  /** The words of each program of Node.js that was started, which other users of the machine could read. */
  readStartedWords(): string;
  /** Files with one of these texts in the folders that a job leaves behind. */
  findFilesWith(texts: readonly string[], folders: readonly string[]): string;
  close(): Promise<void>;
}

export async function createCiProject(): Promise<CiProject> {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'prepare.cjs')]);
  const base = mkdtempSync(join(tmpdir(), 'crier-ci-'));
  const [origin, workspace, installed, recorder, started] = [
    'origin.git',
    'workspace',
    'installed',
    'record-words.cjs',
    'started',
  ].map((name) => join(base, name)) as [string, string, string, string, string]; // as many as above
  mkdirSync(installed);
  symlinkSync(BIN, join(installed, 'crier'));
  writeFileSync(started, '');
  writeFileSync(
    recorder,
    `require('fs').appendFileSync(${JSON.stringify(started)}, process.argv.join(' ') + '\\n');\n`,
  );
  const served = await serveTestSandbox();
  const { apiKey, profiles } = served.sandbox.credentials;
  const own = { PATH: process.env['PATH'] ?? '', HOME: base, ...SHARED_CACHE };
  const env = { ...own, NODE_OPTIONS: `--require ${recorder}`, npm_config_cache: join(base, 'npm') };
  const gitAs = (name: string, cwd: string, words: readonly string[]) =>
    execFileSync('git', ['-c', `user.name=${name}`, '-c', `user.email=${name}@example.com`, ...words], {
      cwd,
      env: own,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const git = (...words: readonly string[]) => gitAs('Bo', workspace, words);
  const brewGuide = join(workspace, 'brands', 'primary', 'brew-guide-on-request.yaml');

  gitAs('Bo', base, ['init', '--bare', '--initial-branch=main', origin]);
  gitAs('Bo', base, ['--git-dir', origin, 'config', 'receive.advertisePushOptions', 'true']);
  gitAs('Bo', base, ['clone', origin, workspace]);
  git('checkout', '-b', 'main');
  const lines = [
    `printf %s ${apiKey} | ${PROGRAM} context add own --base-url ${served.note.address} --api-key-file -`,
    ...profiles.map(
      ({ alias, profileKey }) =>
        `printf %s ${profileKey} | ${PROGRAM} profiles save ${alias} --profile-key-file - --no-verify`,
    ),
    `${PROGRAM} automations export --folder brands --all-profiles`,
  ];
  const exported = await runBash(['-ec', lines.join('\n')], {
    cwd: workspace,
    env: { ...own, CRIER_CONFIG_DIR: join(base, 'own') },
  });
  if (exported.exitCode !== 0) throw new Error(exported.printed);
  git('add', '.');
  git('commit', '-m', 'Export the automations');
  git('push', 'origin', 'HEAD:main');
  rmSync(workspace, { recursive: true });
  gitAs('Bo', base, ['clone', '--depth=1', `file://${origin}`, workspace]); // as CI does

  return {
    ...{ base, origin, workspace, served, apiKey, profiles, env, installed, brewGuide, git },
    pushAnother() {
      const other = join(base, 'other');
      gitAs('Al', base, ['clone', origin, other]);
      writeFileSync(join(other, 'README.md'), 'Brands\n');
      gitAs('Al', other, ['add', '.']);
      gitAs('Al', other, ['commit', '-m', 'Say what this is']);
      gitAs('Al', other, ['push', 'origin', 'HEAD:main']);
    },
    editBrewGuide: (from, to) => edit(brewGuide, from, to),
    editStory: (from, to) => edit(join(dirname(brewGuide), 'story-thank-you.yaml'), from, to),
    restore() {
      git('reset', '--hard');
      git('clean', '-fd');
    },
    async changeInService() {
      const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
        const { status } = await served.sandbox.answer({
          method,
          url: new URL(`http://sandbox.localhost/automations${path}`),
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: new TextEncoder().encode(JSON.stringify(body)),
        });
        if (status !== 200) throw new Error(`the change was answered with ${status}`);
      };
      await send('PUT', '/auto_T4nV8cRz3H', { description: 'Edited in a hurry' });
      await send('POST', '', {
        name: 'Gift cards',
        triggers: [{ type: 'dm_keyword', keywords: ['GIFT'] }],
        actions: [{ type: 'send_dm', message: `Yes:\n${LIKE_A_COMMAND}` }],
      });
    },
    pack() {
      const folder = join(base, 'package');
      for (const part of ['bin', 'dist']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
      const manifest = {
        name: 'crier-cli',
        version: '0.1.0',
        type: 'module',
        bin: { crier: 'bin/crier.js' },
      };
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
      const archive = join(base, 'crier-cli-0.1.0.tgz');
      execFileSync('tar', ['-czf', archive, '-C', base, 'package']); // as npm does, in a tenth of the time
      return archive;
    },
    readStartedWords: () => readFileSync(started, 'utf8'),
    findFilesWith: (texts, folders) =>
      spawnSync('grep', ['-rlF', texts.join('\n'), ...folders], { encoding: 'utf8' }).stdout,
    async close() {
      await served.close();
      rmSync(base, { recursive: true });
    },
  };
}

function edit(file: string, from: string | RegExp, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}
