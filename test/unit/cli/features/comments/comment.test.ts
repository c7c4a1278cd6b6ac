import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Author, Comment, CommentsDocument } from '../../../../../src/cli/features/comments/comment.ts';
import { readDocProse } from '../../../../support/docs/read-doc.ts';
import { type Fields, readFields } from '../../../service/read-record.ts';

const OUTPUT = readDocProse('command-line', 'output');

/** The fields of the sentence that begins with these words. */
function readFieldsAfter(words: string): Fields {
  const [, list] = new RegExp(`${words}([^.]*)\\.`).exec(OUTPUT) ?? [];
  if (list === undefined) throw new Error(`docs/command-line.md#output does not say "${words}"`);
  return readFields(list);
}

const NONE = { id: null, name: null, handle: null, url: null, avatarUrl: null, isMe: null };
const BARE = {
  platform: 'reddit',
  id: null,
  parentId: null,
  author: NONE,
  text: null,
  createdAt: null,
  likes: null,
  replyCount: null,
  url: null,
  replies: [],
  isAnswered: null,
  extra: {},
};

describe('the one comment record', () => {
  test('has the fields of the contract, in its order', () => {
    const fields = readFieldsAfter('Comments of all networks have one record:');
    expect(Object.keys(Comment.shape)).toEqual(Object.keys(fields));
    expect(Object.keys(Author.shape)).toEqual(Object.keys(fields['author'] ?? {}));
  });

  test('may be empty but for its network, its replies and its extra', () => {
    expect(Comment.parse(BARE)).toEqual(BARE);
    for (const field of ['platform', 'author', 'replies', 'extra']) {
      expect([field, Comment.safeParse({ ...BARE, [field]: null }).success]).toEqual([field, false]);
    }
  });

  test('may be of a network that crier does not know', () => {
    expect(Comment.safeParse({ ...BARE, platform: 'mastodon' }).success).toBe(true);
  });

  test.each(Object.keys(BARE))('never lacks %s', (field) => {
    const { [field]: _left, ...rest }: Readonly<Record<string, unknown>> = BARE;
    expect(Comment.safeParse(rest).success).toBe(false);
  });

  test('keeps what is not its own under extra, in replies too', () => {
    expect(Comment.safeParse({ ...BARE, replies: [BARE] }).success).toBe(true);
    expect(Comment.safeParse({ ...BARE, replies: [{ ...BARE, ups: 3 }] }).success).toBe(false);
    expect(Comment.safeParse({ ...BARE, extra: { ups: 3 } }).success).toBe(true);
  });
});

describe('the document', () => {
  test('has the fields of the contract, in its order', () => {
    expect(Object.keys(CommentsDocument.shape)).toEqual(Object.keys(readFieldsAfter('The document has ')));
  });

  test('has a JSON Schema', () => {
    expect(z.toJSONSchema(CommentsDocument)).toMatchObject({ type: 'object', additionalProperties: false });
  });
});
