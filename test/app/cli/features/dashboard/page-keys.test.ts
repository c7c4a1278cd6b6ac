import { afterEach, expect, test } from 'vitest';
import { PAGE_COMMANDS } from '../../../../../src/cli/features/dashboard/page-commands.ts';
import { openTestSandbox } from '../../../../support/crier.ts';
import { type OpenedDashboard, openDashboard } from '../../../../support/dashboard/opened-dashboard.ts';
import { machines } from '../../../../support/machine.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const opened: OpenedDashboard[] = [];
const newMachine = machines();

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

test('the key of a created profile is saved, and never on the page, also when that fails', {
  tags: ['D5', 'C8', 'T16'],
}, async () => {
  const key = 'NEW-PROFILE-KEY-7c1d0a';
  const { transport } = recordingNetwork(
    { title: 'Shop North', refId: 'ab'.repeat(20), profileKey: key },
    200,
  );
  const machine = newMachine();
  let isSettingsFileLost = false;
  const network: typeof transport = (request) => {
    if (isSettingsFileLost) machine.save({ contexts: {} });
    return transport(request);
  };
  const contexts = { work: { baseUrl: 'https://work.example/api', apiKey: 'PLANTED-API-KEY-000001' } };
  machine.save({ context: 'work', contexts });
  const around = { env: { CRIER_CONFIG_DIR: machine.folder }, network };
  const page = await enterDashboard('', around, 'dashboard');
  const create = async () => JSON.stringify(await page.run('profiles create', { title: 'Shop North' }));
  const made = await create();
  expect(made).toContain('"alias":"shop-north"');
  expect(JSON.stringify(machine.saved())).toContain(key);
  expect(
    (await page.run('profiles unlink', { network: 'facebook', dryRun: true }, 'shop-north')).failure,
  ).toBe(null);
  expect(page.printed()).not.toContain(key);
  isSettingsFileLost = true;
  const unsaved = await create();
  expect(unsaved).toContain('its key could not be saved');
  for (const answer of [made, unsaved]) expect(answer).not.toContain(key);
  expect(unsaved).toContain('its key is lost');
});

test.each(Object.keys(PAGE_COMMANDS).filter((command) => command.startsWith('sandbox')))(
  'the page of an account may not run "%s"',
  { tags: ['D6'] },
  async (command) => {
    const env = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
    const page = await enterDashboard('', { env, sandbox: await openTestSandbox() }, 'dashboard');
    expect((await page.run(command)).failure?.message).toBe('the page asked for what it may not run');
  },
);
