import { expect, test } from 'vitest';
import { createSharedRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const run = createSharedRunner();

const engage = (...words: readonly string[]) => run(['sandbox', 'engage', ...words, '--json']);

/** The comment that the tests begin with: its id is that of its event. */
const EVENT = '18055000000000789';
const comment = () =>
  engage('comment', '--from', 'mara', '--text', 'The GUIDE, please', '--comment-id', EVENT, '--run');

test('what was done is done again as a new event, with the changes that flags make', async () => {
  const [first] = (await comment()).json.events;
  const { json, stderr } = await engage('--like', EVENT, '--text', 'guides?');
  const [event] = json.events;
  expect(json).toMatchObject({
    like: EVENT,
    events: [{ username: first.username, duplicate: false, dispatches: [] }],
  });
  expect(event.eventId).not.toBe(EVENT);
  expect(stderr).toContain(`${event.eventId} is like ${EVENT}`);
  const again = (await engage('--like', EVENT, '--from', 'newcomer')).json;
  expect(again.events).toMatchObject([{ username: 'newcomer', dispatches: [{ keyword: 'GUIDE' }] }]);
});

test('what explains the new event says which one it was made after, also where no automation answers', async () => {
  const [{ dispatches }] = (await comment()).json.events;
  const automation = dispatches[0]?.automationId ?? 'auto_K7pW2mXq9L';
  const explain = (...words: readonly string[]) =>
    run(['automations', 'explain', automation, ...words, '--json']);
  const answered = (await engage('--like', EVENT, '--from', 'another')).json.events[0];
  const silent = (await engage('--like', EVENT, '--text', 'hello')).json.events[0];
  const finding = { subject: 'event', reason: `it was made after the event ${EVENT}, with changes` };
  for (const words of [[answered.dispatches[0].id], ['--comment-id', silent.eventId]])
    expect((await explain(...words)).json.findings.at(-1)).toMatchObject(finding);
  expect((await explain('--comment-id', EVENT)).stdout).not.toContain('was made after');
});

test('an activity row stands for its event', async () => {
  const [{ dispatches }] = (await comment()).json.events;
  const row = dispatches[0]?.id ?? `auto_K7pW2mXq9L:trg_any:${EVENT}`; // reported again, it has no new row
  expect((await engage('--like', row)).json).toMatchObject({ like: EVENT });
});

test('an event of another profile happens there again', async () => {
  const words = ['--text', 'Wow', '--comment-id', '18055000000000790', '--profile', 'harbour'];
  expect((await engage('comment', '--from', 'jonas', ...words)).exitCode).toBe(0);
  const direct = await engage('comment', '--from', 'ida', '--text', 'Wow', '--profile', 'harbour');
  const { json } = await engage('--like', '18055000000000790', '--from', 'ida');
  // the automations that stay silent are those of the account
  const listSilent = (document: { outcomes: { automationId: string }[] }) =>
    document.outcomes.map(({ automationId }) => automationId);
  expect(listSilent(json)).toEqual(listSilent(direct.json));
});

test('a DM has no handle: where no automation knows its person, --from is asked for', async () => {
  const { json } = await engage('dm', '--from', 'mara', '--text', 'hello');
  const { eventId } = json.events[0];
  expect(await engage('--like', eventId)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--from'),
  });
  expect((await engage('--like', eventId, '--from', 'mara')).json).toMatchObject({ like: eventId });
});

test.each([
  ['an event that is not there', ['--like', '404'], 5],
  ['another kind of event', ['dm', '--like', EVENT], 2],
  ['a comment that is reported again', ['--like', EVENT, '--comment-id', '1'], 2],
  ['a flag that the kind does not have', ['--like', EVENT, '--emoji', '❤️'], 2],
])('%s is refused', async (_what, words, exitCode) => {
  await comment();
  expect((await engage(...words)).exitCode).toBe(exitCode);
});
