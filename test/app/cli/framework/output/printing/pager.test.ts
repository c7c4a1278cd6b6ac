import { describe, expect, test, vi } from 'vitest';
import type { PagerChoice } from '../../../../../../src/world.ts';
import { type Around, crier } from '../../../../../support/crier.ts';

const SANDBOX = { CRIER_CONTEXT: 'sandbox' };
const LIST = 'posts list';

/** Runs a line on a small terminal with a pager. */
async function paged(line: string, around: Around = {}, isThere = true) {
  const page = vi.fn(async (_text: string, _pager: PagerChoice) => isThere);
  const ran = await crier(line, { isTerminal: true, rows: 10, env: SANDBOX, others: { page }, ...around });
  return { ...ran, calls: page.mock.calls, text: page.mock.calls[0]?.[0] ?? '' };
}

describe('long output on a terminal', () => {
  test('goes through the pager as it would be printed', async () => {
    const { calls, text, stdout, exitCode } = await paged(LIST);
    const plain = await crier(LIST, { isTerminal: true, env: SANDBOX });
    expect([exitCode, stdout, calls.length]).toEqual([0, '', 1]);
    expect(text).toBe(plain.stdout);
    expect(calls[0]?.[1]).toEqual({ command: 'less', env: { LESS: 'FRX' } });
  });

  test.each(['--json', '-o ndjson', '-o csv', '-o raw'])('in the format %s, too', async (format) => {
    const { calls, stdout } = await paged(`${LIST} ${format}`);
    expect([calls.length, stdout]).toEqual([1, '']);
  });

  test('is printed where there is no such pager, without an error', async () => {
    const { calls, stdout, stderr } = await paged(
      LIST,
      { env: { ...SANDBOX, PAGER: 'no-such-pager' } },
      false,
    );
    expect([calls.length, stderr]).toEqual([1, '']);
    expect(stdout).toContain('Forty parcels');
  });

  test('is followed by its notes and its error, and the exit code stays', async () => {
    expect((await paged(`${LIST} -n 9`)).stderr).toContain('showing the first 9');
    const failing = await paged('posts get Sp7kQm2XvLr9TzBd4HnW Lt5nWc8RjYq3GvKs6PxA nothing-here', {
      rows: 2,
    });
    expect([failing.calls.length, failing.exitCode]).toEqual([1, 3]);
    expect(failing.stderr).toContain('nothing-here');
  });
});

describe('there is no pager', () => {
  test.each([
    ['for what fits on the screen', `${LIST} -n 3`, {}],
    ['in a pipe', LIST, { isTerminal: false }],
    ['for JSON in a pipe', `${LIST} --json`, { isTerminal: false }],
    ['with --no-pager', `${LIST} --no-pager`, {}],
    ['with an empty CRIER_PAGER', LIST, { env: { ...SANDBOX, CRIER_PAGER: '' } }],
    ['with CRIER_PAGER=cat', LIST, { env: { ...SANDBOX, CRIER_PAGER: 'cat' } }],
    ['with --no-input', `${LIST} --no-input`, {}],
    ['in the tour, which captures output', 'demo --accessible', { rows: 10_000 }],
    ['for a server', 'sandbox start', { rows: 2 }],
    ['for a stream', 'automations activity auto_K7pW2mXq9L --all', { rows: 1 }],
  ] as const)('%s', async (_when, line, around) => {
    const { calls, exitCode } = await paged(line, around);
    expect([calls.length, exitCode]).toEqual([0, 0]);
  });
});

test('a run that is ended while the pager is open has the exit code of its signal', async () => {
  const end = new AbortController();
  const page = async () => {
    end.abort('terminated');
    return true;
  };
  const { exitCode } = await crier(LIST, {
    isTerminal: true,
    rows: 10,
    env: SANDBOX,
    signal: end.signal,
    others: { page },
  });
  expect(exitCode).toBe(143);
});
