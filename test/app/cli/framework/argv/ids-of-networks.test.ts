import { describe, expect, test } from 'vitest';
import {
  crier as command,
  formatFlags,
  toValueWords,
} from '../../../../../src/cli/framework/output/text/shell-command.ts';
import { crier } from '../../../../support/crier.ts';
import { shellWords } from '../../../../support/terminal/shell-words.ts';

const ENV = { CRIER_CONTEXT: 'sandbox' };

/** Ids in the forms that networks give, and others that base64 and its forms for URLs can have. */
const IDS = [
  ['YouTube, beginning with a dash', '-9bZkp7q19f'],
  ['YouTube, beginning with two dashes', '--9bZkp7q1_'],
  ['YouTube, beginning as a short flag with a value', '-p1b2C3d4E5'],
  ['YouTube, beginning as a flag', '-yes1234567'],
  ['YouTube, beginning with an underscore', '_9bZkp7q19f'],
  ['YouTube, a comment with a dot', 'UgzDE8mR1zQm3vX-abc4AaABAg.9h_Xk-Lm2p1'],
  ['Bluesky, an AT URI', 'at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3l6oveex3ii2l'],
  ['LinkedIn, a comment', 'urn:li:comment:(urn:li:activity:7312048571936420117,7377938387890400156)'],
  ['Google, a review', 'accounts/1234567890/locations/9876543210/reviews/AbFvOqkX3vT8-_wQ'],
  ['base64 with padding', 'aB3+dE6/gH9kL0=='],
  ['Telegram, a message', '-1001234567890:42'],
  ['Threads, more digits than a number has', '18054973922452013999'],
  ['only digits as a reference', 'id:12'],
] as const;

/** What is sent of an id. */
const sent = (id: string) => id.replace(/^id:/, '');

const REPLY = ['comments', 'reply', '--platform', 'instagram', '--text', 'Hi', '--dry-run', '--json'];
const CREATE = 'automations create --on comment --keyword A --dm Hi --dry-run --json'.split(' ');

describe.each(IDS)('an id of %s', (_what, id) => {
  test('is taken behind --', async () => {
    const { json, stderr } = await crier([...REPLY, '--', id], { env: ENV });
    expect(json, stderr).toMatchObject({ request: { body: { commentId: sent(id) } } });
  });

  test('is taken from a file', async () => {
    const { json, stderr } = await crier([...REPLY, '--ids-from', '-'], {
      env: ENV,
      stdin: `${sent(id)}\r\n`,
    });
    expect(json, stderr).toMatchObject({ requests: [{ body: { commentId: sent(id) } }] });
  });

  test('is taken as the value of a flag', async () => {
    for (const flag of [['--post', id], [`--post=${id}`]]) {
      const { json, stderr } = await crier([...CREATE, ...flag], { env: ENV });
      expect(json, stderr).toMatchObject({ request: { body: { triggers: [{ postId: sent(id) }] } } });
    }
  });

  test('is taken as printed', async () => {
    const line = command`comments reply ${id} --platform instagram --text Hi --dry-run --json`;
    const { json, stderr } = await crier(shellWords(line).slice(1), { env: ENV });
    expect(json, `${line}\n${stderr}`).toMatchObject({ request: { body: { commentId: sent(id) } } });
    const flags = shellWords(formatFlags`--post ${id} ${toValueWords([])}`);
    expect((await crier([...CREATE, ...flags], { env: ENV })).json).toMatchObject({
      request: { body: { triggers: [{ postId: sent(id) }] } },
    });
  });
});

test.each(['0', '42', '0000'])('an id that looks like a reference is printed as an id: %s', async (id) => {
  const line = command`comments reply ${id} --platform instagram --text ${'Hi'} --dry-run --json`;
  expect(line).toContain(`id:${id}`);
  const { json } = await crier(shellWords(line).slice(1), { env: ENV });
  expect(json).toMatchObject({ request: { body: { commentId: id } } });
  const { error } = await crier([...REPLY, id], { env: ENV });
  expect(error).toMatchObject({ advice: expect.stringContaining(`is written id:${id}`) });
});

test('an id is one part of the path of a request', async () => {
  const { stderr } = await crier(['posts', 'get', '-v', '--', 'urn:li:share:7312'], { env: ENV });
  expect(stderr).toMatch(/\/post\/urn%3Ali%3Ashare%3A7312\s/);
});

describe('before the cure is known, it is named', () => {
  test.each([
    ['-9bZkp7q19f', 'after --'],
    ['--9bZkp7q1_', 'after --'],
    ['-yes1234567', 'after --'],
    ['-p1b2C3d4E5', 'after --'],
  ])('%s', async (id, cure) => {
    const { exitCode, stderr } = await crier(['comments', 'replies', id, '--platform', 'youtube'], {
      env: ENV,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(cure);
  });
});
