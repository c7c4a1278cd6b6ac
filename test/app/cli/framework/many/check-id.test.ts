import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { checkId } from '../../../../../src/cli/framework/many/read-ids.ts';
import { CrierError } from '../../../../../src/errors.ts';
import { SEED_POSTS } from '../../../../../src/sandbox/demo/demo-seed.ts';
import { deriveUserId } from '../../../../../src/sandbox/networks/network-ids.ts';
import { Platform } from '../../../../../src/service/platforms.ts';
import { crier } from '../../../../support/crier.ts';

describe('what may be an id', () => {
  test.each([
    ['the service', 'Sp7kQm2XvLr9TzBd4HnW'],
    ['the service, at its simplest', 'x'],
    ['bluesky', 'at://did:plc:uxnqzvqn4lfqk3lkgjhi2ovp/app.bsky.feed.post/3lbqtaeiuf22x'],
    ['facebook', '102847562910334_1048577203948571'],
    ['instagram', '18119826100716099'],
    ['linkedin, a share', 'urn:li:share:7312048571936420117'],
    ['linkedin, a comment', 'urn:li:comment:(urn:li:activity:7,9)'],
    ['linkedin, in an address', 'urn%3Ali%3Acomment%3A%28urn%3Ali%3Aactivity%3A7%2C9%29'],
    ['reddit', 't1_kx7a9zq'],
    ['threads', '17902837465019283'],
    ['tiktok', '7312048571936420117'],
    ['tiktok, not there yet', 'pending'],
    ['twitter', '1856273849506172839'],
    ['youtube, a video', '-_dQw4w9WgX'],
    ['youtube, a comment', 'UgxKREWxIgDrw8w2e_Z4AaABAg'],
    ['youtube, a reply', 'UgxKREWxIgDrw8w2e_Z4AaABAg.9Kq7aXyZ_-b'],
    ['gmb', 'accounts/118273645/locations/92837/reviews/AbFvOqk='],
    ['telegram', '-1001234567890'],
    ['pinterest', '813744226420795884'],
    ['whatsapp', 'wamid.HBgLMTU1NTU1NTU1NTUVAgARGBI='],
    ['snapchat', 'W7_EDlXWTBiXAEEniNoMPwAAY'],
    ['an unknown id', '../../escape'],
  ])('of %s: %s', (_network, id) => {
    expect(() => checkId(id)).not.toThrow();
  });

  test('every id of the demo data, and every made one', () => {
    const ids = SEED_POSTS.flatMap(({ id, ...post }) => [id, ...idsIn(post)]);
    expect(ids.length).toBeGreaterThan(100);
    for (const id of [...ids, ...Platform.options.map((platform) => deriveUserId(platform, 'someone'))])
      expect(() => checkId(id), id).not.toThrow();
  });
});

/** Every `id` of what is nested, at any depth. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'id' && typeof member === 'string' ? [member] : idsIn(member),
  );
}

/** Words as gh, jq and browsers have them, and the flag that they belong to. */
const SLIPS = [
  ['fields', 'likes,text', '--fields'],
  ['a jq program', '.comments', '--jq'],
  ['a jq program of a list', '.[]', '--jq'],
  ['a jq program with a pipe', "map('x')|length", '--jq'],
  ['this folder', '.', 'posts list'],
  ['the folder above', '..', 'posts list'],
  ['JSON', '{"id":"x"}', ".posts[].id'"],
  ['a list', '["x"]', ".posts[].id'"],
  ['white space', 'one two', 'separate ids with spaces'],
  ['a URL', 'https://www.instagram.com/p/C8x/', 'use the id in the URL'],
  ['a URL without its scheme', 'www.tiktok.com/@a/video/7', 'use the id in the URL'],
  ['two ids of linkedin', 'urn:li:comment:(urn:li:activity:7,9),8', 'spaces'],
] as const;

describe('what is not an id', () => {
  test.each(SLIPS)('%s: %s', (_what, id, hint) => {
    expect(() => checkId(id)).toThrow(CrierError);
    try {
      checkId(id);
    } catch (error) {
      expect((error as CrierError).facts.advice).toContain(hint); // it is one, as the line above holds
    }
  });

  test.each([
    ['Sp7kQm2XvLr9TzBd4HnW x', '"Sp7kQm2XvLr9TzBd4HnW x" is not an id'],
    ['17912345678901234,17912345678901235', '"17912345678901234,17912345678901235" is not an id'],
    ['B7Q2M9X-K4T8VZ1-P3N6W5R-J0H2D8C x', '"****8C x" is not an id'],
  ])(
    'ids are repeated as they were typed, and what may be a key is not: %s',
    { tags: ['C4'] },
    (typed, words) => {
      expect(() => checkId(typed)).toThrow(words);
    },
  );

  test.each([
    ['comments', 'get', 'x', 'likes,text'],
    ['comments', 'watch', '.comments', '--once'],
    ['automations', 'report', 'https://x.com/a/status/1'],
    ['comments', 'replies', '{"id":"1"}', '--platform', 'instagram'],
    ['posts', 'get', 'a,b'],
  ])('%s %s refuses it, and sends no request', async (...words) => {
    const env = { CRIER_BASE_URL: 'https://api.example.com', CRIER_API_KEY: 'K' };
    const { exitCode, stdout, stderr } = await crier(words, { env, network: neverAsked });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('is not an id');
  });

  test.each([
    ['the document of a list', ['posts', 'list', '-n', '2', '--json']],
    ['a record per line', ['posts', 'list', '-n', '2', '-o', 'ndjson']],
  ])('a file may be %s', async (_what, words) => {
    const { stdout, json } = await crier([...words, '--sandbox']);
    const { exitCode, json: read } = await crier('posts get --ids-from - --json --sandbox', {
      stdin: stdout,
    });
    const listed = z.object({ posts: z.array(z.object({ id: z.string() })) });
    const ids = words.includes('--json')
      ? listed.parse(json).posts.map(({ id }) => id)
      : stdout
          .trimEnd()
          .split('\n')
          .map((line) => listed.shape.posts.element.parse(JSON.parse(line)).id);
    expect([exitCode, listed.parse(read).posts.map(({ id }) => id)]).toEqual([0, ids]);
  });

  test.each([
    ['a document with an id and a list', { id: 'a', comments: [{ id: 'b' }] }],
    ['records without ids', { profiles: [{ alias: 'a' }] }],
    ['two lists', { posts: [{ id: 'a' }], comments: [{ id: 'b' }] }],
    ['ids that are numbers', [{ id: 12_345 }]],
  ])('%s in JSON is refused, with the program that makes ids of it', async (_what, document) => {
    const stdin = JSON.stringify(document, null, 2);
    const { exitCode, stderr } = await crier('comments get --ids-from - --sandbox', { stdin });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('line 1 of standard input is not an id: it looks like JSON');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain("--jq '.posts[].id'");
  });

  test('the line is named, and blank lines count', async () => {
    const { stderr } = await crier('comments get --ids-from - --sandbox', { stdin: 'id\na\n\nb,c\n' });
    expect(stderr).toContain('line 4 of standard input is not an id');
  });
});

const neverAsked = () => Promise.reject(new Error('it was asked'));
