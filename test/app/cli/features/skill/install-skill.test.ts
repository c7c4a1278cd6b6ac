import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listSkillFiles } from '../../../../../src/cli/features/skill/skill-hosts.ts';
import { buildSkill } from '../../../../../src/cli/features/skill/skill-text.ts';
import { crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

const SHARED = '.agents/skills/crier/SKILL.md';
const CLAUDE = '.claude/skills/crier/SKILL.md';
const SKILL = buildSkill('0.0.0-test');

test.each([
  ['is created where there is none', null, 'created'],
  ['of this version stays', SKILL, 'unchanged'],
  [
    'of this version stays with the line breaks of Windows',
    `\uFEFF${SKILL.replaceAll('\n', '\r\n')}`,
    'unchanged',
  ],
  ['of another version is updated', buildSkill('0.0.0-old'), 'updated'],
  ['of the repository is updated', SKILL.replace(/^metadata:\n(?: .*\n)+/m, ''), 'updated'],
] as const)('A skill %s', (_why, before, change) =>
  inFolder(
    { '.git/HEAD': '', 'texts/a.txt': '', ...(before !== null && { [SHARED]: before }) },
    async (folder) => {
      const { json } = await crier('skill install --project --for codex,cursor --json', {
        folder: join(folder, 'texts'),
      });
      const file = join(folder, SHARED);
      expect(json).toEqual({ written: true, files: [{ file, change, readers: 'Codex and Cursor' }] });
      expect(readFileSync(file, 'utf8')).toBe(change === 'unchanged' ? before : SKILL);
    },
  ),
);

test.each([
  ['a changed line', SKILL.replace('# crier', '# crier for us')],
  ['a line more', `${SKILL}We write in Norwegian.\n`],
  ['another digest', SKILL.replace(/digest: "./, 'digest: "z')],
  ['no text of crier', '# My own\n'],
  ['an empty file', ''],
])('A skill with %s is never overwritten, and nothing else is written', (_why, text) =>
  inFolder({ [CLAUDE]: text }, async (folder) => {
    const { exitCode, stderr } = await crier('skill install --project', { folder });
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('was edited: nothing was written'),
    ]);
    expect(readFileSync(join(folder, CLAUDE), 'utf8')).toBe(text);
    expect(existsSync(join(folder, SHARED))).toBe(false);
  }),
);

test('A folder that two names lead to is written once, and what is no file is refused', () =>
  inFolder({ [SHARED]: SKILL }, async (folder) => {
    mkdirSync(join(folder, dirname(dirname(CLAUDE))), { recursive: true });
    symlinkSync(join(folder, dirname(SHARED)), join(folder, dirname(CLAUDE)));
    const { json } = await crier('skill install --project --json', { folder });
    expect(json).toMatchObject({ files: [{ change: 'unchanged' }, { change: 'unchanged' }] });
    writeFileSync(join(folder, '.codex'), '');
    const refused = await crier('skill install --project --for claude', { folder: join(folder, '.codex') });
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
  }));

test('A dry run writes nothing', () =>
  inFolder({}, async (folder) => {
    const { json, stderr } = await crier('skill install --project --dry-run --json', { folder });
    expect(json).toMatchObject({ written: false, files: [{ change: 'created' }, { change: 'created' }] });
    expect([stderr, existsSync(join(folder, '.agents'))]).toEqual([
      'nothing was written: this is a dry run\n',
      false,
    ]);
  }));

test.each([
  ['all hosts have two folders', [], {}, ['/home/mara/.claude', '/home/mara/.agents']],
  ['a host has one of them', ['gemini'], {}, ['/home/mara/.agents']],
  ['Claude Code has another one', ['claude'], { CLAUDE_CONFIG_DIR: '/srv/claude' }, ['/srv/claude']],
  [
    'a path that is not absolute does not count',
    ['claude'],
    { CLAUDE_CONFIG_DIR: 'c' },
    ['/home/mara/.claude'],
  ],
] as const)('In the home folder, %s', (_why, hosts, env, folders) => {
  const files = listSkillFiles(hosts, null, { homeFolder: '/home/mara', env });
  expect(files.map(({ file }) => file)).toEqual(folders.map((each) => `${each}/skills/crier/SKILL.md`));
});

test('What "skill show" prints is what is installed', async () => {
  const { stdout } = await crier('skill show');
  expect(stdout).toBe(SKILL);
});
