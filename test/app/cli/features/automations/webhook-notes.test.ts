import { describe, expect, test } from 'vitest';
import { automationsFixture, GUIDE } from '../../../../support/automations/automation-commands.ts';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const fixture = automationsFixture();

const FIRES = '--on story-reply --webhook';
const NONE = 'no webhook is registered for automations, so fire_webhook fails';
const OF_PRIMARY = 'fire_webhook uses that of the Primary Profile';

describe('an automation fires a webhook that is not there', { tags: ['HOOK-02'] }, () => {
  const said = async (words: string) => (await fixture.run(words)).stderr.replaceAll(/\s+/g, ' ');

  test.each([
    ['create', `create ${FIRES}`, NONE],
    ['create --paused', `create ${FIRES} --paused`, NONE],
    ['create for a User Profile', `create ${FIRES} --profile harbour`, OF_PRIMARY],
    ['update', `update ${GUIDE} --webhook`, NONE],
  ])('%s: it is reported, until there is one', async (_what, words, note) => {
    expect(await said(words)).toContain(note);
    const profile = words.includes('harbour') ? ' --profile harbour' : '';
    await fixture.crier(`hooks register automations https://hooks.example.com/a --sandbox${profile}`);
    expect(await said(words)).not.toMatch(/webhook is|has no webhook/);
  });

  test('what the service does not report is not mentioned', async () => {
    await fixture.crier('sandbox fault add --code 1403 --endpoint listWebhooks');
    const { exitCode, stderr } = await fixture.run(`create ${FIRES}`);
    expect(exitCode).toBe(0);
    expect(stderr).not.toMatch(/webhook is|1403/);
  });

  test.each([
    ['nothing fires one', '--on story-reply --dm x', ['GET /automations', 'POST /automations']],
    ['one is fired', FIRES, ['GET /automations', 'POST /automations', 'GET /hook/webhook']],
    ['a dry run', `${FIRES} --dry-run`, []],
  ])('the service is asked only when one is fired: %s', async (_what, words, methods) => {
    const { transport, requests } = recordingNetwork({ status: 'success', id: 'auto_1' });
    const env = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
    await crier(`automations create ${words}`, { env, network: transport });
    expect(requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(methods);
  });
});
