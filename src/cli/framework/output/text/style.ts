import { Chalk } from 'chalk';
import type { LocalClock } from '../../../../domain/time/local-time.ts';
import type { Platform } from '../../../../service/platforms.ts';
import type { Paint, Palette } from '../../../../world.ts';

/** As in chalk: none, 16 colors, 256 colors, true color. */
export type ColorLevel = 0 | 1 | 2 | 3;

/** How to render text for people. */
export interface TextStyle {
  /** Columns of the terminal; 1 or more. */
  readonly width: number;
  readonly colorLevel: ColorLevel;
  /** The reference of relative times, in milliseconds since 1970. */
  readonly now: number;
  /** For screen readers: no drawn characters, no upper-case headers, zeros shown. */
  readonly accessible: boolean;
  /** Whether the terminal shows ASCII only: sparklines are drawn with it (default: no). */
  readonly isAscii?: boolean;
  /** The zone that was chosen for times of day (default: UTC). */
  readonly zone?: LocalClock | null;
  /** The zone of dates: the chosen one, or the machine's (default: UTC). */
  readonly localZone?: () => LocalClock;
  /** For documents that are read later: times are absolute (default: no). */
  readonly isLasting?: boolean;
  /** Shows all columns of a table, however narrow it is (default: no). */
  readonly isWide?: boolean;
}

/**
 * Close to each network's own color, with a medium lightness that is readable on light and dark backgrounds. Where
 * networks have the same color, such as the blues of Facebook, LinkedIn and X, the colors here are distinct.
 * Numbers of the 256-color palette.
 */
const NETWORK_COLORS: Readonly<Record<Platform, number>> = {
  bluesky: 74,
  facebook: 68,
  gmb: 71,
  instagram: 169,
  linkedin: 30,
  pinterest: 161,
  reddit: 166,
  snapchat: 143,
  telegram: 38,
  threads: 139,
  tiktok: 36,
  twitter: 245,
  whatsapp: 65,
  youtube: 167,
};

const STATUS_TONES = new Map<string, 'good' | 'warn' | 'bad'>([
  ['success', 'good'],
  ['active', 'good'],
  ['true', 'good'],
  ['sent', 'good'],
  ['delivered', 'good'],
  ['retrying', 'warn'],
  ['fires', 'good'],
  ['ok', 'good'],
  ['answered', 'good'],
  ['partial', 'warn'],
  ['pending', 'warn'],
  ['warning', 'warn'],
  ['warn', 'warn'],
  ['added', 'good'],
  ['changed', 'warn'],
  ['gone', 'bad'],
  ['error', 'bad'],
  ['fail', 'bad'],
  ['refused', 'bad'],
  ['request', 'bad'], // the scope of a refusal: the whole post, or one network
  ['network', 'bad'],
  ['failed', 'bad'],
]);

/**
 * What `safeText` wrote for dangerous characters, with the marks after them, which some terminals would
 * separate at a color change.
 */
const ESCAPES = /(?:\\(?:[ntr]|u[0-9a-f]{4}|u\{[0-9a-f]+\}))+\p{M}*/gu;

/** @param level the stream's color level; 0 adds no colors */
export function createPalette(level: ColorLevel): Palette {
  const chalk = new Chalk({ level });
  // bold, so that an error differs from the reds of networks
  const tones = { good: chalk.green, warn: chalk.yellow, bad: chalk.red.bold };
  const colors = new Map<string, Paint>(
    Object.entries(NETWORK_COLORS).map(([platform, color]) => [platform, chalk.ansi256(color)]),
  );
  const text: Paint = (text) => (level === 0 ? text : text.replace(ESCAPES, (written) => chalk.dim(written)));
  return {
    text,
    head: chalk.dim,
    strong: chalk.bold,
    dim: chalk.dim,
    ...tones,
    network: (platform) => colors.get(platform) ?? text,
    status: (word) => {
      const tone = STATUS_TONES.get(word);
      return tone === undefined ? text : tones[tone];
    },
  };
}
