import { createUsageError } from '../../errors.ts';
import { ALL } from '../../facts/triggers.ts';
import { joinWithOr } from '../suggest-nearest.ts';
import type { DraftFlags } from './draft-flags.ts';
import { listEntryFields } from './entry-fields.ts';
import { EVENT_TRIGGERS } from './event-names.ts';
import { omitUndefined } from './omit-undefined.ts';
import { TRIGGER_FLAGS } from './part-flags.ts';

/**
 * A trigger for each `--on`, with those of the flags that it takes.
 *
 * @throws CrierError of kind usage for a flag that none of them takes
 */
export function readTriggerFlags({ on, keyword, post, story, emoji }: DraftFlags): readonly object[] {
  const keywords = keyword.length === 0 ? undefined : keyword;
  const values = Object.entries(omitUndefined({ postId: post, storyId: story, emoji, keywords }));
  for (const [name] of values) refuseStrayFlag(name, on);
  return on.map((kind) => {
    const type = EVENT_TRIGGERS[kind];
    const fields = listEntryFields(type);
    // to leave it out means the same, and is to be retired
    const everyStory = fields.has('storyId') ? { storyId: ALL } : {};
    return { type, ...everyStory, ...Object.fromEntries(values.filter(([name]) => fields.has(name))) };
  });
}

/** A flag that none of the named events takes was meant for another. */
function refuseStrayFlag(name: string, on: DraftFlags['on']): void {
  if (on.some((kind) => listEntryFields(EVENT_TRIGGERS[kind]).has(name))) return;
  const takers = Object.entries(EVENT_TRIGGERS).filter(([, type]) => listEntryFields(type).has(name));
  const events = joinWithOr(takers.map(([kind]) => `--on ${kind}`));
  const flag = TRIGGER_FLAGS.get(name);
  if (on.length === 0) throw createUsageError(`${flag} needs ${events}`, `add ${events}`);
  throw createUsageError(
    `${flag} does not go with ${joinWithOr(on.map((kind) => `--on ${kind}`))}`,
    `it goes with ${events}`,
  );
}
