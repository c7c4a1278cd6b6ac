import { describe, expect, test } from 'vitest';
import type { Transport, WireRequest } from '../../../../../src/client/transport.ts';
import { CrierError } from '../../../../../src/errors.ts';
import {
  automationsFixture,
  GUIDE,
  STORY,
  WHOLESALE,
} from '../../../../support/automations/automation-commands.ts';
import { crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const { run, list } = automationsFixture();
const ENV = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

describe('pause, resume and delete', () => {
  const states = async () => (await list()).map(({ id, active }) => [id, active]);

  test('several at once, each reported', async () => {
    const { json, exitCode } = await run(`pause ${GUIDE} ${STORY} --json`);
    expect(exitCode).toBe(0);
    expect(json).toEqual({
      results: [
        { id: GUIDE, status: 'paused', error: null },
        { id: STORY, status: 'paused', error: null },
      ],
    });
    expect(await states()).toEqual([
      [WHOLESALE, false],
      [STORY, false],
      [GUIDE, false],
    ]);
    await run(`resume ${GUIDE} ${WHOLESALE}`);
    expect(await states()).toEqual([
      [WHOLESALE, true],
      [STORY, false],
      [GUIDE, true],
    ]);
  });

  test('what fails for one does not end the others: exit 3', async () => {
    const { json, exitCode, error } = await run(`pause auto_nobody ${STORY} --json`);
    expect(exitCode).toBe(3);
    expect((json as { results: { status: string }[] }).results.map(({ status }) => status)).toEqual([
      'error',
      'paused',
    ]);
    expect(error).toMatchObject({
      kind: 'partial',
      message: '1 of 2 could not be paused',
      advice: '"crier errors show 469" explains what to do; the others are paused',
    });
  });

  test.each(['pause', 'delete --yes'])(
    'a single one that fails ends with its own failure, and leaves stdout empty: %s',
    async (words) => {
      const ran = await run(`${words} auto_nobody`);
      expect([ran.exitCode, ran.stdout]).toEqual([5, '']);
      const { json, error } = await run(`${words} auto_nobody --json`);
      expect(json).toMatchObject({ results: [{ status: 'error' }] });
      expect(error).toMatchObject({
        code: 469,
        message: expect.stringMatching(/^The automation does not exist/),
      });
    },
  );

  test.each(['pause', 'resume --dry-run'])('the body of several is refused before: %s', async (words) => {
    const before = await list();
    const { exitCode, stderr, stdout } = await run(`${words} ${GUIDE} ${WHOLESALE} -o raw`);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('-o raw prints the body of one response');
    expect(await list()).toEqual(before);
  });

  test.each([
    ['pause', 'paused'],
    ['delete --yes', 'deleted'],
  ])('what was not answered may have been done: %s', { tags: ['HTTP-06'] }, async (words, done) => {
    const transport: Transport = async ({ url, method }) => {
      if (method !== 'GET' && url.pathname.endsWith('/b'))
        throw new CrierError('unavailable', 'the line is dead');
      return recordingNetwork({ status: 'success' }).transport({ url, method } as WireRequest);
    };
    const ran = await crier(`automations ${words} a b --json`, { env: ENV, network: transport });
    expect(ran.exitCode).toBe(3);
    expect((ran.json as { results: { status: string }[] }).results.map(({ status }) => status)).toEqual([
      done,
      'error',
    ]);
    expect(ran.error?.['advice']).toBe(
      `b may still have been ${done}: check with "crier automations list"; the others are ${done}`,
    );
  });

  test('when all failed it ends as the first of them', async () => {
    const { exitCode, error } = await run('delete auto_a auto_b --yes --json');
    expect(exitCode).toBe(5);
    expect(error).toMatchObject({ code: 469, message: '2 of 2 could not be deleted' });
  });

  test('what fails for all alike stops the rest', async () => {
    const { transport, requests } = recordingNetwork({ status: 'error', code: 468, message: 'no' }, 403);
    const ran = await crier('automations pause a b c --json', { env: ENV, network: transport });
    expect(requests).toHaveLength(1);
    expect(ran.exitCode).toBe(6);
    expect((ran.json as { results: { error: { message: string } }[] }).results[1]?.error.message).toBe(
      'not requested: no',
    );
  });

  test('the cap counts each, in the order of the ids', { tags: ['C-04'] }, async () => {
    await run(`pause ${GUIDE} ${STORY}`);
    for (let made = 0; made < 9; made += 1) await run('create --on story-reply --dm x');
    const { json, exitCode } = await run(`resume ${STORY} ${GUIDE} --json`);
    expect(exitCode).toBe(3);
    const { results } = json as { results: { status: string; error: { code: number } | null }[] };
    expect(results.map(({ status, error }) => [status, error?.code ?? null])).toEqual([
      ['active', null],
      ['error', 470],
    ]);
  });

  test('ids come from a list, too', async () => {
    const { stdout } = await run('list --state active -o tsv');
    const { json } = await run('pause --ids-from - --json', { stdin: stdout });
    expect((json as { results: { id: string }[] }).results.map(({ id }) => id)).toEqual([STORY, GUIDE]);
  });

  test('in a dry run, one request is printed by itself and several together', async () => {
    expect((await run(`pause ${GUIDE} --dry-run --json`)).json).toMatchObject({
      request: { method: 'PUT', body: { active: false } },
    });
    expect((await run(`delete ${GUIDE} ${STORY} --dry-run --json`)).json).toMatchObject({
      requests: [{ method: 'DELETE', body: null }, { method: 'DELETE' }],
    });
    expect(await states()).toHaveLength(3);
  });

  test('deleting asks first, by name', async () => {
    const { screen, exitCode } = await run(`delete ${STORY} ${GUIDE} auto_x --color never`, {
      isTerminal: true,
      typed: ['n'],
    });
    expect(screen).toContain(
      [
        `${STORY}  Story thank-you (active)`,
        `${GUIDE}  Brew guide on request (active)`,
        'auto_x  (not found)',
        'Delete these 3 automations? [y/N]',
      ].join('\n'),
    );
    expect(exitCode).toBe(2);
    expect(screen.endsWith('crier: nothing was changed\n')).toBe(true);
    expect(await states()).toHaveLength(3);
    await run(`delete ${STORY}`, { isTerminal: true, typed: ['y'] });
    expect(await states()).toEqual([
      [WHOLESALE, false],
      [GUIDE, true],
    ]);
  });

  test('without a terminal it does not prompt, and sends nothing', async () => {
    const { exitCode, stderr } = await run(`delete ${STORY}`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--yes');
    expect(await states()).toHaveLength(3);
  });
});
