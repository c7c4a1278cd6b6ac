import { expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '../../src/facts/webhook-events.ts';
import { scheduledEvent, tikTokPublishedEvent } from '../../src/rules/scheduled-event.ts';
import { eventFieldsOf } from '../facts/event-fields-of.ts';
import { quoted, specTable } from '../facts/read-spec.ts';

const ON_INSTAGRAM = {
  status: 'success',
  id: '17999000000000456',
  postUrl: 'https://instagram.example/p/1',
  platform: 'instagram',
};
const PENDING = {
  status: 'success',
  id: 'pending',
  idShare: 'share~v2.7',
  isVideo: true,
  platform: 'tiktok',
};
const POST = { id: 'Rb5tYw2QnE8sLk0ZcV3d', postIds: [ON_INSTAGRAM, PENDING], errors: [] };
const REFUSED = { action: 'post', status: 'error', code: 161, message: 'Relink it.', platform: 'facebook' };
const VIDEO = {
  idShare: 'share~v2.7',
  isVideo: true,
  postUrl: 'https://tiktok.example/video/7390000000000000456',
};

const keys = (event: object) => Object.keys(event).sort();

test('HOOK-25 scheduled has the fields of the table, and of the sample', () => {
  const event = scheduledEvent(POST);
  expect(event).toEqual({ status: 'success', ...POST });
  expect(keys(event)).toEqual([...eventFieldsOf('scheduled')].sort());
  expect(keys(event)).toEqual(keys(WEBHOOK_EVENTS.scheduled.fields()));
});

test.each([
  ['no network took it', { postIds: [], errors: [REFUSED] }],
  ['some did', { errors: [REFUSED] }],
])('it is an error when %s, and what came of each stays', (_what, part) => {
  const post = { ...POST, ...part };
  expect(scheduledEvent(post)).toEqual({ ...post, status: 'error' });
});

test('HOOK-25 tikTokPublished is the same, with what is known of the video', () => {
  const { idShare, ...published } = { ...PENDING, id: '7390000000000000456', postUrl: VIDEO.postUrl };
  const post = { ...POST, postIds: [ON_INSTAGRAM, published] };
  const event = tikTokPublishedEvent(post, VIDEO);
  expect(event).toEqual({
    subAction: 'tikTokPublished',
    ...scheduledEvent(post),
    platform: 'tiktok',
    ...VIDEO,
  });
  const [row = []] = specTable('undescribed-events', '`action`', 'Sent when').filter(([name = '']) =>
    name.includes('tikTokPublished'),
  );
  expect(keys(event)).toEqual([...eventFieldsOf('scheduled'), ...quoted(row[2] ?? ''), 'subAction'].sort());
  expect(keys(event)).toEqual(keys(WEBHOOK_EVENTS.tikTokPublished.fields()));
});
