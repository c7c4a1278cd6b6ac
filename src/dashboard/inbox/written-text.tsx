import { generatePieces } from '../../domain/text/text-pieces.ts';

/** Longer ones are links, hashtags or mentions, which are whole pieces. */
const MARKED = /^(?:https?:\/\/|\w{0,64}[#＃@＠])./i;

/** A text as networks show it: with its lines, and its links, hashtags and mentions in color. */
export function WrittenText({ text }: { text: string }) {
  const parts: { text: string; isMarked: boolean }[] = [];
  for (const piece of generatePieces(text)) {
    const isMarked = MARKED.test(piece);
    const last = parts.at(-1);
    if (last !== undefined && last.isMarked === isMarked && !isMarked) last.text += piece;
    else parts.push({ text: piece, isMarked });
  }
  return (
    <p class="text" dir="auto">
      {parts.map(({ text, isMarked }, index) =>
        isMarked ? (
          <span key={index} class="marked">
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </p>
  );
}
