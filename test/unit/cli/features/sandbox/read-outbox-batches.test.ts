import { expect, test } from 'vitest';
import {
  OUTBOX_START,
  readOutboxBatches,
} from '../../../../../src/cli/features/sandbox/read-outbox-batches.ts';
import type { SandboxControl } from '../../../../../src/cli/framework/command/sandbox/sandbox-control.ts';

const EMAIL = {
  key: 'primary',
  profile: 'primary',
  to: 'info@kestrel.example',
  subject: 'News',
  message: 'hello',
  at: '2026-09-20T08:15:00Z',
  activityId: null,
  cursor: 'first',
};

/** A sandbox whose emails are one page that names itself as the next one. */
const call = async (name: string) => {
  const meta = {
    pagination: { next: name === 'listOutbox' ? 'abc' : null, hasMore: false, limit: 1, start: 's' },
  };
  return {
    messages: [],
    emails: name === 'listOutbox' ? [EMAIL] : [],
    deliveries: [],
    activity: [],
    waiting: [],
    callbacks: [],
    remaining: [],
    names: {},
    meta,
  };
};

test('an outbox whose cursors go round is read once, and fails', async () => {
  const control = { call } as unknown as SandboxControl; // of its calls, the lists are used
  const read = readOutboxBatches(
    control,
    { filter: {}, now: 0 },
    { order: 'newest', from: OUTBOX_START, batch: 2 },
  );
  const first = await read.next();
  expect(first.value?.items).toHaveLength(1);
  await expect(read.next()).rejects.toThrow('the list did not end');
});
