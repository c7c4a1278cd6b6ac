import { Chalk } from 'chalk';
import type { LocalClock } from '../../../../domain/time/local-time.ts';
import { PLATFORMS } from '../../../../service/platforms.ts';
import type { Paint, Palette } from '../../../../world.ts';

/** As in chalk: none, 16 colors, 256 colors, true color. */
export type ColorLevel = 0 | 1 | 2 | 3;

/** How to render text for people. */
export interface TextStyle {
  /** Columns of the terminal; 1 or more. */
  width: number;
  colorLevel: ColorLevel;
  /** The reference of relative times, in milliseconds since 1970. */
  now: number;
  /** For screen readers: no drawn characters, no upper-case headers, zeros shown. */
  accessible: boolean;
  /** Whether the terminal shows ASCII only: sparklines are drawn with it (default: no). */
  isAscii?: boolean;
  /** The zone that was chosen for times of day (default: UTC). */
  zone?: LocalClock | null;
  /** The zone of dates: the chosen one, or the machine's (default: UTC). */
  localZone?: () => LocalClock;
  /** For documents that are read later: times are absolute (default: no). */
  isLasting?: boolean;
  /** Shows all columns of a table, however narrow it is (default: no). */
  isWide?: boolean;
}

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
    Object.entries(PLATFORMS).map(([platform, { color }]) => [platform, chalk.ansi256(color.terminal)]),
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
