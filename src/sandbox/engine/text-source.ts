import { getHostPort } from '../../domain/addresses/url-shape.ts';
import { describeFallback } from '../../domain/callbacks/judge-callback.ts';
import type { MessageSource } from '../../service/endpoints/activity.ts';
import { LIMITS } from '../../service/limits.ts';
import type { StoredAction } from '../store/action-results.ts';
import type { DispatchContext } from './dispatch-context.ts';

/** Where the text of a DM comes from. */
export interface MessageTextSource {
  /** Null when a callback has to be requested first. */
  readonly messageSource: MessageSource | null;
  /** Text from the callback; null when the template is used. */
  readonly callbackText: string | null;
  /** Why the callback was not used. @see docs/service/engine.md#A-08 */
  readonly reason: string | null;
}

/** @see docs/service/activity.md#message-source; docs/service/callbacks.md#CBK-07 */
export function resolveTextSource(
  { engine, dispatch }: DispatchContext,
  { position, config }: StoredAction,
): MessageTextSource {
  if (config['messageUrl'] === undefined)
    return { messageSource: 'template', callbackText: null, reason: null };
  const callback = engine.store.callbacks.find({ dispatch: dispatch.row, position });
  if (callback?.state !== 'answered') return { messageSource: null, callbackText: null, reason: null };
  const { message, reason } = callback;
  return message === null
    ? { messageSource: 'fallback', callbackText: null, reason: describeFallback(reason ?? '') }
    : { messageSource: 'callback', callbackText: message, reason: null };
}

/** Enqueues a callback request for the text. The caller holds the transaction. */
export function enqueueCallback(
  { engine, dispatch, automation }: DispatchContext,
  { position, config }: StoredAction,
): void {
  const url = String(config['messageUrl']);
  const { timeoutMs } = config;
  engine.store.callbacks.add({
    dispatch: dispatch.row,
    position,
    profile: automation.profile,
    url,
    address: getHostPort(url),
    timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : LIMITS.callbackTimeoutMs.default,
  });
}
