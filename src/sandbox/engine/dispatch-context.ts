import type { Engagement } from '../../service/engagement.ts';
import type { DedupKey, StoredAction } from '../store/action-results.ts';
import type { Automation } from '../store/automations.ts';
import type { Dispatch } from '../store/dispatches.ts';
import type { Engine } from './engine.ts';

/** A claimed dispatch with its engagement and automation. */
export interface DispatchContext {
  readonly engine: Engine;
  readonly dispatch: Dispatch;
  readonly engagement: Engagement;
  readonly automation: Automation;
  /** In sandbox time; the same throughout one step. */
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
 * Idempotency key of an effect: the network and the outbox hold at most one with this key.
 *
 * @see docs/decisions/0007-effects-once.md
 */
export function getEffectKey({ id }: Dispatch, { actionId }: Pick<StoredAction, 'actionId'>): string {
  return `${id}:${actionId}`;
}

/** Key of the dedup window of an action. @see docs/service/engine.md#ENG-06 */
export function getDedupKey(
  { automation, recipientId }: Dispatch,
  { actionId }: Pick<StoredAction, 'actionId'>,
): DedupKey {
  return { automation, actionId, recipientId };
}
