import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KIND_NAMES, loadKind } from '../../../../../src/cli/features/automations/as-code/kinds.ts';
import { readAutomationFile } from '../../../../../src/cli/features/automations/automation-file.ts';
import { topic } from '../../../../../src/cli/features/automations/topics/automation-files.ts';
import { findAutomationFaults } from '../../../../../src/domain/automations/automation-entries.ts';
import { getField } from '../../../../../src/domain/json/loose-record.ts';
import { ACTIONS, PLACEHOLDERS } from '../../../../../src/service/actions.ts';
import { TRIGGERS } from '../../../../../src/service/triggers.ts';

const page = await topic.text(80);

test('the page about files names every placeholder', { tags: ['AUT-12'] }, () => {
  for (const name of Object.keys(PLACEHOLDERS)) expect(page).toContain(`  {{${name}}}  `);
});

test.each(Object.entries({ ...TRIGGERS, ...ACTIONS }))('it names %s and its fields', (type, { shape }) => {
  const [, own = ''] = page.split(new RegExp(`^  ${type} `, 'm'));
  const [block = ''] = own.split(/^ {2}\S/m);
  for (const field of Object.keys(shape.shape)) {
    if (field !== 'type' && field !== 'dedupWindowMinutes') expect(block).toContain(`\n    ${field} `);
  }
});

test('the file that it shows is a good one', async () => {
  const text = page.slice(page.indexOf('  name:'), page.indexOf('Triggers (')).replaceAll(/^ {2}/gm, '');
  const { entries, faults } = await readAutomationFile({ name: 'guide.yaml', text });
  expect(faults).toEqual([]);
  expect(findAutomationFaults(entries[0]?.value, { kind: 'new' })).toEqual([]);
});

test('each file of a kind is in the table, and the page and the reference have its fields', async () => {
  const root = join(import.meta.dirname, '../../../../..');
  const folder = join(root, 'src/cli/features/automations/as-code/kinds');
  const modules = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))));
  const kinds = await Promise.all(KIND_NAMES.map(loadKind));
  const isKind = (value: unknown) => getField(value, 'noun') !== undefined;
  expect(new Set(modules.flatMap(Object.values).filter(isKind))).toEqual(new Set(kinds));
  expect(kinds.map(({ name }) => name)).toEqual(KIND_NAMES);
  const reference = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
  for (const { name, schema } of kinds) {
    if (schema === null) continue;
    const [, block = ''] = page.split(`\n  ${name}.yaml `);
    const [, described = ''] = reference.split(`\`${name}.yaml\` (`);
    for (const field of Object.keys(schema.shape)) {
      expect(block.split(/^ {2}\S/m)[0]).toContain(`\n    ${field} `);
      expect(described.split(')')[0]).toContain(`\`${field}\``);
    }
  }
});
