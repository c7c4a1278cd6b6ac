import { expect, test } from 'vitest';
import { isRecord } from '../../../src/rules/loose-record.ts';
import { crier } from '../../support/crier.ts';
import { REFUSED } from '../../support/refused-automations.ts';

/** Those that can be written into a file of an automation. */
const IN_FILES = REFUSED.filter(({ body, isMendedInFiles }) => isRecord(body) && !isMendedInFiles);
const WORDS = {
  new: ['automations', 'create', '-f', '-'],
  update: ['automations', 'update', 'auto_K7pW2mXq9L', '-f', '-'],
} as const;

test.each(IN_FILES)('AUT-14 the command refuses, before it sends: $title', async (refused) => {
  const { kind, body, formErrors = [], fieldErrors = {} } = refused;
  const { exitCode, error } = await crier([...WORDS[kind], '--sandbox', '--yes', '--json'], {
    stdin: JSON.stringify(body),
  });
  expect([exitCode, error]).toMatchObject([
    2,
    { code: 473, http: null, details: { formErrors, fieldErrors } },
  ]);
});
