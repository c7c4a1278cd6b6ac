import { describe, expect, test } from 'vitest';
import { ASSUMED } from '../../../../../src/service/assumed.ts';
import { control } from '../../../../support/control.ts';
import type { Around } from '../../../../support/crier.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run, getSandbox } = createSandboxRunner({ timeZone: 'Europe/Oslo' });
const validate = (words: readonly string[], around: Around = {}) =>
  run(['posts', 'validate', ...words], around);
const readTexts = async () => (await run('posts list --fields post')).stdout;
const ON_BLUESKY = ['--platform', 'bluesky', '--text', 'Only checked'];

describe('posts validate', () => {
  test('prints what the service says of a good post, and publishes nothing', async () => {
    const ran = await validate([...ON_BLUESKY, '--json']);
    expect([ran.exitCode, ran.json]).toMatchObject([
      0,
      { status: 'success', message: 'The post is valid.', warnings: [] },
    ]);
    expect(ran.stderr).toContain('nothing was published');
    expect(await readTexts()).not.toContain('Only checked');
  });

  test('--moderation checks every text, and a flagged post is a failed check', async () => {
    const [[category = '', [word = ''] = []] = []] = Object.entries(ASSUMED.moderatedWords);
    const fine = await validate([...ON_BLUESKY, '--moderation', '--json']);
    expect([fine.exitCode, fine.json]).toMatchObject([0, { moderation: { flagged: false, categories: [] } }]);
    const flagged = await validate([...ON_BLUESKY, '--first-comment', word, '--moderation', '--json']);
    expect(flagged).toMatchObject({
      exitCode: 11,
      json: { status: 'success', moderation: { flagged: true, categories: [category] } },
      error: { message: `the moderation flagged the post: ${category}` },
    });
    const before = await validate([...ON_BLUESKY, '--first-comment', word, '--json']);
    expect(before.json).not.toHaveProperty('moderation');
  });

  test('ends with the error of a post that the service rejects', async () => {
    const url = 'https://kestrellane.example/away.jpg';
    await control(getSandbox(), 'setMedia', { url, reachable: false });
    const ran = await validate([...ON_BLUESKY, '--media', url, '--json']);
    expect([ran.exitCode, ran.error]).toMatchObject([9, { code: 136 }]);
  });

  test('leaves the rules of the networks to the service', async () => {
    const ran = await validate(['--platform', 'pinterest', '--text', 'No picture', '--json']);
    expect([ran.exitCode, ran.error]).toMatchObject([9, { http: 400, code: 139 }]);
  });

  test('a time in words is sent as a time of the service, and said', async () => {
    const ran = await validate([...ON_BLUESKY, '--schedule', 'tomorrow 9:00', '--json']);
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'to be scheduled for Tue 22 Sep 2026 09:00 Europe/Oslo, 07:00 UTC',
    );
  });

  test('does not ask for what is missing, also on a terminal', async () => {
    const ran = await validate(['--platform', 'bluesky'], { isTerminal: true });
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('--text <text>')]);
    expect(ran.stderr).not.toContain('asks for');
  });

  test('refuses a misspelled option without asking the service', async () => {
    const ran = await validate([...ON_BLUESKY, '--set', 'tiktokOptions.draft=true']);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain('did you mean tikTokOptions.draft?');
  });
});
