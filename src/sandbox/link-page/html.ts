/** Text that is HTML already. Only `render` makes it, so that everything else is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template: text is escaped, lists are joined, and `null` is nothing. */
type HtmlPart = string | number | Html | null | readonly HtmlPart[];

/**
 * Builds HTML, and escapes every text that is put into it, for content and for quoted attributes.
 *
 * @see docs/safety.md#D5
 */
export function render(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(formatPart)));
}

function formatPart(part: HtmlPart): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(formatPart).join('') : escapeText(String(part));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
