import type { AnswerContent } from './sandbox-request.ts';

/** What holds while the list of an answer is read. */
export interface ListCheck {
  /** Called before each part but the first. @throws when no more may be read */
  beforePart(): void;
  /** Called when the answer ends before its end. */
  onFault(error: unknown): void;
}

/** An answer with a list is sent in parts of about this size, unless all of it fits in one. */
const PART_CHARACTERS = 64 * 1024;

/** @throws RangeError when the text exceeds the maximum string length */
export function encodeJson(body: object): AnswerContent {
  return { body: new TextEncoder().encode(JSON.stringify(body)) };
}

/**
 * Encodes a body whose members may be iterators: they are lists that the service does not page, and are read as they
 * are sent. An error before the first part was written is thrown; a later one ends the answer without its end.
 */
export function encodeAnswer(body: object, check: ListCheck): AnswerContent {
  if (!Object.values(body).some(isLazyList)) return encodeJson(body);
  const parts = writeParts(body);
  const first = parts.next().value ?? '';
  const second = parts.next();
  const encoder = new TextEncoder();
  if (second.done === true) return { body: encoder.encode(first) };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield encoder.encode(first);
      yield encoder.encode(second.value ?? '');
      for (;;) {
        check.beforePart();
        const part = parts.next();
        if (part.done === true) return;
        yield encoder.encode(part.value);
      }
    } catch (error) {
      check.onFault(error);
      throw error;
    } finally {
      parts.return();
    }
  }
  return { body: new Uint8Array(), stream: { size: null, chunks } };
}

function isLazyList(value: unknown): value is IteratorObject<object> {
  return value instanceof Iterator;
}

/** The JSON text of a body in parts; the last one may be short. */
function* writeParts(body: object): Generator<string, void> {
  let text = '';
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    text += `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!isLazyList(value)) {
      text += JSON.stringify(value);
      continue;
    }
    text += '[';
    let comma = '';
    for (const row of value) {
      text += comma + JSON.stringify(row);
      comma = ',';
      if (text.length < PART_CHARACTERS) continue;
      yield text;
      text = '';
    }
    text += ']';
  }
  yield `${text}}`;
}
