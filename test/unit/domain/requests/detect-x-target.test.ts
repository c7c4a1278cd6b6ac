import { describe, expect, test } from 'vitest';
import { detectXTarget } from '../../../../src/domain/requests/detect-x-target.ts';

describe('the X pair goes where twitter is named', { tags: ['AUTH-05'] }, () => {
  test.each([
    [
      'a Social Post ID on X',
      { path: '/comments/19600', query: { searchPlatformId: true, platform: 'twitter' } },
    ],
    [
      'a new comment on some networks',
      { path: '/comments/abc', body: { platforms: ['instagram', 'twitter'] } },
    ],
    ['a deletion', { path: '/comments', body: { id: '19600', searchPlatformId: true, platform: 'twitter' } }],
    ['a deletion with its fields in the query', { path: '/comments/19600', query: { platform: 'twitter' } }],
    ['a new post', { path: '/post', body: { post: 'x', platforms: ['twitter'] } }],
    ['a new post on every network and on X', { path: '/post', body: { platforms: ['all', 'twitter'] } }],
    ['messages', { path: '/messages/twitter' }],
    ['messages, with a query at the end of the path', { path: '/messages/twitter?limit=10' }],
    ['its history', { path: '/history/twitter', query: { limit: 10 } }],
    ['a list of networks in one text', { path: '/history', query: { platforms: 'facebook,twitter' } }],
    ['details of the account', { path: '/user/details', query: { platform: 'twitter' } }],
    ['a path without its slash, or with one too many', { path: 'messages//twitter/' }],
  ])('%s', { tags: ['AUTH-05'] }, (_what, aim) => expect(detectXTarget(aim)).toBe('named'));
});

describe('where a post or comment may be on X', { tags: ['AUTH-05'] }, () => {
  test.each([
    ['a Service Post ID read', { path: '/comments/Rb5tYw2QnE8sLk0ZcV3d' }],
    ['the same with an empty query', { path: '/comments/Rb5tYw2QnE8sLk0ZcV3d', query: {} }],
    ['the same, in the long form', { path: '/comments/abc', query: { searchPlatformId: false } }],
    ['a read with its id in the query', { path: '/comments', query: { id: 'abc' } }],
    ['a comment on every network of a post', { path: '/comments/abc', body: { comment: 'x' } }],
    ['an empty list of networks', { path: '/comments/abc', body: { comment: 'x', platforms: [] } }],
    ['a reply', { path: '/comments/reply', body: { commentId: 'abc', comment: 'x' } }],
    ['a deletion by an id of the service', { path: '/comments', body: { id: 'abc' } }],
    ['a new post on every linked network', { path: '/post', body: { platforms: ['all'] } }],
    ['a check of such a post', { path: '/validate/post', body: { platforms: ['all'] } }],
    ['retry-post', { path: '/post/retry', body: { id: 'abc' } }],
    ['a post', { path: '/post/abc' }],
    ['a new feed', { path: '/feed', body: { url: 'https://blog.example/feed.xml' } }],
    ['a post of the history', { path: '/history/abc' }],
    ['analytics of a post', { path: '/analytics/post', body: { id: 'abc' } }],
    ['a body that is no object', { path: '/post', body: 'twitter' }],
    ['no body', { path: '/post', body: null }],
    ['a post with an id like the name of a resource', { path: '/post/automations' }],
    ['a post with an id that begins like a network', { path: '/history/twitter2Xb7' }],
  ])('%s', { tags: ['AUTH-05'] }, (_what, aim) => expect(detectXTarget(aim)).toBe('maybe'));
});

describe('on no other request', { tags: ['AUTH-05'] }, () => {
  test.each([
    [
      'a Social Post ID elsewhere',
      { path: '/comments/179', query: { searchPlatformId: true, platform: 'instagram' } },
    ],
    ['a comment on other networks', { path: '/comments/abc', body: { platforms: ['facebook', 'linkedin'] } }],
    [
      'a new post on other networks',
      { path: '/post', body: { platforms: ['bluesky'], post: 'about twitter' } },
    ],
    ['audio', { path: '/media/instagram/audio/search', query: { query: 'twitter' } }],
    ['automations', { path: '/automations', body: { platform: 'instagram' } }],
    ['the list of automations', { path: '/automations' }],
    ['automations that are wanted there', { path: '/automations', body: { platform: 'twitter' } }],
    ['the list of automations there', { path: '/automations', query: { platform: 'twitter' } }],
    ['messages elsewhere', { path: '/messages/facebook' }],
    ['automatic answers', { path: '/messages/autoresponse' }],
    ['the history of the service', { path: '/history' }],
    ['the history of another network', { path: '/history/facebook' }],
    ['webhooks', { path: '/hook/webhook', body: { action: 'automations', url: 'https://hooks.example/x' } }],
    ['profiles', { path: '/profiles' }],
    ['a path that only begins alike', { path: '/postpone' }],
    ['a path that only ends alike', { path: '/user/messages/twitter' }],
    ['a change of a feed', { path: '/feed', body: { id: 'abc' } }],
    ['no path', { path: '/' }],
  ])('%s', { tags: ['AUTH-05'] }, (_what, aim) => expect(detectXTarget(aim)).toBe('no'));
});
