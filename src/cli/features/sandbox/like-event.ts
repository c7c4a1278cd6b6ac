import { EVENT_TRIGGERS } from '../../../domain/automations/event-triggers.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { ENGAGEMENTS } from '../../../service/engagement.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { findActivity } from '../automations/activity/activity-list.ts';
import { EVENT_NAMES } from '../automations/event-names.ts';
import { resolveProfile } from './account-input.ts';
import type { EngageDraft } from './engage-input.ts';

/**
 * Describes an event as one that happened: what the draft does not say is as it was there. The new event has an id of its
 * own, so that it is no repetition.
 *
 * @param id of the event, or of an activity row of it
 * @returns with the id of the event that happened
 * @throws CrierError of kind not-found for an unknown one, of kind usage for another kind of event
 */
export async function fillFromEvent(
  draft: EngageDraft,
  id: string,
  control: SandboxControl,
): Promise<{ draft: EngageDraft; eventId: string }> {
  const eventId = ROW.exec(id)?.[1] ?? id;
  const { engagements } = await control.call('findEngagements', { eventId });
  const profile = resolveProfile(draft.profile);
  const found = engagements.find((each) => each.profile === profile) ?? engagements[0];
  if (found === undefined) {
    throw new CrierError('not-found', `the sandbox has no event ${eventId}`, {
      http: null,
      advice: `"${crier`automations activity --sandbox --json`}" lists events as eventId`,
    });
  }
  const { engagement, dispatches } = found;
  const kind = EVENT_NAMES.find((each) => EVENT_TRIGGERS[each] === ENGAGEMENTS[engagement.kind].trigger);
  if (draft.kind !== undefined && draft.kind !== kind)
    throw createUsageError(
      `the event ${eventId} is a ${kind}, not a ${draft.kind}`,
      `leave ${draft.kind} out`,
    );
  if (draft.commentId !== undefined)
    throw createUsageError('--comment-id and --like cannot be used together', 'use only one of them');
  const was = engagement as Partial<Record<'text' | 'emoji' | 'postId' | 'storyId', string>>; // those of its kind
  return {
    eventId,
    draft: {
      ...draft,
      kind,
      from:
        draft.from ?? engagement.from.username ?? (await findHandle(control, dispatches, engagement.from.id)),
      text: draft.text ?? was.text,
      emoji: draft.emoji ?? was.emoji,
      post: draft.post ?? was.postId,
      story: draft.story ?? was.storyId,
      // an event of another profile happens there again, unless a profile was chosen
      profile: profile === PRIMARY ? (found.profile ?? draft.profile) : draft.profile,
    },
  };
}

const PRIMARY = resolveProfile('none');

/** `auto_K4mZ8qT2xW:trg_p7Rk2a:18055000000000789` */
const ROW = /^auto_[^:]+:[^:]+:(.+)$/;

/** Not every event has the handle of its person. */
async function findHandle(
  control: SandboxControl,
  dispatches: readonly { id: string }[],
  personId: string,
): Promise<string | undefined> {
  const { names } = await findActivity(
    control,
    dispatches.map(({ id }) => id),
  );
  return names[personId];
}
