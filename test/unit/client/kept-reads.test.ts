import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { createKeptReads } from '../../../src/client/kept-reads.ts';
import { replyToComment } from '../../../src/service/endpoints/comment-writes.ts';
import { getComments } from '../../../src/service/endpoints/comments.ts';

const POST = { params: { id: 'Sp7kQm2XvLr9TzBd4HnW' }, query: {} };
const REPLY = { body: { commentId: '18008214909100698', comment: 'Thank you' } };

/** A service whose comments are refreshed at ten past, and that counts the requests for them. */
function openService(time: () => string, more: object = {}) {
  let count = 0;
  const call = async (endpoint: { readonly method: string }) => {
    if (endpoint.method === 'GET') count += 1;
    const body = { nextUpdate: '2026-03-02T08:10:00Z', comments: ['18008214909100698'], ...more };
    return {
      http: 200,
      body,
      bytes: new TextEncoder().encode(JSON.stringify(body)),
      headers: { date: new Date(time()).toUTCString() },
    };
  };
  const client = { call } as unknown as Client; // the only member that is called
  return { client, count: () => count };
}

test.each([
  ['before they are refreshed, once', '2026-03-02T08:09:59Z', {}, 1],
  ['after that, again', '2026-03-02T08:10:00Z', {}, 2],
  ['again a minute after a network failed', '2026-03-02T08:01:30Z', { errors: [{ platform: 'twitter' }] }, 2],
  ['with another clock, again', '2026-03-02T07:00:00Z', {}, 2],
] as const)('comments are read %s', { tags: ['COM-13', 'COM-14'] }, async (_what, later, more, requests) => {
  let time = '2026-03-02T08:00:00Z';
  const service = openService(() => time, more);
  const client = createKeptReads().wrap(service.client, 'work');
  await client.call(getComments, POST);
  time = later;
  await client.call(replyToComment, { body: { commentId: 'of another post', comment: 'Hello there' } });
  await client.call(getComments, POST);
  expect(service.count()).toBe(requests);
});

test('a change drops what it may have changed, and another profile has answers of its own', async () => {
  const service = openService(() => '2026-03-02T08:00:00Z');
  const kept = createKeptReads();
  const client = kept.wrap(service.client, 'work');
  await client.call(getComments, POST);
  await kept.wrap(service.client, 'work harbour').call(getComments, POST);
  expect(service.count()).toBe(2);
  await client.call(replyToComment, REPLY);
  await client.call(getComments, POST);
  expect(service.count()).toBe(3);
});
