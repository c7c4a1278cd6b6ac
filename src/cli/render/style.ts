import { Chalk } from 'chalk';
import type { Platform } from '../../facts/platforms.ts';

/** As chalk counts: none, 16 colours, 256, all. */
export type ColorLevel = 0 | 1 | 2 | 3;

/** How a human format is drawn. */
export interface TextStyle {
  /** Columns of the terminal; 1 or more. */
  readonly width: number;
  readonly colorLevel: ColorLevel;
  /** The moment that relative times count from, in milliseconds since 1970. */
  readonly now: number;
  /** For screen readers: no drawn characters, heads not in capitals, zeros not left out. */
  readonly accessible: boolean;
}

/** Puts a colour around text, or returns it as it is. */
export type Paint = (text: string) => string;

/** What a colour is for; the colours themselves are chosen here and nowhere else. */
export interface Palette {
  /** Ordinary text; the escapes in it stand back. */
  readonly text: Paint;
  readonly head: Paint;
  readonly strong: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly warn: Paint;
  readonly bad: Paint;
  /** @param platform the service's value for a network; one that is not known stays plain */
  network(platform: string): Paint;
  /** @param word a status in the service's words */
  status(word: string): Paint;
}

/**
 * Near each network's own colour, and of a middle lightness that reads on light and on dark grounds.
 * Numbers of the 256-colour table.
 */
const NETWORK_COLORS: Readonly<Record<Platform, number>> = {
  bluesky: 74,
  facebook: 68,
  gmb: 71,
  instagram: 169,
  linkedin: 67,
  pinterest: 161,
  reddit: 173,
  snapchat: 143,
  telegram: 38,
  threads: 139,
  tiktok: 73,
  twitter: 103,
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
  ['request', 'bad'], // who refuses a post: all of it, or one network
  ['network', 'bad'],
  ['failed', 'bad'],
]);

/** What `safeText` wrote for characters that are not shown, with marks on it: some terminals part them at a colour. */
const ESCAPES = /(?:\\(?:[ntr]|u[0-9a-f]{4}|u\{[0-9a-f]+\}))+\p{M}*/gu;

/** @param level what the stream can show; 0 paints nothing */
export function createPalette(level: ColorLevel): Palette {
  const chalk = new Chalk({ level });
  const tones = { good: chalk.green, warn: chalk.yellow, bad: chalk.red };
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
