import type { LookupAddress, LookupOptions } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { createPublicLookup } from '../../../src/outbound/public-lookup.ts';
import type { Resolve } from '../../../src/outbound/target.ts';

interface LookupAnswer {
  error: Error | null;
  found: string | LookupAddress[];
  family: number | undefined;
}

function lookUp(resolve: Resolve, options: LookupOptions): Promise<LookupAnswer> {
  const look = createPublicLookup(new URL('https://hooks.example.com/a'), resolve);
  return new Promise((done) =>
    look?.('hooks.example.com', options, (error, found, family) => done({ error, found, family })),
  );
}

const BOTH: Resolve = async () => ['8.8.8.8', '2606:4700::1111'];

describe('the lookup of a public host', { tags: ['S1'] }, () => {
  test('gives out all its addresses, or the first', async () => {
    const all = [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ];
    expect(await lookUp(BOTH, { all: true })).toEqual({ error: null, found: all, family: undefined });
    const first = { error: null, found: '8.8.8.8', family: 4 };
    expect(await lookUp(BOTH, { all: false })).toEqual(first);
    expect(await lookUp(BOTH, {})).toEqual(first);
  });

  test.each([['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['169.254.169.254']])(
    'gives out none where one is not public: %s',
    async (...addresses) => {
      const { error, found } = await lookUp(async () => addresses, { all: true });
      expect([error?.message, found]).toEqual(['address not allowed', []]);
    },
  );

  test('explains a name that is not found by the error of the system', async () => {
    const cause = new Error('queryA ENOTFOUND');
    expect((await lookUp(() => Promise.reject(cause), {})).error).toBe(cause);
    expect((await lookUp(async () => [], {})).error?.message).toBe('name not found');
    const { error } = await lookUp(() => Promise.reject('odd'), {});
    expect(error?.message).toBe('name not found');
  });
});

test.each([
  'http://hooks.example.com/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://me@hooks.example.com/',
])('no lookup for a URL that is not public: %s', { tags: ['S2'] }, (url) => {
  expect(createPublicLookup(new URL(url), BOTH)).toBeNull();
});
