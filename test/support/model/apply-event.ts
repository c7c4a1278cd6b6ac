import { DAY_MS } from '../../../src/service/durations.ts';
import type { Engage, ModelCommand } from './command.ts';
import { EXPECTED, POSTS, STORIES, written } from './expected.ts';
import { modelEngage, modelFires } from './model.ts';
import { modelAdvance } from './model-callbacks.ts';
import { Difference, type Scenario } from './scenario.ts';
import { type ModelEvent, picked } from './world.ts';

type EngageCommandOf<D extends ModelCommand['do']> = Extract<ModelCommand, { do: D }>;

/** A follower engages; model and sandbox ingest it. @throws Difference when they do not fire the same */
export async function engage(scenario: Scenario, command: Engage): Promise<void> {
  const { world, sandbox, automationIds } = scenario;
  const heard = heardOf(scenario, command);
  if (isOnGoneStory(scenario, heard)) return;
  const { events } = await whileListening(scenario, command, () => sandbox.control('engage', orderOf(heard)));
  const [applied] = events;
  if (applied === undefined) throw new Difference('nothing happened');
  const event: ModelEvent = { ...heard, eventId: applied.eventId };
  const expected = [...modelFires(world, event).keys()].map((number) => automationIds[number] ?? '');
  const recorded = applied.dispatches.map(({ automationId }) => automationId);
  if (expected.toSorted().join() !== recorded.toSorted().join()) {
    throw new Difference(
      `it fires ${recorded.join() || 'nothing'} and should fire ${expected.join() || 'nothing'}`,
    );
  }
  const dueAt = new Map(
    applied.dispatches.map((each) => [automationIds.indexOf(each.automationId), Date.parse(each.dueAt)]),
  );
  for (const due of dueAt.values()) checkDue(due, event, world.now);
  modelEngage(world, event, dueAt);
  // What is due already, as the network reported it late, runs at once: before anything else happens.
  if (command.lateSeconds > 0) await advance(scenario, 0);
}

/** Does something while the account has these automations, and gives it all of them again. */
async function whileListening<T>(
  { sandbox }: Scenario,
  { profile, listening }: Engage,
  work: () => Promise<T>,
): Promise<T> {
  if (listening === undefined) return work();
  const account = { profile, platform: 'instagram' } as const;
  await sandbox.control('setAccount', { ...account, automations: listening });
  const done = await work();
  await sandbox.control('setAccount', { ...account, automations: 'on' });
  return done;
}

/** An engagement, before the network has given it an id of its own. */
function heardOf(
  { world }: Scenario,
  { lateSeconds, place, ...command }: Engage,
): Omit<ModelEvent, 'eventId'> {
  const { kind, profile } = command;
  const isComment = kind === 'comment' || kind === 'story_comment';
  return {
    ...command,
    commentId: isComment ? `1805500000000${1_000 + world.events.length}` : null,
    post: kind === 'comment' ? POSTS[profile][place].socialPostId : null,
    story: kind === 'story_comment' || kind === 'story_reply' ? STORIES[profile][place] : null,
    at: world.now - lateSeconds * 1_000,
  };
}

/** A story is gone after a day, and was not there before: there are no replies to it then. */
function isOnGoneStory({ world }: Scenario, { story, at }: Omit<ModelEvent, 'eventId'>): boolean {
  if (story === null) return false;
  const published = world.stories.get(story) ?? at;
  world.stories.set(story, published);
  return at < published || at - published >= DAY_MS;
}

/** The command that has a follower do it, with what its kind has. */
function orderOf(event: Omit<ModelEvent, 'eventId'> & { readonly eventId?: string }) {
  const { kind, profile, who, text, emoji, post, story, commentId, eventId, at } = event;
  return {
    kind,
    profile,
    from: { username: who },
    at: written(at),
    ...(eventId !== undefined && { eventId }),
    ...(kind === 'reaction' ? { emoji } : { text }),
    ...(post !== null && { postId: post }),
    ...(story !== null && { storyId: story }),
    ...(commentId !== null && { commentId }),
  };
}

/** @see docs/service/limits.md#dm-pacing; docs/service/readings.md#U-22 */
function checkDue(due: number, { at }: ModelEvent, now: number): void {
  const { min, max } = EXPECTED.jitterMs;
  const isInTime = due >= at + min && due <= at + max;
  const isLate = at + max <= now && due <= now;
  if (!isInTime && !isLate) throw new Difference(`due ${(due - at) / 1_000} s after the engagement`);
}

/** The network reports an event again. */
export async function resend(
  { world, sandbox }: Scenario,
  { which }: EngageCommandOf<'resend'>,
): Promise<void> {
  const event = picked(world.events, which);
  if (event !== undefined) await sandbox.control('engage', orderOf(event));
}

/** The author of a comment deletes it. */
export async function takeBack(
  { world, sandbox }: Scenario,
  { which }: EngageCommandOf<'take back'>,
): Promise<void> {
  const comments = world.events.filter(({ kind }) => kind === 'comment');
  const { commentId = null } = picked(comments, which) ?? {};
  if (commentId === null || world.deleted.has(commentId)) return;
  world.deleted.add(commentId);
  await sandbox.control('deleteComment', { commentId });
}

/** Time passes. */
export async function advance({ world, sandbox }: Scenario, seconds: number): Promise<void> {
  modelAdvance(world, seconds * 1_000);
  await sandbox.control('advanceClock', { ms: seconds * 1_000 });
}
