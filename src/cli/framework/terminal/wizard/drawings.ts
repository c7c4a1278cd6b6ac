import type { PromptDrawing, PromptLook } from '../../../../world.ts';
import { sanitizeText } from '../../output/text/sanitize-text.ts';
import { getDisplayWidth } from '../../output/text/width.ts';
import { wrap } from '../../output/text/wrap.ts';
import type { ServiceOrSandbox } from '../../settings/choose-service.ts';

/** Messages are as narrow as on a phone. */
const WIDEST = 46;
export const INDENT = '  ';

/** Draws the introduction of a wizard, before its first question. */
export function drawIntroduction(title: string, paragraphs: readonly string[]): PromptDrawing {
  return ({ width, palette }) => [
    '',
    palette.strong(title),
    ...paragraphs.flatMap((text) => wrap(sanitizeText(text), width).map((line) => palette.dim(line))),
    '',
  ];
}

/** Describes the chosen profile and service: `the Primary Profile of the sandbox`. */
export function describeProfile(choice: ServiceOrSandbox): string {
  const profile = choice.profile === null ? 'the Primary Profile' : `the profile "${choice.profile}"`;
  return `${profile} of ${describeService(choice)}`;
}

function describeService(choice: ServiceOrSandbox): string {
  if (choice.kind === 'sandbox') return 'the sandbox';
  return choice.context === null ? choice.target.baseUrl.host : `the context "${choice.context}"`;
}

/** Draws an indented paragraph. @param style `warn` for a warning, `dim` for an explanation */
export function drawParagraph(
  text: string,
  { width, palette }: PromptLook,
  style: 'text' | 'strong' | 'dim' | 'warn',
): readonly string[] {
  return wrap(sanitizeText(text), width - INDENT.length).map((line) => INDENT + palette[style](line));
}

/** Draws a text as recipients see it, in a frame unless in plain mode. @param most maximum number of lines */
export function drawFramedText(
  text: string,
  look: PromptLook,
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const space = look.plain
    ? look.width - INDENT.length
    : Math.min(WIDEST, look.width - INDENT.length - '│  │'.length);
  const lines = wrapLines(text, space);
  const hidden = lines.length - most;
  const shown = hidden > 0 ? [...lines.slice(0, most), `… ${hidden} more lines`] : lines;
  const framed = look.plain ? shown : drawFrame(shown, look);
  return framed.map((line) => (INDENT + line).trimEnd());
}

function drawFrame(lines: readonly string[], { palette }: PromptLook): readonly string[] {
  const inner = Math.max(...lines.map(getDisplayWidth));
  const edge = '─'.repeat(inner + 2);
  const side = palette.dim('│');
  return [
    palette.dim(`╭${edge}╮`),
    ...lines.map(
      (line) => `${side} ${palette.text(line)}${' '.repeat(inner - getDisplayWidth(line))} ${side}`,
    ),
    palette.dim(`╰${edge}╯`),
  ];
}

function wrapLines(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrap(sanitizeText(line), width));
}
