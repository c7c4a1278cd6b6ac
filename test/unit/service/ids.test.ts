import { describe, expect, test } from 'vitest';
import {
  AnyId,
  AudioId,
  ID_KINDS,
  ServiceCommentId,
  ServicePostId,
  SocialCommentId,
  SocialPostId,
} from '../../../src/service/ids.ts';
import { readDocTable } from '../../support/docs/read-doc.ts';

const SCHEMAS = { AnyId, AudioId, ServiceCommentId, ServicePostId, SocialCommentId, SocialPostId };

describe.each(Object.entries(SCHEMAS))('%s', (_name, schema) => {
  test.each([
    '17999000000000456',
    'Rb5tYw2QnE8sLk0ZcV3d',
    'urn:li:comment:(urn:li:activity:71,9)',
    'a b',
    '0',
    'é',
  ])('takes %j as it is', { tags: ['COM-25'] }, (id) => expect(schema.parse(id)).toBe(id));

  test.each(['', ' ', '\t\n', 17, null, undefined, {}])('refuses %j', { tags: ['COM-25'] }, (id) => {
    expect(schema.safeParse(id).success).toBe(false);
  });
});

test('the kinds of ids are those of the table', () => {
  const rows = readDocTable('service/general', 'identifiers', 'kind', 'produced by');
  const kinds = Object.values(ID_KINDS);
  expect(kinds.map(({ name }) => name)).toEqual(rows.map(([kind]) => kind));
  expect(kinds.map(({ from }) => from === 'the service')).toEqual(
    rows.map(([, from]) => from === 'the service'),
  );
});
