import { afterEach, expect, test } from 'vitest';
import { PAGE_COMMANDS } from '../../../../../src/cli/features/dashboard/page-commands.ts';
import { openTestSandbox } from '../../../../support/crier.ts';
import { type OpenedDashboard, openDashboard } from '../../../../support/dashboard/opened-dashboard.ts';

const opened: OpenedDashboard[] = [];

afterEach(async () => {
  for (const page of opened.splice(0)) await page.end();
});

async function enterDashboard(...given: Parameters<typeof openDashboard>): Promise<OpenedDashboard> {
  const page = await openDashboard(...given);
  opened.push(page);
  await page.enter();
  return page;
}

/** Values that a read needs. */
const NEEDED: Readonly<Record<string, object>> = {
  schema: { command: ['sandbox', 'status'], input: true },
};

test('no answer to a read of the page has a key', { tags: ['D5', 'C8', 'T16'] }, async () => {
  const sandbox = { ...(await openTestSandbox()), close: () => {} };
  const { apiKey, profiles, ...others } = sandbox.credentials;
  const keys = [
    apiKey,
    ...profiles.map(({ profileKey }) => profileKey),
    ...Object.values(others).flatMap(listTexts),
  ];
  expect(keys.length).toBeGreaterThan(3);
  const page = await enterDashboard('', { sandbox });
  const reads = Object.keys(PAGE_COMMANDS).filter((command) => PAGE_COMMANDS[command]?.changes === false);
  const answers = [
    await (await page.ask('api/state', {})).text(),
    ...(await Promise.all(
      reads.map(async (command) => JSON.stringify(await page.run(command, NEEDED[command]))),
    )),
  ];
  for (const key of keys) for (const answer of answers) expect(answer).not.toContain(key);
  // not even its last characters, which the command line prints
  for (const answer of answers) expect(answer).not.toMatch(/"(?:apiKey|xApiKey|webhookSecret)"/);
});

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

test.each(Object.keys(PAGE_COMMANDS).filter((command) => command.startsWith('sandbox')))(
  'the page of an account may not run "%s"',
  { tags: ['D6'] },
  async (command) => {
    const env = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
    const page = await enterDashboard('', { env, sandbox: await openTestSandbox() }, 'dashboard');
    expect((await page.run(command)).failure?.message).toBe('the page asked for what it may not run');
  },
);
