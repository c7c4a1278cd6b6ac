import { safeJson } from './safe-text.ts';
import type { View } from './view.ts';

const INDENT_SPACES = 2;

/** The whole document, indented by two. */
export function renderJson(view: View): string {
  return `${safeJson(view.document, INDENT_SPACES)}\n`;
}
