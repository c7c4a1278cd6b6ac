import { PLACEHOLDER } from '../../service/placeholders.ts';
import { describeEmptyPlaceholder } from './describe-empty-placeholder.ts';

/**
 * Finds placeholders that stay empty, and malformed ones. Unknown names are reported as faults.
 *
 * @param text any value; ignored if it is not a text
 * @param triggers of the same automation
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
  return stray === undefined ? empty : [...empty, `"${stray}" is sent unchanged: ${HOW_TO_FILL}`];
}

const HOW_TO_FILL = 'a placeholder is a name between {{ and }}';

/** Replaces a valid placeholder: neither a brace nor a word character. */
const WHOLE = '\0';

/** The start or end of a malformed placeholder. Lengths are bounded, so that matching takes linear time. */
const STRAY = /\{\{\s{0,3}\w{0,40}\}?|(?<!\w)\w{0,40}\s{0,3}\}\}|\}\}|\{\s{0,3}\w{1,40}\s{0,3}\}/;
