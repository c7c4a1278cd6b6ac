import type { Answer } from './answer.ts';
import { jsonWithout, redactor } from './mask.ts';
import { longestWord } from './secret-pattern.ts';

/** Shorter than this, a key may be a word that the service's data holds by right. */
const SHORTEST_IN_DATA = 16;

/**
 * An answer whose body repeats no key of the request, as services do that stand in for another and show what they got.
 * Its bytes stay as they came: they are for whoever asks for them as they came.
 *
 * @see safety.md, T16
 */
export function answerWithoutKeys<Body extends object>(
  answer: Answer<Body>,
  secrets: readonly string[],
): Answer<Body> {
  const long = secrets.filter((secret) => secret.length >= SHORTEST_IN_DATA);
  const bytes = Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
  const repeated = long.filter((secret) => marksOf(secret).some((mark) => bytes.includes(mark)));
  if (repeated.length === 0) return answer;
  // texts and names are replaced, the shape stays
  return { ...answer, body: jsonWithout(answer.body, redactor(long), () => false) as Body };
}

/**
 * What is in every body that repeats the secret, plainly or in base64, whatever is escaped there. A look for it is
 * cheap, and bodies are large.
 */
function marksOf(secret: string): readonly Buffer[] {
  const certain = [0, 1, 2].map((before) =>
    Buffer.from('\0'.repeat(before) + secret)
      .toString('base64')
      .slice(before + 1, Math.floor(((before + Buffer.byteLength(secret)) * 8) / 6)),
  );
  return [secret, ...certain].map((text) => Buffer.from(longestWord(text)));
}
