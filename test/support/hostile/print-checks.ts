import { dangerousIn, withoutColors } from './dangerous.ts';

/** Every string in a JSON value, but for the names of its members. */
export function stringsIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (part: unknown): void => {
    if (typeof part === 'string') found.add(part);
    else if (Array.isArray(part)) for (const member of part) look(member);
    else if (typeof part === 'object' && part !== null) {
      for (const member of Object.values(part)) look(member);
    }
  };
  look(value);
  return found;
}

/** Lines in which a colour is begun and not ended, or ended and not begun. */
function openColors(printed: string): readonly string[] {
  return printed.split('\n').filter((line) => {
    const on = { weight: false, color: false };
    for (const [, code = ''] of line.matchAll(COLOR)) {
      if (code === '1' || code === '2') on.weight = true;
      else if (code === '22') on.weight = false;
      else on.color = code !== '39';
    }
    return on.weight || on.color;
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding exactly these is the point
const COLOR = /\u001b\[([\d;]+)m/g;

/** What is wrong with the bytes that the program printed for people: dangerous characters, colours that stay. */
export function wrongIn(printed: string, allowed?: string): readonly string[] {
  return [
    ...new Set(dangerousIn(withoutColors(printed), allowed)),
    ...openColors(printed).map((line) => `colours stay on: ${JSON.stringify(line.slice(0, 80))}`),
  ];
}
