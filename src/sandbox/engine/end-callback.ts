import type { CallbackEnd, CallbackKey } from '../store/callbacks.ts';
import type { Engine } from './engine.ts';

/** Writes down what came of a callback; its dispatch goes on. The caller holds the transaction. */
export function endCallback({ store, now }: Engine, key: CallbackKey, end: CallbackEnd): void {
  store.callbacks.answer(key, end);
  store.dispatches.goOn(key.dispatch, now());
}

/** The same, where nobody answered. */
export function endUnanswered(engine: Engine, key: CallbackKey, reason: string): void {
  endCallback(engine, key, { message: null, reason, status: null, ms: null, byAllowance: false });
}
