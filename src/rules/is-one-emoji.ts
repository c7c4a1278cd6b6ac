/** Whether a text is one emoji, as a person reacts with it: a picture with its changes and what is joined to it, a flag, a key. */
export function isOneEmoji(text: string): boolean {
  return ONE_EMOJI.test(text);
}

/** Written out, since the list of those that exist is longer on the next phone than it is here. */
const CHANGES = String.raw`(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F|[\u{E0020}-\u{E007F}])*`;
const PICTURE = String.raw`\p{Extended_Pictographic}${CHANGES}`;
const ONE_EMOJI = new RegExp(
  String.raw`^(?:${PICTURE}(?:\u200D${PICTURE})*|\p{Regional_Indicator}{2}|[\d#*]\uFE0F?\u20E3)$`,
  'u',
);
