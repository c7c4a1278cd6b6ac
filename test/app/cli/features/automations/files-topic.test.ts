import { expect, test } from 'vitest';
import { readAutomationFile } from '../../../../../src/cli/features/automations/automation-file.ts';
import { topic } from '../../../../../src/cli/features/general/topics/automation-files.ts';
import { findAutomationFaults } from '../../../../../src/domain/automations/automation-entries.ts';
import { ACTIONS, PLACEHOLDERS } from '../../../../../src/service/actions.ts';
import { TRIGGERS } from '../../../../../src/service/triggers.ts';

const page = topic.text(80);

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
