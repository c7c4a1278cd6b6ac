import { expect, test } from 'vitest';
import { buildScheduledEvent, buildTikTokPublishedEvent } from '../../../src/sandbox/publish/post-events.ts';
import { WEBHOOK_EVENTS } from '../../../src/service/webhook-events.ts';
import { eventFieldsOf } from '../service/event-fields-of.ts';

const { scheduled, tikTokPublished } = WEBHOOK_EVENTS;
const keys = (event: object) => Object.keys(event).toSorted();

test('HOOK-25 a post that was published by schedule: every field of the table, and those of the sample', () => {
  const sample = scheduled.fields();
  const event = buildScheduledEvent({ ...sample, ...{ refId: 'not told', post: 'nor this' } });
  expect(event).toEqual(sample);
  expect(keys(event)).toEqual(eventFieldsOf('scheduled').toSorted());
});

test('HOOK-25 POST-02 a tiktok video whose id is known: the same, and the fields of the video', () => {
  const { idShare, isVideo, postUrl, ...rest } = tikTokPublished.fields();
  const event = buildTikTokPublishedEvent(rest, { idShare, isVideo, postUrl });
  expect(event).toEqual(tikTokPublished.fields());
  expect(keys(event)).toEqual(
    [...keys(scheduled.fields()), 'subAction', 'idShare', 'isVideo', 'platform', 'postUrl'].toSorted(),
  );
});
