import { beforeEach, describe, expect, test } from 'vitest';
import { type CommentWriter, commentWriter } from '../../../support/sandbox/comment-writer.ts';
import { type SmallSandbox, smallSandbox } from '../../../support/small-sandbox.ts';
import { POST, SLIGHT_SEED, threadOn } from '../../../support/small-seed.ts';

let small: SmallSandbox;
let create: CommentWriter['create'];
beforeEach(async () => {
  small = await smallSandbox(SLIGHT_SEED);
  ({ create } = commentWriter(small));
});

const send = (method: string, path: string, body: unknown = null) =>
  small.ask(path, { method, body: body === null ? null : JSON.stringify(body) });
const oneComment = async () =>
  (await create(POST.everywhere, { comment: 'x', platforms: ['facebook'] })).body;

describe('a comment', () => {
  test.each<[string, string, object]>([
    ['spec: the id in the path', `/comments/${POST.silent}`, {}],
    ['alt: the id in the body', '/comments', { id: POST.silent }],
    ['the same id twice', `/comments/${POST.silent}`, { id: POST.silent }],
    ['the id in the query', `/comments?id=${POST.silent}`, {}],
  ])('%s', { tags: ['COM-22'] }, async (_what, path, more) => {
    const { http, body } = await send('POST', path, { comment: 'hello', ...more });
    expect([http, body.status, body.id]).toEqual([200, 'success', POST.silent]);
  });

  test.each<[string, string, object]>([
    ['one id in the path and another one in the body', `/comments/${POST.silent}`, { id: POST.onX }],
    ['an id in the body that is no text', `/comments/${POST.silent}`, { id: 7 }],
    ['no id anywhere', '/comments', {}],
    ['a blank id', '/comments', { id: ' ' }],
    ['an id that is no text', '/comments', { id: ['x'] }],
  ])('101: %s', async (_what, path, more) => {
    const { http, body } = await send('POST', path, { comment: 'hello', ...more });
    expect([http, body.code, body.action]).toEqual([400, 101, 'comments']);
    expect(body.details).toContain('id');
  });

  test('an id that is written in the path with signs is read', async () => {
    const sent = { comment: 'x', searchPlatformId: true, platforms: ['bluesky'] };
    const { body } = await create('at://did:plc:x/app.post/3 (a,b)%', sent);
    expect([body.code, body.id]).toEqual([186, 'at://did:plc:x/app.post/3 (a,b)%']);
  });
});

describe('a reply', () => {
  test.each<[string, (id: string) => [string, object]]>([
    ['the id in the body', (id) => ['/comments/reply', { commentId: id }]],
    ['the id in the path', (id) => [`/comments/reply/${id}`, {}]],
    ['the same id twice', (id) => [`/comments/reply/${id}`, { commentId: id }]],
  ])('%s', { tags: ['COM-28'] }, async (_what, asked) => {
    const { commentId } = await oneComment();
    const [path, more] = asked(commentId);
    const { http, body } = await send('POST', path, { comment: 'y', ...more });
    expect([http, body.status, body.id]).toEqual([200, 'success', POST.everywhere]);
  });

  test('/comments/reply is no comment on a post with the id reply', async () => {
    const { http, body } = await send('POST', '/comments/reply', { comment: 'y' });
    expect([http, body.code]).toEqual([400, 101]);
    expect(body.details).toBe('commentId: is required');
  });

  test('without a body, what is missing is named', async () => {
    const { http, body } = await send('POST', '/comments/reply');
    expect([http, body.code]).toEqual([400, 101]);
    expect(body.details).toBe('comment: is required; commentId: is required');
  });

  test('one id in the path and another one in the body is 101', async () => {
    const { http, body } = await send('POST', '/comments/reply/a', { comment: 'y', commentId: 'b' });
    expect([http, body.code]).toEqual([400, 101]);
  });
});

describe('a deletion', () => {
  test.each<[string, (id: string) => [string, object | null]]>([
    ['spec: the id in the body', (id) => ['/comments', { id }]],
    ['alt: the id in the path', (id) => [`/comments/${id}`, null]],
    ['the id in the query', (id) => [`/comments?id=${id}`, null]],
    ['the same id twice', (id) => [`/comments/${id}`, { id }]],
    ['in path and query the same', (id) => [`/comments/${id}?id=${id}`, {}]],
    ['the body before the query', (id) => ['/comments?id=other', { id }]],
  ])('%s', { tags: ['COM-28'] }, async (_what, asked) => {
    const { commentId } = await oneComment();
    const [path, body] = asked(commentId);
    const answer = await send('DELETE', path, body);
    expect([answer.http, answer.body.status, answer.body.id]).toEqual([200, 'success', commentId]);
  });

  const { comment: id } = threadOn('facebook');
  test.each<[string, string, object | null]>([
    ['spec', '/comments', { id, searchPlatformId: true, platform: 'facebook' }],
    ['alt, the others in the body', `/comments/${id}`, { searchPlatformId: true, platform: 'facebook' }],
    ['all in the query', `/comments?id=${id}&searchPlatformId=true&platform=facebook`, null],
    ['the query has what the body lacks', `/comments/${id}?platforms=facebook`, { searchPlatformId: true }],
  ])('by Social Comment ID: %s', async (_what, path, body) => {
    const answer = await send('DELETE', path, body);
    expect(answer.body).toMatchObject({ status: 'success', id, facebook: { id } });
  });

  test.each<[string, string, unknown]>([
    ['one id in the path and another one in the body', '/comments/a', { id: 'b' }],
    ['one id in the path and another one in the query', '/comments/a?id=b', null],
    ['no id anywhere', '/comments', null],
    ['searchPlatformId that is neither', `/comments/${id}?searchPlatformId=yes&platform=facebook`, null],
    [
      'several networks in the query',
      `/comments/${id}?searchPlatformId=true&platforms=facebook,twitter`,
      null,
    ],
    ['a body that is no object', '/comments?id=a', ['b']],
  ])('101: %s', async (_what, path, body) => {
    const answer = await send('DELETE', path, body);
    expect([answer.http, answer.body.code]).toEqual([400, 101]);
  });

  test('twitter in the query, without the X pair, is 419 for the whole', { tags: ['AUTH-08'] }, async () => {
    const path = '/comments/1?searchPlatformId=true&platform=twitter';
    const { http, body } = await small.ask(path, { method: 'DELETE', x: 'none' });
    expect([http, body.code]).toEqual([400, 419]);
  });
});
