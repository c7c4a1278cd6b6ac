import { type CountingRule, splitPieces, type TextPiece } from './measure-text.ts';

/** Capacity of a post in a thread. */
interface PostCapacity {
  readonly most: number;
  readonly count: CountingRule;
}

/**
 * Cuts a paragraph into posts: after a sentence, or else after a word, if that fills at least half of a post;
 * otherwise where the post is full.
 */
export function* cutParagraph(paragraph: string, { most, count }: PostCapacity): Generator<string, void> {
  let held: TextPiece[] = [];
  let length = 0;
  for (const piece of splitPieces(paragraph, count)) {
    if (length + piece.length > most && held.length > 0) {
      const cut = findCut(held, { most, next: piece });
      yield joinPieces(held.slice(0, cut));
      held = dropLeadingBlanks(held.slice(cut));
      length = sumLengths(held);
    }
    if (held.length === 0 && isBlank(piece)) continue;
    held.push(piece);
    length += piece.length;
  }
  if (held.length > 0) yield joinPieces(held);
}

/** Returns how many pieces of a full post stay in it. @param next the first piece that did not fit */
function findCut(
  pieces: readonly TextPiece[],
  { most, next }: { readonly most: number; readonly next: TextPiece },
): number {
  let length = 0;
  let sentence = 0;
  let word = isBlank(next) ? pieces.length : 0;
  for (const [at, piece] of pieces.entries()) {
    length += piece.length;
    if (length * 2 < most) continue;
    if (isSentenceEnd(piece, pieces[at + 1] ?? next)) sentence = at + 1;
    if (isBlank(piece)) word = Math.max(word, at);
  }
  return sentence || word || pieces.length;
}

function isSentenceEnd({ text }: TextPiece, next: TextPiece): boolean {
  return /[。！？]$/u.test(text) || (/[.!?…]$/u.test(text) && isBlank(next));
}

function isBlank({ text }: TextPiece): boolean {
  return text.trim() === '';
}

function dropLeadingBlanks(pieces: readonly TextPiece[]): TextPiece[] {
  const first = pieces.findIndex((piece) => !isBlank(piece));
  return first === -1 ? [] : pieces.slice(first);
}

function joinPieces(pieces: readonly TextPiece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}

function sumLengths(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
