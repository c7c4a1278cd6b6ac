import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

const SCRIPT = 'node_modules/crier-cli/bin/crier.js';
const script = (folder: string): Around => ({ program: { file: `${folder}/${SCRIPT}`, isSingle: false } });
const binary = (file: string, env = {}): Around => ({ program: { file, isSingle: true }, env });

let home: string;
beforeAll(() => {
  home = quickFolder('upgrade');
  for (const [project, lock] of [
    ['with-npm', 'package-lock.json'],
    ['with-pnpm', 'pnpm-lock.yaml'],
  ] as const) {
    mkdirSync(join(home, project));
    for (const name of ['package.json', lock]) writeFileSync(join(home, project, name), '');
  }
  mkdirSync(join(home, 'checkout', 'scripts'), { recursive: true });
  writeFileSync(join(home, 'checkout', 'scripts', 'prepare.cjs'), '');
});
afterAll(() => rmSync(home, { recursive: true }));

const WINDOWS = 'C:\\Users\\m\\scoop\\apps\\crier\\current\\crier.exe';
const IMAGE = { CRIER_IMAGE: 'ghcr.io/crier-cli/crier' };

test.each<[string, string | null, () => Around]>([
  ['npm', 'npm install -g crier-cli@latest', () => script('/usr/local/lib')],
  ['npx', 'npx crier-cli@latest', () => script('/home/m/.npm/_npx/1a2b3c')],
  ['npx', 'pnpm dlx crier-cli@latest', () => script('/home/m/.cache/pnpm/dlx-4711/1')],
  [
    'pnpm',
    'pnpm add --global crier-cli@latest',
    () => script('/home/m/.local/share/pnpm/global/5/.pnpm/crier'),
  ],
  ['yarn', 'yarn global add crier-cli@latest', () => script('/home/m/.config/yarn/global')],
  ['bun', 'bun add --global crier-cli@latest', () => script('/home/m/.bun/install/global')],
  [
    'volta',
    'volta install crier-cli@latest',
    () => script('/home/m/.volta/tools/image/packages/crier-cli/lib'),
  ],
  ['project', 'npm install crier-cli@latest', () => script(join(home, 'with-npm'))],
  [
    'project',
    'pnpm add crier-cli@latest',
    () => script(join(home, 'with-pnpm', 'node_modules/.pnpm/crier-cli@0.1.0')),
  ],
  ['unknown', null, () => script('/opt/tools')],
  ['unknown', null, () => ({ program: { file: '/opt/crier/bin/crier.js', isSingle: false } })],
  ['homebrew', 'brew upgrade crier', () => binary('/opt/homebrew/Cellar/crier/0.1.0/bin/crier')],
  ['scoop', 'scoop update crier', () => binary(WINDOWS)],
  ['container', 'docker pull ghcr.io/crier-cli/crier:latest', () => binary('/usr/bin/crier', IMAGE)],
  ['binary', null, () => binary('/usr/local/bin/crier')],
])('an installation by %s is upgraded by: %s', async (installation, command, around) => {
  const { json, exitCode } = await crier('upgrade --json', around());
  expect([exitCode, json]).toMatchObject([0, { installation, command, latest: null, isLatest: null }]);
  if (command === null) expect((json as { advice: string }).advice).toContain('/'); // it names a place
});

test('a checkout is upgraded by git, in its folder', async () => {
  const folder = join(home, 'checkout');
  const { json } = await crier('upgrade --json', {
    program: { file: join(folder, 'bin', 'crier.js'), isSingle: false },
  });
  expect(json).toMatchObject({ installation: 'checkout', command: `git -C ${folder} pull` });
});

test('without a check of its own, it shows what the last one found, and asks nothing of the network', async () => {
  const env = { XDG_STATE_HOME: join(home, 'state') };
  expect((await crier('upgrade', { env })).stderr).toContain('crier version --check');
  mkdirSync(join(home, 'state', 'crier'), { recursive: true, mode: 0o700 });
  const found = { checkedAt: 1, latest: '1.3.0', shownAt: null };
  writeFileSync(join(home, 'state', 'crier', 'newest-version.json'), JSON.stringify(found), { mode: 0o600 });
  const { stdout, stderr } = await crier('upgrade', { env, isTerminal: true });
  expect(stdout).toContain('npm install -g crier-cli@latest');
  expect(stdout).toContain('1.3.0');
  expect(stderr).toBe('');
});
