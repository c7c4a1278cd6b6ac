import type { Engagement } from '../../facts/engagement.ts';
import type { StoredAction } from '../store/action-results.ts';
import type { Automation } from '../store/automations.ts';
import type { DedupKey } from '../store/dedup-claims.ts';
import type { Dispatch } from '../store/dispatches.ts';
import type { Engine } from './engine.ts';

/** A dispatch that was taken up, with what it is about. */
export interface DispatchContext {
  readonly engine: Engine;
  readonly dispatch: Dispatch;
  readonly engagement: Engagement;
  readonly automation: Automation;
  /** The sandbox's time: one for all of a step. */
  readonly now: number;
}

export function loadDispatchContext(engine: Engine, dispatch: Dispatch): DispatchContext {
  const { store } = engine;
  const { engagement } = store.engagements.get(dispatch.engagement);
  return {
    engine,
    dispatch,
    engagement,
    automation: store.automations.get(dispatch.automation),
    now: engine.now(),
  };
}

/**
 * What an effect is known by, wherever it is: it may be there once.
 *
 * @see docs/decisions/0007-effects-once.md
 */
export function getEffectKey({ id }: Dispatch, { actionId }: Pick<StoredAction, 'actionId'>): string {
  return `${id}:${actionId}`;
}

/** What the dedup of an action counts. @see docs/service/engine.md#ENG-06 */
export function getDedupKey(
  { automation, recipientId }: Dispatch,
  { actionId }: Pick<StoredAction, 'actionId'>,
): DedupKey {
  return { automation, actionId, recipientId };
}
