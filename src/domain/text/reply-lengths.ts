import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { TextLimit } from '../../service/text-limits.ts';
import { describeExcess } from './text-counts.ts';

/** What one network allows of a text that is not a post. */
export interface NetworkTextLimits {
  platform: Platform;
  limits: readonly TextLimit[];
}

/** Why a network refuses a comment, message or reply as too long; null if it documents nothing against it. */
export function describeLengthRefusal(text: string, { platform, limits }: NetworkTextLimits): string | null {
  const excess = describeExcess(text, limits, { name: PLATFORMS[platform].name });
  return excess === null || excess.isSuspected ? null : excess.message;
}

/** Why a network may refuse a comment, message or reply as too long; null if nothing suggests it. */
export function describeLengthWarning(text: string, { platform, limits }: NetworkTextLimits): string | null {
  const excess = describeExcess(text, limits, { name: PLATFORMS[platform].name });
  return excess?.isSuspected === true ? excess.message : null;
}
