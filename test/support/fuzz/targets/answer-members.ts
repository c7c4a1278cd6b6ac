import { readEnvelope } from '../../../../src/cli/features/analytics/read-metrics.ts';
import { readCommentsEnvelope } from '../../../../src/cli/features/comments/unify-comments.ts';
import { readEventIds } from '../../../../src/cli/features/hooks/reconcile/sources.ts';
import { readLinkMembers } from '../../../../src/cli/features/links/link-clicks.ts';
import {
  readDeletedPost,
  readDeletedPosts,
  readDeletedReposts,
} from '../../../../src/cli/features/posts/deleted-posts.ts';
import { readSeriesFields } from '../../../../src/cli/features/posts/files/series-fields.ts';
import { readPostOutcome } from '../../../../src/cli/features/posts/read-post-outcome.ts';
import { readCounts, readShare } from '../../../../src/cli/framework/output/drawings.ts';
import { readFailedLeg } from '../../../../src/cli/framework/output/failures.ts';
import { parseLongError } from '../../../../src/client/parse-json.ts';
import { readBody, UnreadableError } from '../../../../src/client/read-body.ts';
import { readEntries } from '../../../../src/domain/automations/automation-entries.ts';
import { readWrittenComment } from '../../../../src/domain/comments/read-written-comment.ts';
import { tryParseBoundedJson } from '../../../../src/domain/json/bounded-json.ts';
import { readCode, readNetworkErrors } from '../../../../src/domain/requests/read-answer.ts';
import { CrierError } from '../../../../src/errors.ts';
import { readTimeStamp } from '../../../../src/receiver/received-delivery.ts';
import { readUpTo } from '../../../../src/sandbox/http/sandbox-request.ts';
import { expectDeclared, type FuzzTarget, JSON_MARKS, toBytes } from '../fuzz-target.ts';

const READERS: readonly ((value: unknown) => unknown)[] = [
  readEnvelope,
  readCommentsEnvelope,
  readEventIds,
  readLinkMembers,
  readDeletedPost,
  readDeletedPosts,
  readDeletedReposts,
  readSeriesFields,
  readPostOutcome,
  readCounts,
  readShare,
  readFailedLeg,
  (body) => [readEntries(body, 'triggers'), readEntries(body, 'actions')],
  (body) => [readWrittenComment(body, 'a', 'comment'), readWrittenComment(body, 'a', 'reply')],
  readCode,
  readNetworkErrors,
];

/** JSON of any shape, where an answer of the service is expected. */
export const answerMembers: FuzzTarget = {
  seeds: [
    '{"status":"partial","id":"a","errors":[{"platform":"instagram","code":"161","message":"m","status":"error"}],"nextUpdate":{"_seconds":1790000600},"lastUpdated":null}',
    '{"instagram":{"status":"success","commentId":"1"},"twitter":{"status":"error","code":272},"errors":{"tiktok":{"code":1}}}',
    '{"posts":[{"id":"a","status":"success","errors":[],"postIds":[{"platform":"x","id":1,"status":"success","postUrl":"u"}]}],"validate":true,"scheduleDate":"2026-10-01T10:00:00Z"}',
    '{"deletedReposts":["a",1],"postIds":{},"refId":null,"warnings":["w",{"code":1}],"urls":["u"],"days":["mo"],"every":"2d","until":"2026-10-01"}',
    '{"action":"automations","type":"t","hookId":"h","activityId":"a","timeStamp":1790000000,"event":{"id":1}}',
    '{"triggers":[{"type":"dm_keyword"}],"actions":{},"totalClicks":12,"shortUrl":"s"}',
    '[0.5,1,2]',
  ],
  tokens: [
    ...JSON_MARKS,
    ...[
      '"status":',
      '"errors":',
      '"code":',
      '"platform":',
      '"postIds":',
      '"posts":',
      '"id":',
      '"message":',
      '"_seconds":',
    ],
    ...[
      'null',
      'true',
      '1e400',
      '-1',
      '"error"',
      '"success"',
      '"partial"',
      '"__proto__":',
      '"constructor":',
      '"schedule":',
      '"every":',
    ],
  ],
  run(input) {
    const value = tryParseBoundedJson(input);
    for (const read of READERS)
      expectDeclared(
        () => read(value),
        (error) => error instanceof CrierError,
      );
  },
};

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

const LARGEST_BYTES = 100_000;
const COMPRESSED = '\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x04\x00\x43\xbe\xb7\xe8\x01\x00\x00\x00';

/** The content codings of a body, a line break, and its bytes. */
export const bodies: FuzzTarget = {
  isBytes: true,
  seeds: [
    `gzip\n${COMPRESSED}`,
    `identity, gzip\n${COMPRESSED}`,
    'br\n\x0b\x00\x80a\x03',
    'deflate\nx\x9cK\x04\x00\x00b\x00b',
    '\n{"status":"error","code":101,"message":"m","details":"d","timeStamp":1790000000}',
  ],
  tokens: [
    'gzip',
    'br',
    'deflate',
    'identity',
    'zstd',
    ',',
    '\n',
    COMPRESSED,
    '"code":',
    '"message":',
    '"timeStamp":',
    '{',
    '}',
    '\xff',
  ],
  async run(input) {
    const at = input.indexOf('\n');
    const bytes = toBytes(input.slice(at + 1));
    const isDeclared = (error: unknown) => error instanceof UnreadableError;
    const body = await readBody(inChunks(bytes), input.slice(0, Math.max(0, at)), LARGEST_BYTES).catch(
      (error: unknown) => {
        if (!isDeclared(error)) throw error;
        return null;
      },
    );
    if (body !== null && body.length > LARGEST_BYTES)
      throw new Error(`${body.length} bytes are more than may be read`);
    for (const read of [body ?? bytes, bytes]) {
      readTimeStamp(read);
      expectDeclared(() => parseLongError(read), isDeclared);
    }
    const start = await readUpTo(inChunks(bytes), 10);
    if (start.length < Math.min(10, bytes.length)) throw new Error('bytes are missing');
  },
};
