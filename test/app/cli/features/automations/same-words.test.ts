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

test.each(IN_FILES)(
  'the command refuses, before it sends: $title',
  {
    tags: [
      'AUT-14',
      'AUT-01',
      'AUT-15',
      'AUT-02',
      'AUT-03',
      'AUT-07',
      'M-05',
      'AUT-04',
      'AUT-05',
      'AUT-06',
      'AUT-08',
      'AUT-19',
      'AUT-09',
      'AUT-10',
      'AUT-11',
      'AUT-12',
      'U-32',
      'M-08',
      'AUT-16',
    ],
  },
  async (refused) => {
    const { kind, body } = refused;
    const { exitCode, error } = await crier([...WORDS[kind], '--yes', '--json'], {
      stdin: JSON.stringify(body),
      env: SERVICE,
    });
    expect([exitCode, error]).toMatchObject([2, { code: 473, http: null, details: detailsOf(refused) }]);
  },
);

test.each(IN_FILES)(
  'the sandbox, or the command before it, refuses: $title',
  {
    tags: [
      'AUT-14',
      'S9',
      'AUT-01',
      'AUT-15',
      'AUT-02',
      'AUT-03',
      'AUT-07',
      'M-05',
      'AUT-04',
      'AUT-05',
      'AUT-06',
      'AUT-08',
      'AUT-19',
      'AUT-09',
      'AUT-10',
      'AUT-11',
      'AUT-12',
      'U-32',
      'M-08',
      'AUT-16',
    ],
  },
  async (refused) => {
    const { kind, body } = refused;
    const { exitCode, error } = await crier([...WORDS[kind], '--sandbox', '--yes', '--json'], {
      stdin: JSON.stringify(body),
    });
    // whether an address is not public is decided by the sandbox: it may have been allowed to reach it
    const isSent = exitCode === 9;
    expect(error).toMatchObject({ code: 473, http: isSent ? 400 : null, details: detailsOf(refused) });
    if (isSent) expect(JSON.stringify(refused.fieldErrors)).toContain('messageUrl');
    else expect(exitCode).toBe(2);
  },
);
