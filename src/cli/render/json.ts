import { stringifySafely } from './sanitize-text.ts';
import type { View } from './view.ts';

const INDENT_SPACES = 2;

/** The whole document, indented by two. */
export function renderJson(view: View): string {
  return `${stringifySafely(view.document, INDENT_SPACES)}\n`;
}
