import { expect, test } from 'vitest';
import { outboxOf } from '../../src/cli/engage/outbox.ts';
import type { SandboxControl } from '../../src/cli/sandbox-control.ts';

const MANY = 2_500;
/** What fits into one request. */
const AT_ONCE = 1_000;

test('whom very many emails are about is asked for in several requests, each of which fits', async () => {
  const emails = Array.from({ length: MANY }, (_, place) => ({
    key: `auto_1:trg_1:${place}:act_1`,
    profile: 'primary',
    to: 'desk@shop.example',
    subject: null,
    message: 'One more.',
    at: '2026-09-21T14:13:20Z',
  }));
  const asked: number[] = [];
  const answers = {
    listInbox: () => ({ messages: [] }),
    listOutbox: () => ({ emails }),
    listDeliveries: () => ({ deliveries: [] }),
    findActivity: ({ ids }: { readonly ids: readonly string[] }) => {
      asked.push(ids.length);
      const activity = ids.map((id) => ({ id, recipientId: `person of ${id}`, recipientUsername: null }));
      return { activity, waiting: [], names: {} };
    },
  };
  const call = async (name: keyof typeof answers, input: never) => answers[name](input);
  const sent = await outboxOf({ call } as unknown as SandboxControl); // all that is asked of it
  expect(sent).toHaveLength(MANY);
  expect(sent.every(({ activityId, recipientId }) => recipientId === `person of ${activityId}`)).toBe(true);
  expect(asked).toEqual([AT_ONCE, AT_ONCE, MANY - 2 * AT_ONCE]);
});
