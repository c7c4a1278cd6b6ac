import { expect, test } from 'vitest';
import { REFUSED, type Refused } from '../../../../support/automations/refused-automations.ts';
import { crier } from '../../../../support/crier.ts';

/** Each differs in the command, in where its words are listed, or in who judges it; the check itself is the same for all. */
const TITLES = [
  'a field that nobody knows',
  'everything at once',
  'the address "https://127.0.0.1/a"',
  'an address with a password',
  'nothing to update',
  'id, which stays',
  'no trigger left',
  'an unknown placeholder',
  'an address of the own network',
];
const REPRESENTATIVES = REFUSED.filter(({ title }) => TITLES.includes(title));
const WORDS = {
  new: ['automations', 'create', '-f', '-'],
  update: ['automations', 'update', 'auto_K7pW2mXq9L', '-f', '-'],
} as const;
const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

const detailsOf = ({ formErrors = [], fieldErrors = {} }: Refused) => ({ formErrors, fieldErrors });

test('each kind of refusal has a representative', () => {
  expect(new Set(REPRESENTATIVES.map(({ title }) => title))).toEqual(new Set(TITLES));
});

test.each(REPRESENTATIVES)(
  'a command refuses in the words of the service, before it sends: $title',
  { tags: ['AUT-14', 'AUT-01', 'AUT-16', 'AUT-19', 'S9'] },
  async (refused) => {
    const words = [...WORDS[refused.kind], '--yes', '--json'];
    const stdin = JSON.stringify(refused.body);
    const details = detailsOf(refused);
    const { exitCode, error } = await crier(words, { stdin, env: SERVICE });
    expect([exitCode, error]).toMatchObject([2, { code: 473, http: null, details }]);
    const inSandbox = await crier([...words, '--sandbox'], { stdin });
    // whether an address is not public is decided by the sandbox: it may have been allowed to reach it
    const isSent = inSandbox.exitCode === 9;
    expect(inSandbox.error).toMatchObject({ code: 473, http: isSent ? 400 : null, details });
    if (isSent) expect(JSON.stringify(refused.fieldErrors)).toContain('messageUrl');
    else expect(inSandbox.exitCode).toBe(2);
  },
);
