import type { HistoryFault } from './check-history.ts';
import type { History, HistoryResult } from './history.ts';
import { callbackText } from './receiver-plan.ts';
import { repeated } from './repeated.ts';
import { WAYS } from './ways.ts';

/**
 * Each callback was sent once at most, and the DM has its result.
 *
 * @see docs/service/callbacks.md#CBK-02, #CBK-05, #CBK-07, #K-06
 */
export function checkCallbacks(history: History): readonly HistoryFault[] {
  const { callbacks, heard } = history;
  const keys = new Set(callbacks.map(({ key }) => key));
  return [
    ...repeated(heard.callbacks.map(({ key }) => key)).map((of) => ({ kind: 'callback twice' as const, of })),
    ...callbacks
      .filter(({ state }) => state !== 'answered')
      .map(({ key }) => ({ kind: 'callback left over' as const, of: key })),
    ...heard.callbacks
      .filter(({ key }) => !keys.has(key))
      .map(({ key }) => ({ kind: 'request of no row' as const, of: key })),
    ...wrongTexts(history),
  ];
}

/** The text that was received is the callback's where the row says so, and the template anywhere else. */
function wrongTexts(history: History): HistoryFault[] {
  const { messages, rows, callbacks, heard } = history;
  const results = new Map(
    rows.flatMap(({ id, results: each }) =>
      each.map((result): readonly [string, HistoryResult] => [`${id}:${result.actionId}`, result]),
    ),
  );
  const told = new Map(callbacks.map(({ key, message }) => [key, message]));
  const answered = new Set(heard.callbacks.filter(({ way }) => WAYS[way].hasText).map(({ key }) => key));
  return messages
    .filter(({ key, text }) => {
      const result = results.get(key);
      if (result?.messageSource !== 'callback') return text !== result?.template;
      return text !== callbackText(key) || told.get(key) !== text || !answered.has(key);
    })
    .map(({ key }) => ({ kind: 'text of another source', of: key }));
}
