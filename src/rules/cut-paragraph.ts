import { type Piece, piecesOf, type TextCount } from './text-length.ts';

/** What a post of a thread may hold. */
interface PostCapacity {
  readonly most: number;
  readonly count: TextCount;
}

/**
 * Cuts a paragraph into posts: behind a sentence, or else behind a word, when that fills half of a post at least; else
 * where the post is full.
 */
export function* cutParagraph(paragraph: string, { most, count }: PostCapacity): Generator<string, void> {
  let held: Piece[] = [];
  let length = 0;
  for (const piece of piecesOf(paragraph, count)) {
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

/** How many pieces of a full post stay in it. @param next the first that did not fit */
function findCut(
  pieces: readonly Piece[],
  { most, next }: { readonly most: number; readonly next: Piece },
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

function isSentenceEnd({ text }: Piece, next: Piece): boolean {
  return /[。！？]$/u.test(text) || (/[.!?…]$/u.test(text) && isBlank(next));
}

function isBlank({ text }: Piece): boolean {
  return text.trim() === '';
}

function dropLeadingBlanks(pieces: readonly Piece[]): Piece[] {
  const first = pieces.findIndex((piece) => !isBlank(piece));
  return first === -1 ? [] : pieces.slice(first);
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}

function sumLengths(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
