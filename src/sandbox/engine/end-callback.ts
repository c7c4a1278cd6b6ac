import type { CallbackEnd, CallbackKey } from '../store/callbacks.ts';
import type { Engine } from './engine.ts';

/** Records the result of a callback and makes its dispatch due. The caller holds the transaction. */
export function endCallback({ store, now }: Engine, key: CallbackKey, end: CallbackEnd): void {
  store.callbacks.recordAnswer(key, end);
  store.dispatches.resume(key.dispatch, now());
}

/** Records that a callback got no answer. @param hasLeft whether a request may have been sent */
export function endCallbackUnanswered(
  engine: Engine,
  key: CallbackKey,
  { reason, hasLeft = false }: { readonly reason: string; readonly hasLeft?: boolean },
): void {
  endCallback(engine, key, { message: null, reason, status: null, ms: null, byAllowance: false, hasLeft });
}
