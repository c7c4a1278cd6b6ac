import { ADDRESSES, type AddressRule, X_ADDRESSES } from './address-end.ts';
import { findHostNames } from './host-names.ts';

interface TextLink {
  start: number;
  end: number;
  /** `url`: with a scheme. `name`: a host name with a known ending, without one. */
  kind: 'url' | 'name';
}

const RULES = { any: ADDRESSES, x: X_ADDRESSES } as const satisfies Record<string, AddressRule>;

/**
 * Finds the links of a text, in order and in linear time. The only place that decides where an address ends, for short
 * links, threads, hashtags and counting.
 *
 * @param by `x`: exactly what X links, for its count; `any`: for every other purpose
 * @see docs/service/posts.md#links
 */
export function* findLinks(text: string, by: keyof typeof RULES = 'any'): Generator<TextLink, void> {
  const rule = RULES[by];
  const schemes = /https?:\/\//gi;
  let at = 0;
  while (at < text.length) {
    const scheme = schemes.exec(text);
    const start = scheme?.index ?? text.length;
    for (const found of findHostNames(text, {
      before: start,
      skipTo: () => at,
      skipsFirst: rule.skipsFirst,
    })) {
      const address = rule.findNameEnd(text, found);
      at = address.next;
      for (const name of found.names) {
        const end = name.end === found.end ? address.end : name.end;
        yield { start: name.start, end, kind: 'name' };
      }
    }
    if (scheme === null) return;
    if (at <= start) {
      const host = start + scheme[0].length;
      const address = rule.findUrlEnd(text, start, host);
      if (address !== null && address.end !== -1) yield { start, end: address.end, kind: 'url' };
      // without an address, the last slash may be what a name follows
      at = address?.next ?? host - 1;
    }
    schemes.lastIndex = Math.max(at, schemes.lastIndex);
  }
}

/** Replaces each link of a text that has a scheme; everything else is kept. */
export function replaceLinks(text: string, replacement: (link: string) => string): string {
  let replaced = '';
  let at = 0;
  for (const { start, end, kind } of findLinks(text)) {
    if (kind !== 'url') continue;
    replaced += text.slice(at, start) + replacement(text.slice(start, end));
    at = end;
  }
  return replaced + text.slice(at);
}

/** Hides the links of a text, so that other patterns find nothing in them: each is replaced by as many `\uFFFC`. */
export function maskLinks(text: string): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of findLinks(text)) {
    masked += text.slice(at, start) + '\uFFFC'.repeat(end - start);
    at = end;
  }
  return masked + text.slice(at);
}
