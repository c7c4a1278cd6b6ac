import { expect, test } from 'vitest';
import { detectPrivateReplyReason } from '../../../../src/domain/requests/read-answer.ts';

test.each([
  ['The comment is older than 7 days.', 'the comment is older than 7 days'],
  ['Comment too old for a private reply', 'the comment is older than 7 days'],
  [
    'This comment has already been replied to',
    'the comment was already replied to: one private reply per comment',
  ],
  ['A reply was already sent', 'the comment was already replied to: one private reply per comment'],
  ['The comment was deleted by its author', 'the comment was deleted'],
  ['The commenter blocks message requests', 'the commenter blocks message requests'],
])('ERR-03 491 with the reason "%s"', (text, meaning) => {
  expect(detectPrivateReplyReason(text)).toBe(meaning);
});

test.each([
  ['gives nothing away', 'Private reply failed'],
  ['names several', 'deleted, or older than 7 days'],
  ['is empty', ''],
])('ERR-03 491 stays unexplained when its reason %s', (_why, text) => {
  expect(detectPrivateReplyReason(text)).toBeNull();
});
