import { expect, test } from 'vitest';
import type { AccountHealth } from '../../../../../src/cli/features/profiles/health/judge-health.ts';
import { crier, type Ran } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run, read } = createSandboxRunner();

const listAccounts = ({ json }: Ran) => (json as { accounts: AccountHealth[] }).accounts;

/** Rows that are not ok, without the account of the demo whose link has always expired. */
const listBad = (ran: Ran) =>
  listAccounts(ran).filter(
    ({ status, profile, platform }) => status !== 'ok' && !(profile === 'harbour' && platform === 'linkedin'),
  );

test('all profiles are checked, the worst account first, and 11 says that one failed', async () => {
  const ran = await run('profiles health --json');
  const [worst] = listAccounts(ran);
  expect(worst).toMatchObject({ profile: 'harbour', platform: 'linkedin', status: 'fail', daysLeft: 0 });
  expect([...new Set(listAccounts(ran).map(({ profile }) => profile))]).toEqual([
    'harbour',
    null,
    'wholesale',
  ]);
  expect(ran).toMatchObject({ exitCode: 11, error: { kind: 'differs' }, json: { unchecked: [] } });
});

test.each([
  ['instagram --token expired', 'link', 'fail', 'the link has expired'],
  ['bluesky --token revoked', 'authorization', 'fail', '(161)'],
  ['twitter --login former', 'authorization', 'fail', '(423)'],
  ['instagram --permission missing', 'permission', 'warn', '(362)'],
  ['linkedin --permission missing', 'permission', 'warn', '(475)'],
  ['facebook --messaging off', 'messaging', 'warn', 'direct messages are off'],
] as const)('%s is found, and the printed command fixes it', async (state, check, status, words) => {
  await run(`sandbox account set ${state}`);
  const ran = await run('profiles health --profile none --json');
  const [found, ...others] = listBad(ran);
  expect({ others, exitCode: ran.exitCode }).toEqual({ others: [], exitCode: status === 'fail' ? 11 : 0 });
  expect(found).toMatchObject({
    status,
    problems: [{ check, status, found: expect.stringContaining(words) }],
  });
  await run(found?.problems[0]?.command?.split(' ').slice(1) ?? []);
  // the analytics of LinkedIn stay refused for some minutes
  if (check === 'permission') await run('sandbox clock advance 15m');
  expect(listBad(await run('profiles health --profile none --json'))).toEqual([]);
});

test('--strict fails for warnings, too', async () => {
  await run('sandbox account set facebook --messaging off');
  expect((await run('profiles health --profile none --strict')).exitCode).toBe(11);
});

test('a verification that the network asks for is named without a command that would not help', async () => {
  await run('sandbox account set facebook --standing unverified');
  const [found] = listBad(await run('profiles health --profile none --json'));
  expect(found?.problems).toMatchObject([{ check: 'authorization', status: 'fail', command: null }]);
});

test('days that are left are compared with --min-days, and a link without an end passes', async () => {
  const bad = listBad(await run('profiles health --profile none --min-days 61 --json'));
  expect(bad.map(({ platform, daysLeft }) => [platform, daysLeft])).toEqual([
    ['facebook', 60],
    ['instagram', 60],
    ['linkedin', 60],
    ['threads', 60],
  ]);
  expect((await run('profiles health --profile none --min-days 60')).exitCode).toBe(0);
});

test('an account that is no longer linked has no row, and a profile without accounts has one', async () => {
  for (const platform of ['facebook', 'instagram', 'linkedin'])
    await run(`sandbox account set ${platform} --unlinked --profile harbour`);
  const found = listAccounts(await run('profiles health --profile harbour --json'));
  expect(found).toMatchObject([{ profile: 'harbour', platform: null, status: 'warn' }]);
});

test('a plan without messages says nothing of their permission, and is no problem of the account', async () => {
  await run('sandbox plan --messages off');
  const ran = await run('profiles health --profile none --json');
  expect(ran.exitCode).toBe(0);
  expect(listAccounts(ran).find(({ platform }) => platform === 'instagram')).toMatchObject({
    messaging: 'on',
    permission: null,
    login: 'page',
  });
});

test('JUnit has a case for each account, with the reason of those that failed', async () => {
  await run('profiles health --junit health.xml');
  const report = read('health.xml');
  expect(report).toContain('tests="17" failures="1" errors="0" skipped="0"');
  expect(report).toContain('name="harbour linkedin kestrel-lane-harbour"');
  expect(report).toContain('<failure message="the link has expired">the link has expired\nlink it again\n');
  expect((await run('profiles health --junit no/folder.xml')).exitCode).toBe(2);
});

const USER = {
  refId: 'ref-primary',
  activeSocialAccounts: ['twitter'],
  displayNames: [{ platform: 'twitter', username: 'sh\u001b[2Jop' }],
};

/** A service with a profile whose key is refused, one that does not answer well, and one whose key is nowhere. */
async function checkOwnService(line: string) {
  const config = {
    contexts: {
      work: {
        baseUrl: 'https://api.example.com/api',
        apiKey: 'KEY',
        profiles: { acme: { profileKey: 'REFUSED', refId: 'ref-acme' }, slow: { profileKey: 'SLOW' } },
      },
    },
    context: 'work',
  };
  return inFolder({ 'config.json': JSON.stringify(config) }, (folder) =>
    crier(line, {
      env: { CRIER_CONFIG_DIR: folder },
      network: async ({ url, headers }) => {
        const key = new Headers(headers).get('profile-key');
        const [status, answer] =
          key === 'REFUSED'
            ? [403, { status: 'error', code: 102, message: 'The profile key is not valid.' }]
            : key === 'SLOW'
              ? [400, { status: 'error', code: 101, message: 'no' }]
              : url.pathname.endsWith('/profiles')
                ? [200, { profiles: [{ title: 'New', refId: 'ref-new' }, { refId: 'ref-acme' }] }]
                : [200, USER];
        const body = (async function* () {
          yield Buffer.from(JSON.stringify(answer));
        })();
        return { status: Number(status), headers: { 'content-type': 'application/json' }, body };
      },
    }),
  );
}

test('a refused key fails; what was not checked, and keys that are not here, are named', async () => {
  const ran = await checkOwnService('profiles health --json');
  expect(ran.exitCode).toBe(11);
  expect(listAccounts(ran)).toMatchObject([
    { profile: 'acme', platform: null, status: 'fail', problems: [{ check: 'key' }] },
    { profile: null, platform: 'twitter', status: 'warn', problems: [{ check: 'X keys' }] },
  ]);
  expect(ran.json).toMatchObject({
    healthy: false,
    unchecked: [{ profile: 'slow' }, { profile: null, title: 'New', refId: 'ref-new' }],
  });
  expect(ran.stderr).toContain('not checked: the profile "New": its key is not on this machine');
});

test('names of others are sanitized in a table', async () => {
  expect((await checkOwnService('profiles health -o table')).stdout).not.toContain('\u001b[2J');
});
