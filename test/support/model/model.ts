import type { Trigger } from '../../../src/service/triggers.ts';
import type { ModelCommand, ProfileName } from './command.ts';
import { ALL_POSTS, EXPECTED } from './expected.ts';
import { firstDifference } from './first-difference.ts';
import type { Keyed, ModelAutomation, ModelEvent, ModelTrigger, ModelWorld } from './world.ts';

type ModelCommandOf<D extends ModelCommand['do']> = Extract<ModelCommand, { do: D }>;

/** How a call to the service ends: 200, or the number of its error. */
export type ModelAnswer = 200 | 469 | 470;

const activeOf = (world: ModelWorld, profile: ProfileName): number =>
  world.automations.filter((each) => each.profile === profile && each.state === 'active').length;

const hasCapacity = (world: ModelWorld, profile: ProfileName): boolean =>
  activeOf(world, profile) < EXPECTED.activeCap[world.plan];

/** @see docs/service/automations.md#lifecycle, #AUT-15 */
export function modelCreate(
  world: ModelWorld,
  { profile, triggers, actions }: Omit<ModelCommandOf<'create'>, 'do'>,
): ModelAnswer {
  if (!hasCapacity(world, profile)) return 470;
  const number = world.automations.length;
  const entries = { triggers: kept(world, [], triggers), actions: kept(world, [], actions) };
  world.automations.push({ number, profile, ...entries, state: 'active', pauses: 0 });
  return 200;
}

/** What an update sends: the kept actions as they are, then the new ones. */
export function updateOf(automation: ModelAutomation, { triggers, actions, keep }: ModelCommandOf<'update'>) {
  const stay = automation.actions.slice(0, keep).map(({ config }) => config);
  return {
    ...(triggers !== undefined && { triggers }),
    ...(actions !== undefined && { actions: [...stay, ...actions] }),
  };
}

/** @see docs/service/automations.md#update; docs/service/readings.md#U-14, #U-25 */
export function modelUpdate(
  world: ModelWorld,
  automation: ModelAutomation,
  command: ModelCommandOf<'update'>,
): ModelAnswer {
  if (automation.state === 'deleted') return 469;
  const { triggers, actions } = updateOf(automation, command);
  if (triggers !== undefined) automation.triggers = kept(world, automation.triggers, triggers);
  if (actions !== undefined) automation.actions = kept(world, automation.actions, actions);
  return 200;
}

/**
 * An entry that is as a stored one was is that one; each stored one once.
 *
 * @see docs/service/readings.md#U-14
 */
function kept<T>(world: ModelWorld, stored: readonly Keyed<T>[], sent: readonly T[]): readonly Keyed<T>[] {
  const left = [...stored];
  return sent.map((config) => {
    const at = left.findIndex((each) => firstDifference(each.config, config) === null);
    const [same] = at === -1 ? [] : left.splice(at, 1);
    return same ?? { key: world.nextKey++, config };
  });
}

export function modelPause(automation: ModelAutomation): ModelAnswer {
  if (automation.state === 'deleted') return 469;
  if (automation.state === 'active') {
    automation.state = 'paused';
    automation.pauses++;
  }
  return 200;
}

/** @see docs/service/readings.md#U-25 to #U-27 */
export function modelResume(world: ModelWorld, automation: ModelAutomation): ModelAnswer {
  if (automation.state === 'deleted') return 469;
  if (automation.state === 'active') return 200;
  if (!hasCapacity(world, automation.profile)) return 470;
  automation.state = 'active';
  return 200;
}

export function modelDelete(automation: ModelAutomation): ModelAnswer {
  if (automation.state === 'deleted') return 469;
  automation.state = 'deleted';
  return 200;
}

/** Which automations an engagement fires, by their numbers. An event that is known already fires none (U-12). */
export function modelFires(world: ModelWorld, event: ModelEvent): ReadonlyMap<number, ModelMatch> {
  const fired = new Map<number, ModelMatch>();
  if (isUnheard(event)) return fired;
  for (const { number, profile, state, triggers } of world.automations) {
    if (state !== 'active' || profile !== event.profile) continue;
    const match = modelMatch(triggers, event);
    if (match !== null) fired.set(number, match);
  }
  return fired;
}

/**
 * What the account has no automations for is not reported; it is not made good later.
 *
 * @see docs/service/automations.md#story-comment
 */
function isUnheard({ listening, kind }: ModelEvent): boolean {
  return listening === 'off' || (listening === 'documented' && kind === 'story_comment');
}

/** @param dueAt when each dispatch runs, by the number of its automation: chance is not the model's to know */
export function modelEngage(world: ModelWorld, event: ModelEvent, dueAt: ReadonlyMap<number, number>): void {
  world.events.push(event);
  for (const [number, { trigger, keyword }] of modelFires(world, event)) {
    const automation = world.automations[number];
    if (automation === undefined) continue;
    world.dispatches.push({
      automation,
      event,
      trigger,
      keyword,
      pauses: automation.pauses,
      created: world.now,
      dueAt: dueAt.get(number) ?? Number.NaN,
      status: 'pending',
      charged: 0,
      results: [],
      completedAt: null,
    });
  }
}

interface ModelMatch {
  readonly trigger: ModelTrigger;
  readonly keyword: string | null;
}

/**
 * The first trigger that an engagement fires, by the words of the specification.
 *
 * @see docs/service/automations.md#triggers
 * @see docs/service/readings.md#U-10, #U-11, #U-33
 */
function modelMatch(triggers: readonly ModelTrigger[], event: ModelEvent): ModelMatch | null {
  for (const trigger of triggers) {
    const fired = fires(trigger.config, event);
    if (fired !== null) return { trigger, ...fired };
  }
  return null;
}

type ModelFired = Pick<ModelMatch, 'keyword'>;

function fires(trigger: Trigger, event: ModelEvent): ModelFired | null {
  switch (trigger.type) {
    case 'comment_keyword':
      if (event.kind !== 'comment' || !isOnPost(trigger.postId, event.post)) return null;
      return byKeyword(trigger.keywords, event.text);
    case 'story_reply':
      if (event.kind !== 'story_reply' || !isOnStory(trigger.storyId, event.story)) return null;
      return { keyword: null };
    case 'story_comment':
      if (event.kind !== 'story_comment' || !isOnStory(trigger.storyId, event.story)) return null;
      return trigger.keywords === undefined ? { keyword: null } : byKeyword(trigger.keywords, event.text);
    case 'dm_reaction':
      if (event.kind !== 'reaction') return null;
      if (trigger.emoji !== undefined && plain(trigger.emoji) !== plain(event.emoji)) return null;
      return { keyword: event.emoji };
    case 'dm_keyword':
      return event.kind === 'dm' ? byKeyword(trigger.keywords, event.text) : null;
  }
}

function byKeyword(keywords: readonly string[], text: string): ModelFired | null {
  const keyword = keywords.find((word) => holdsWord(text, word));
  return keyword === undefined ? null : { keyword };
}

/** The scenarios' keywords begin and end with letters of scripts with spaces: one regular expression says it all. */
function holdsWord(text: string, word: string): boolean {
  const whole = folded(word).replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])${whole}(?![\\p{L}\\p{M}\\p{N}_])`, 'u').test(folded(text));
}

/** By either id of it. @see docs/service/automations.md#create */
const isOnPost = (wanted: string, post: string | null): boolean =>
  wanted === 'all' ||
  wanted === post ||
  ALL_POSTS.some(({ id, socialPostId }) => wanted === id && post === socialPostId);

const isOnStory = (wanted: string | undefined, story: string | null): boolean =>
  wanted === undefined || wanted === 'all' || wanted === story;

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

const plain = (emoji: string): string => emoji.normalize('NFC').replaceAll('\uFE0F', '');
