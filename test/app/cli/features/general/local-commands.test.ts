import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../../../../src/service/errors.ts';
import { Platform } from '../../../../../src/service/platforms.ts';
import { crier } from '../../../../support/crier.ts';
import { machines } from '../../../../support/machine.ts';

const newMachine = machines();

describe('errors', () => {
  test('every code of the catalogue is listed', { tags: ['ERR-01'] }, async () => {
    const { json } = await crier('errors list --json');
    expect((json as { errors: { code: number }[] }).errors.map(({ code }) => code)).toEqual(
      Object.keys(ERRORS).map(Number),
    );
  });

  test('one code is shown with meaning, advice, HTTP status and exit code', {
    tags: ['ERR-02'],
  }, async () => {
    const { json } = await crier('errors show 485 --json');
    expect(json).toEqual({
      errors: [expect.objectContaining({ code: 485, http: 404, class: 'not-found', exitCode: 5 })],
    });
  });

  test.each([
    ['326: relinking does not help', 326, /relink.*(not|no)|not.*relink/i],
    ['444: do not relink', 444, /(not|no need to) relink|stays linked/i],
    ['519: the account stays linked', 519, /(not|no need to) relink|stays (linked|connected)/i],
    ['475 may persist after relinking', 475, /5 to 10 minutes/],
    ['514: neither permissions nor the plan help', 514, /changing permissions or the plan does not help/],
  ])('%s', { tags: ['ERR-04'] }, async (_rule, code, words) => {
    const { stdout } = await crier(`errors show ${code} -o tsv`);
    expect(stdout).toMatch(words);
  });

  test.each([
    [440, 'size-limit'],
    [258, 'subcode-2207085'],
  ])(
    '%i: the command that makes the sandbox fail in its other form',
    { tags: ['ERR-05'] },
    async (code, variant) => {
      const { stderr } = await crier(`errors show ${code}`);
      expect(stderr).toContain(`crier sandbox fault add --code ${code} --variant ${variant}`);
    },
  );

  test('a code without other forms has no such hint', async () => {
    expect((await crier('errors show 485')).stderr).not.toContain('--variant');
  });

  test('an unknown code exits 5 with nothing on stdout', async () => {
    const { exitCode, stdout, error } = await crier('errors show 9999 --json');
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
    expect(error).toMatchObject({ kind: 'not-found', code: 9999, http: null });
  });

  test('known codes are printed beside an unknown one, and that exits 3', async () => {
    const { exitCode, json } = await crier('errors show 485 9999 --json');
    expect(exitCode).toBe(3);
    expect((json as { errors: unknown[] }).errors).toHaveLength(1);
  });

  test('--area selects, and an unknown one is answered with the list of areas', async () => {
    expect((await crier('errors list --area automations -o tsv')).stdout).toContain('473');
    expect((await crier('errors list --area automation')).stderr).toContain('did you mean "automations"');
  });
});

describe('networks', () => {
  test('all 14 are listed by platform value', { tags: ['POST-10'] }, async () => {
    const { json } = await crier('networks list --json');
    const { networks } = json as { networks: { platform: string }[] };
    expect(networks.map(({ platform }) => platform)).toEqual(Platform.options);
    expect(networks).toHaveLength(14);
  });

  test.each([
    ['threads', 'always', 'yes'],
    ['instagram', 'page-login', 'with the page-based login'],
    ['tiktok', 'never', 'no'],
  ])('networks show %s: whether a published post can be deleted', async (platform, value, words) => {
    const { json } = await crier(`networks show ${platform} --json`);
    expect(json).toMatchObject({ deletesPublished: value });
    const { stdout } = await crier(`networks show ${platform} --color never`, {
      isTerminal: true,
      columns: 100,
    });
    expect(stdout).toMatch(new RegExp(`deleting posts +${words}\\b`));
  });
});

describe('demo', () => {
  test('shows the main job, ends with 0, and fits into 80 columns', async () => {
    const typed = Array.from({ length: 11 }, () => '');
    const { exitCode, stdout } = await crier('demo --color never', { isTerminal: true, columns: 80, typed });
    expect(exitCode).toBe(0);
    const { default: width } = await import('string-width');
    expect(stdout.split('\n').filter((line) => width(line) > 80)).toEqual([]);
    for (const words of [
      'Kestrel Lane Coffee',
      'Bluesky',
      'YouTube',
      'TikTok  288',
      'exit code is 3',
      '"platform": "instagram"',
      'Hello mara: https://kestrellane.example/pour-over',
      'mara already received it at Mon 21 Sep 2026',
      'Try next',
    ]) {
      expect(stdout).toContain(words);
    }
  });

  test.each([
    ['q', ['', 'q'], 2],
    ['Ctrl-D', [], 1],
  ] as const)('it stops after each step on a terminal, and %s ends it', async (_key, typed, steps) => {
    const { exitCode, stdout, stderr } = await crier('demo --color never', { isTerminal: true, typed });
    expect([exitCode, stdout.match(/^\$ crier/gm)?.length]).toEqual([0, steps]);
    expect(stderr).toContain(`(${steps} of 11. Enter: the next step, q: end)`);
    expect(stdout.match(/^#\d+ +[A-Z]/gm)?.slice(0, 13)).toHaveLength(steps === 1 ? 12 : 13);
  });

  test('its document is the same with colours and in a project, and its next commands work', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-tour-'));
    writeFileSync(join(folder, '.crier.json'), '{"profile":"acme","context":"work"}');
    const inside = await crier('demo --json', { folder });
    rmSync(folder, { recursive: true });
    const { json } = await crier('demo --json --color always', { isTerminal: true });
    const { steps, next } = json as { steps: { stdout: string; stderr: string }[]; next: string[] };
    expect(steps.map(({ stdout, stderr }) => stdout + stderr).join('')).not.toContain('\u001B');
    expect(inside.json).toEqual(json);
    expect(next).toHaveLength(4);
    expect(next.map((line) => line.split(' ').slice(1, 3).join(' '))).toEqual([
      'login',
      'sandbox start',
      'sandbox engage',
      'comments watch',
    ]);
    const machine = newMachine();
    const person = { isTerminal: true, typed: ['https://api.example.com/v1', 'KEY-OF-A-NEWCOMER'] };
    for (const line of next) {
      const words = line.replace(/^crier /, '');
      const { exitCode } =
        words === 'login' ? await machine.send(words, person) : await crier(words, { isTerminal: true });
      expect({ line, exitCode }).toEqual({ line, exitCode: 0 });
    }
  });
});

describe('audio get', () => {
  test('shows people a length they can read, and programs the exact one', async () => {
    const line = 'audio get 880000000000321 --sandbox --color never';
    expect((await crier(`${line} --color never`, { isTerminal: true })).stdout).toMatch(/length\s+0:48/);
    expect((await crier(`${line} -o tsv`)).stdout).toContain('\t48000\t');
  });
});
