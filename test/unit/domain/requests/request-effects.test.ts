import { describe, expect, test } from 'vitest';
import {
  getLeastEffect,
  judgeRequest,
  toDraftRequest,
} from '../../../../src/domain/requests/request-effects.ts';
import type { RequestEffect } from '../../../../src/service/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../../src/service/endpoints.ts';

test.each([
  ['GET', 'none'],
  ['DELETE', 'delete'],
  ['POST', 'publish'],
  ['PUT', 'publish'],
  ['PATCH', 'publish'],
])('an unknown request is judged by its method, for the worst: %s', (method, effect) => {
  expect(judgeRequest(null, method, { requiresApproval: true })).toBe(effect);
});

describe('the effect of a request', () => {
  test.each<[EndpointName, unknown, RequestEffect]>([
    ['createPost', {}, 'publish'],
    ['createPost', null, 'publish'],
    ['createPost', { requiresApproval: true }, 'draft'],
    ['createPost', { requiresApproval: 'true' }, 'publish'],
    ['createPost', { requiresApproval: true, approved: false }, 'draft'],
    ['createPost', { requiresApproval: true, approved: true }, 'publish'],
    ['createPost', { approved: false }, 'publish'],
    ['updatePost', null, 'publish'],
    ['updatePost', ['notes'], 'publish'],
    ['updatePost', {}, 'draft'],
    ['updatePost', { id: '1', notes: 'n' }, 'draft'],
    ['updatePost', { notes: 'n', post: 'x' }, 'publish'],
    ['updatePost', { post: 'x' }, 'publish'],
    ['updatePost', { post: 'x', approved: false }, 'draft'],
    ['updatePost', { notes: 'n', approved: true }, 'publish'],
    ['updatePost', { post: 'x', scheduledPause: true }, 'draft'],
    ['updatePost', { notes: 'n', scheduledPause: false }, 'publish'],
    ['updatePost', { approved: true, scheduledPause: true }, 'publish'],
    ['updatePost', { approved: false, scheduledPause: false }, 'publish'],
    ['updatePost', { post: 'x', approved: 'false' }, 'publish'],
    ['setAutoResponse', { autoResponseActive: false }, 'draft'],
    ['setAutoResponse', { autoResponseActive: true }, 'publish'],
    ['setAutoResponse', {}, 'publish'],
    ['updateAutomation', { active: false }, 'draft'],
    ['updateAutomation', { active: true }, 'publish'],
    ['updateAutomation', { name: 'n' }, 'publish'],
  ])('%s with %j: %s', (name, body, effect) => expect(judgeRequest(name, 'POST', body)).toBe(effect));

  test('is that of the endpoint where the body does not lessen it', () => {
    expect(ENDPOINTS.deletePost.effect).toBe('delete');
    expect(judgeRequest('deletePost', 'DELETE', { active: false })).toBe('delete');
    expect(judgeRequest('getHistory', 'GET', null)).toBe('none');
  });
});

test.each<[EndpointName | null, RequestEffect]>([
  [null, 'draft'],
  ['createPost', 'draft'],
  ['updatePost', 'draft'],
  ['deletePost', 'delete'],
  ['getHistory', 'none'],
])('the least effect of %s is %s', (name, effect) => expect(getLeastEffect(name)).toBe(effect));

test.each<[EndpointName | null, object, object | null]>([
  ['createPost', { post: 'x' }, { post: 'x', requiresApproval: true }],
  ['updatePost', { post: 'x' }, { post: 'x', approved: false }],
  ['updatePost', { post: 'x', approved: false }, { post: 'x', approved: false }],
  ['updatePost', { post: 'x', approved: true }, null],
  ['updatePost', { scheduledPause: true }, null],
  ['updatePost', { approved: false, scheduledPause: false }, null],
  ['deletePost', { id: '1' }, null],
  [null, {}, null],
])('as a draft: %s with %j', (name, body, expected) => {
  expect(toDraftRequest(name, { ...body })).toEqual(expected);
});
