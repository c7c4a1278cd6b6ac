import { expect, test } from 'vitest';
import { isRecord } from '../../../../../src/domain/json/loose-record.ts';
import { REFUSED, type Refused } from '../../../../support/automations/refused-automations.ts';
import { crier } from '../../../../support/crier.ts';

/** Those that can be written into a file of an automation. */
const IN_FILES = REFUSED.filter(({ body, isFixedInFiles }) => isRecord(body) && !isFixedInFiles);
const WORDS = {
  new: ['automations', 'create', '-f', '-'],
  update: ['automations', 'update', 'auto_K7pW2mXq9L', '-f', '-'],
} as const;
const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

const detailsOf = ({ formErrors = [], fieldErrors = {} }: Refused) => ({ formErrors, fieldErrors });

test.each(IN_FILES)('AUT-14 the command refuses, before it sends: $title', async (refused) => {
  const { kind, body } = refused;
  const { exitCode, error } = await crier([...WORDS[kind], '--yes', '--json'], {
    stdin: JSON.stringify(body),
    env: SERVICE,
  });
  expect([exitCode, error]).toMatchObject([2, { code: 473, http: null, details: detailsOf(refused) }]);
});

test.each(IN_FILES)('AUT-14 S9 the sandbox, or the command before it, refuses: $title', async (refused) => {
  const { kind, body } = refused;
  const { exitCode, error } = await crier([...WORDS[kind], '--sandbox', '--yes', '--json'], {
    stdin: JSON.stringify(body),
  });
  // whether an address is not public is decided by the sandbox: it may have been allowed to reach it
  const isSent = exitCode === 9;
  expect(error).toMatchObject({ code: 473, http: isSent ? 400 : null, details: detailsOf(refused) });
  if (isSent) expect(JSON.stringify(refused.fieldErrors)).toContain('messageUrl');
  else expect(exitCode).toBe(2);
});
