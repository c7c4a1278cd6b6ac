/** Whether a text is exactly one emoji: a pictograph with modifiers and joined parts, a flag, or a keycap. */
export function isOneEmoji(text: string): boolean {
  return ONE_EMOJI.test(text);
}

/** A pattern instead of a list, because newer devices know more emoji. */
const CHANGES = String.raw`(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F|[\u{E0020}-\u{E007F}])*`;
const PICTURE = String.raw`\p{Extended_Pictographic}${CHANGES}`;
const ONE_EMOJI = new RegExp(
  String.raw`^(?:${PICTURE}(?:\u200D${PICTURE})*|\p{Regional_Indicator}{2}|[\d#*]\uFE0F?\u20E3)$`,
  'u',
);
