import { expect, test } from 'vitest';
import { formatEventName, getEventKind } from '../../../../src/domain/webhooks/event-name.ts';

test.each([
  [{}, null],
  [{ type: 'link' }, 'link'],
  [{ subAction: 'messageCreated', type: 'received' }, 'messageCreated'],
  [{ subAction: null, type: 'received' }, 'received'],
  [{ subAction: 7, type: 'received' }, null],
  [{ type: { a: 1 } }, null],
])('the kind of %j is %j', (fields, kind) => expect(getEventKind(fields)).toBe(kind));

test.each([
  ['social', 'link', 'social link'],
  ['social', null, 'social'],
  ['feed', 'feed', 'feed'],
  ['automation', 'automation.triggered', 'automation.triggered'],
])('an event %s of kind %j is named %s', (action, kind, name) => {
  expect(formatEventName({ action, kind })).toBe(name);
});
