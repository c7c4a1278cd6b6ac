import { describe, expect, test } from 'vitest';
import type { Transport } from '../../../../../src/client/transport.ts';
import { crier } from '../../../../support/crier.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

/** A service whose posts each have this number of comments, the first of them with two replies. */
const withComments =
  (count: number): Transport =>
  async () => {
    const reply = (id: string) => ({ commentId: id, comment: 'me too', parentId: 'c0' });
    const instagram = Array.from({ length: count }, (_, at) => ({
      commentId: `c${at}`,
      comment: 'lovely',
      created: '2026-09-20T10:00:00Z',
      ...(at === 0 && { replies: [reply('r1'), reply('r2')] }),
    }));
    const body = { status: 'success', id: 'x', instagram };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: once(JSON.stringify(body)) };
  };

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const get = (words: string, count: number, isTerminal = true) =>
  crier(`comments get ${words}`, { env: SERVICE, network: withComments(count), isTerminal });

describe('a long table of comments', () => {
  test('is followed by their number', async () => {
    const { stderr } = await get('x', 400);
    expect(stderr).toBe('402 comments, of which 2 are replies\n');
  });

  test('of several posts is followed by the number of all', async () => {
    const { stderr } = await get('x y', 60);
    expect(stderr).toContain('124 comments, of which 4 are replies');
  });

  test.each([
    ['a short one', 'x', 90, true],
    ['JSON', 'x --json', 120, true],
    ['a pipe', 'x', 120, false],
    ['a table in a pipe', 'x -o table', 120, false],
    ['--quiet', 'x -q', 120, true],
  ] as const)('has none for %s', async (_what, words, count, isTerminal) => {
    expect((await get(words, count, isTerminal)).stderr).toBe('');
  });

  test('has only the number of the others for a few of many', async () => {
    expect((await get('x -n 20', 120, true)).stderr).toBe('100 more comments: raise -n to see more\n');
  });
});
