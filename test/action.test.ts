import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFaults } from './support/ci/github-schemas.ts';
import { readAction } from './support/ci/run-action.ts';

const ROOT = join(import.meta.dirname, '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'automations-in-ci.md'), 'utf8');
const ACTION = readFileSync(join(ROOT, 'action.yml'), 'utf8');
const WORKFLOWS = join('.github', 'workflows');

const workflows = [
  ...readdirSync(join(ROOT, WORKFLOWS)).map((name) => ({
    name,
    content: readFileSync(join(ROOT, WORKFLOWS, name), 'utf8'),
  })),
  ...[...GUIDE.matchAll(/^```yaml\n(# \.github\/workflows\/(\S+)\n[\s\S]*?)^```$/gm)].map(
    ([, content = '', name = '']) => ({ name: `${name} of the guide`, content }),
  ),
];

describe('action.yml', () => {
  test('is as the schema of GitHub has it', () => {
    expect(listFaults('action', { name: 'action.yml', content: ACTION })).toEqual([]);
  });

  test('has no expression in a script, where a value would be code', () => {
    const scripts = readAction().runs.steps.flatMap(({ run }) => run ?? []);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  test('gives a key only to the step that saves it, and the token only to the one that writes the comment', () => {
    const users = readAction().runs.steps.flatMap(({ name, env }) =>
      Object.values(env ?? {}).flatMap((value) =>
        /inputs\.(?:api-key|profile-keys|github-token)(?! *!=)/.test(value) ? [name] : [],
      ),
    );
    expect(users).toEqual(['Save the keys for this job', 'Save the keys for this job', 'Report']);
  });

  test.each(['inputs', 'outputs'] as const)('has the %s that the guide lists', (kind) => {
    const [, table = ''] =
      new RegExp(`^\\| ${kind.slice(0, -1)} \\|.*\\n((?:\\|.*\\n)+)`, 'm').exec(GUIDE) ?? [];
    const listed = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) =>
      names.split(', ').map((name) => name.replaceAll('`', '')),
    );
    expect(listed.toSorted()).toEqual(Object.keys(readAction()[kind]).toSorted());
  });
});

describe('the workflows', () => {
  test.each(workflows)('$name is as the schema of GitHub has it', (file) => {
    expect(listFaults('workflow', file)).toEqual([]);
  });

  test('the guide has one that compares and applies, and one for a schedule', () => {
    expect(workflows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['automations.yml of the guide', 'drift.yml of the guide']),
    );
  });

  test.each([...workflows, { name: 'action.yml', content: ACTION }])(
    '$name pins what others publish by its digest',
    ({ content }) => {
      const used = [...content.matchAll(/uses: (\S+)/g)].map(([, name = '']) => name);
      const loose = used.filter((name) => !/^(?:\.\/$|crier-cli\/crier@|\S+@[\da-f]{40}$)/.test(name));
      expect(loose).toEqual([]);
    },
  );
});
