import { createUsageError } from '../../errors.ts';
import { ALL } from '../../service/triggers.ts';
import { joinWithOr } from '../shell/suggest-nearest.ts';
import type { DraftFlags } from './draft-flags.ts';
import { listEntryFields } from './entry-fields.ts';
import { EVENT_TRIGGERS } from './event-names.ts';
import { omitUndefined } from './omit-undefined.ts';
import { TRIGGER_FLAGS } from './read-part-flags.ts';

/**
 * Builds a trigger for each `--on`, with the flags that apply to it.
 *
 * @throws CrierError of kind usage for a flag that applies to none of them
 */
export function readTriggerFlags({ on, keyword, post, story, emoji }: DraftFlags): readonly object[] {
  const keywords = keyword.length === 0 ? undefined : keyword;
  const values = Object.entries(omitUndefined({ postId: post, storyId: story, emoji, keywords }));
  for (const [name] of values) refuseStrayFlag(name, on);
  return on.map((kind) => {
    const type = EVENT_TRIGGERS[kind];
    const fields = listEntryFields(type);
    // omitting it means the same, but is deprecated
    const everyStory = fields.has('storyId') ? { storyId: ALL } : {};
    return { type, ...everyStory, ...Object.fromEntries(values.filter(([name]) => fields.has(name))) };
  });
}

/** Refuses a flag that applies to none of the events. */
function refuseStrayFlag(name: string, on: DraftFlags['on']): void {
  if (on.some((kind) => listEntryFields(EVENT_TRIGGERS[kind]).has(name))) return;
  const takers = Object.entries(EVENT_TRIGGERS).filter(([, type]) => listEntryFields(type).has(name));
  const events = joinWithOr(takers.map(([kind]) => `--on ${kind}`));
  const flag = TRIGGER_FLAGS.get(name);
  if (on.length === 0) throw createUsageError(`${flag} needs ${events}`, `add ${events}`);
  throw createUsageError(
    `${flag} cannot be used with ${joinWithOr(on.map((kind) => `--on ${kind}`))}`,
    `use it with ${events}`,
  );
}
