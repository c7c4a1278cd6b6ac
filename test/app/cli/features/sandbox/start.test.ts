import { expect, test } from 'vitest';
import { formatAttempt, formatPublished } from '../../../../../src/cli/features/sandbox/commands/start.ts';
import type { AttemptReport, PublishedDuePost } from '../../../../../src/sandbox/engine/ports.ts';

const AT = Date.parse('2026-09-21T14:13:20Z');
const TAKEN: AttemptReport = {
  hookId: 'Ws3eDc6RfV0tGb8YhN2u',
  action: 'automations',
  type: 'automation.triggered',
  ms: 12,
  attempt: 0,
  at: AT,
  status: 200,
  error: null,
  state: 'delivered',
  nextAt: null,
  requirement: null,
};
const FAILED = { status: 503, error: 'status 503' } as const;

test.each<[Partial<AttemptReport>, string]>([
  [{}, 'automation.triggered, attempt 0: status 200, delivered'],
  [
    { ...FAILED, attempt: 3, state: 'waiting', nextAt: AT + 45_000 },
    'automation.triggered, attempt 3: status 503, retry at 2026-09-21T14:14:05Z',
  ],
  [
    { status: null, error: 'timeout', attempt: 12, state: 'failed' },
    'automation.triggered, attempt 12: timeout, failed permanently',
  ],
  [
    {
      status: null,
      error: 'address not allowed',
      state: 'waiting',
      nextAt: AT,
      requirement: 'a run with --allow-private localhost:80',
    },
    'automation.triggered, attempt 0: address not allowed, waits for a run with --allow-private localhost:80',
  ],
  [
    { action: 'messages', type: 'messageCreated' },
    'messages messageCreated, attempt 0: status 200, delivered',
  ],
  [{ action: 'comments', type: null }, 'comments, attempt 0: status 200, delivered'],
])('a line for an attempt of a delivery: %o', (changed, expected) => {
  expect(formatAttempt({ ...TAKEN, ...changed })).toBe(
    `2026-09-21T14:13:20Z Ws3eDc6RfV0tGb8YhN2u ${expected}`,
  );
});

const id = 'Rb5tYw2QnE8sLk0ZcV3d';

test.each<[Pick<PublishedDuePost, 'networks' | 'errors'>, string]>([
  [{ networks: ['instagram', 'linkedin'], errors: [] }, 'published on Instagram, LinkedIn'],
  [
    { networks: ['instagram', 'linkedin'], errors: [{ platform: 'twitter', code: 416 }] },
    'published on Instagram, LinkedIn; refused by X (416)',
  ],
  [{ networks: [], errors: [{ platform: 'twitter', code: 419 }] }, 'refused by X (419)'],
  [{ networks: [], errors: [] }, 'not published'],
])('a line for a post that was due: %o', (outcome, expected) => {
  expect(formatPublished({ at: AT, id, ...outcome })).toBe(`2026-09-21T14:13:20Z ${id}: ${expected}`);
});
