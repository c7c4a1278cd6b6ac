import { PLACEHOLDER } from '../facts/placeholders.ts';
import { describeEmptyPlaceholder } from './describe-empty-placeholder.ts';

/**
 * What a text with placeholders would say otherwise than it was meant. Names that stand for nothing are faults already.
 *
 * @param text what may be anything; what is no text has none
 * @param triggers of the automation that it is in
 * @see docs/service/readings.md#U-32
 * @see docs/service/engine.md#M-09, #M-13
 */
export function findTemplateWarnings(text: unknown, triggers: readonly unknown[]): readonly string[] {
  if (typeof text !== 'string') return [];
  const used = new Set(text.matchAll(PLACEHOLDER).map(([, placeholder = '']) => placeholder));
  const empty = [...used].flatMap((placeholder) => {
    const words = describeEmptyPlaceholder(placeholder, triggers);
    return words === null ? [] : [`{{${placeholder}}} ${words}`];
  });
  const stray = STRAY.exec(text.replace(PLACEHOLDER, WHOLE))?.[0];
  return stray === undefined ? empty : [...empty, `"${stray}" is sent as it stands: ${HOW}`];
}

const HOW = 'a placeholder is a name between {{ and }}';

/** Stands for a placeholder that is whole: not a brace, and nothing that names are made of. */
const WHOLE = '\0';

/** What was begun as a placeholder, or ends like one. Names are bounded, so that a long text is read once. */
const STRAY = /\{\{\s{0,3}\w{0,40}\}?|(?<!\w)\w{0,40}\s{0,3}\}\}|\}\}|\{\s{0,3}\w{1,40}\s{0,3}\}/;
