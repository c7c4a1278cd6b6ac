import { fillVariables } from '../../../../domain/text/fill-variables.ts';
import {
  describeLengthRefusal,
  describeLengthWarning,
  type NetworkTextLimits,
} from '../../../../domain/text/reply-lengths.ts';
import { findTextSuspicions } from '../../../../domain/text/suspect-text.ts';
import { CrierError } from '../../../../errors.ts';
import { PLATFORMS } from '../../../../service/platforms.ts';
import { describeErrorCode } from '../../output/failures.ts';

const BAD_PARAMETERS = 101;

/**
 * Refuses a comment, message or reply that its network documents as too long, and notes one that it may refuse.
 *
 * @throws CrierError of kind usage (101); nothing was sent
 * @see docs/service/limits.md#texts
 */
export async function checkTextLength(
  text: string,
  networks: readonly NetworkTextLimits[],
  io: { note(sentence: string): Promise<void> },
): Promise<void> {
  for (const network of networks) {
    const { name } = PLATFORMS[network.platform];
    const refusal = describeLengthRefusal(text, network);
    if (refusal !== null)
      throw new CrierError('usage', `${name}: the text ${refusal}`, {
        ...describeErrorCode(BAD_PARAMETERS),
        advice: 'nothing was sent; shorten the text',
      });
    const warning = describeLengthWarning(text, network);
    if (warning !== null) await io.note(`warning: ${name}: the text ${warning}`);
  }
}

/** Notes that a text is too long for some networks, where only the service knows to which it is sent. */
export async function noteTextLength(
  text: string,
  networks: readonly NetworkTextLimits[],
  io: { note(sentence: string): Promise<void> },
): Promise<void> {
  for (const network of networks) {
    const { name } = PLATFORMS[network.platform];
    const refusal = describeLengthRefusal(text, network);
    if (refusal !== null) await io.note(`warning: if it is on ${name}: the text ${refusal}`);
  }
}

/** Warns of a text that is about to be sent and may not be what was meant. @param name the text in messages */
export async function noteSuspicions(
  text: string | undefined,
  io: { note(sentence: string): Promise<void> },
  name: string = 'the text',
): Promise<void> {
  for (const message of findTextSuspicions(text ?? '')) await io.note(`warning: ${name} ${message}`);
}

/** Why a name in double braces is refused where no template is, and how to write it. */
export const describeUnfilled = (name: string): string =>
  `{{${name}}} would be published as it is, since nothing fills it in; for literal braces, write {{{{${name}}}}}`;

/** Why a text that is typed cannot be published; null for one without names in double braces. */
export function findUnfilled(typed: string): string | null {
  const [first] = fillVariables(typed, new Map()).unknown;
  return first === undefined ? null : describeUnfilled(first);
}

/** A typed text as it is published: braces that are doubled twice are literal ones. */
export const unescapeTyped = (typed: string): string => fillVariables(typed, new Map()).text;

/**
 * Reads a text that others will see: braces that are doubled twice are literal ones.
 *
 * @param variables what fills names in double braces, by name (default: none, it is no template)
 * @throws CrierError of kind usage (101) for any other name in double braces; nothing was sent
 */
export function readPublicText(text: string, variables: ReadonlyMap<string, string> = new Map()): string {
  const { text: read, unknown } = fillVariables(text, variables);
  const [first] = unknown;
  if (first === undefined) return read;
  throw new CrierError('usage', `the text: ${describeUnfilled(first)}`, {
    ...describeErrorCode(BAD_PARAMETERS),
    advice: 'nothing was sent; write what it is meant to be',
  });
}
