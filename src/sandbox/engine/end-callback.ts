import type { CallbackEnd, CallbackKey } from '../store/callbacks.ts';
import type { Engine } from './engine.ts';

/** Writes down what came of a callback; its dispatch goes on. The caller holds the transaction. */
export function endCallback({ store, now }: Engine, key: CallbackKey, end: CallbackEnd): void {
  store.callbacks.recordAnswer(key, end);
  store.dispatches.resume(key.dispatch, now());
}

/** The same, where nobody answered. @param hasLeft whether it may have been asked all the same */
export function endCallbackUnanswered(
  engine: Engine,
  key: CallbackKey,
  { reason, hasLeft = false }: { readonly reason: string; readonly hasLeft?: boolean },
): void {
  endCallback(engine, key, { message: null, reason, status: null, ms: null, byAllowance: false, hasLeft });
}
