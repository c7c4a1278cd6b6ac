import { drawTrend } from '../drawings.ts';
import { escapeMarkdown, renderMarkdown } from '../markdown.ts';
import { renderRecord } from '../record.ts';
import { renderTable } from '../table.ts';
import { sanitizeText } from '../text/sanitize-text.ts';
import { createPalette, type TextStyle } from '../text/style.ts';
import { wrap } from '../text/wrap.ts';
import type { ListView, RecordLine } from '../view.ts';
import { describeChart, type Report, type ReportBlock, type ReportFigure } from './report.ts';

/** A report for a terminal: figures as names and values, and its lists as tables. */
export function renderReportText({ pages }: Report<ListView<unknown>>, look: TextStyle): string {
  const { strong } = createPalette(look.colorLevel);
  const paragraph = (text: string, paint = (line: string) => line) =>
    wrap(sanitizeText(text), look.width)
      .map((line) => `${paint(line)}\n`)
      .join('');
  const draw = (block: ReportBlock<ListView<unknown>>): string => {
    switch (block.kind) {
      case 'heading':
        return paragraph(block.text, strong);
      case 'figures':
        return renderRecord(block.figures.map(toLine), look);
      case 'chart': {
        const shown = `${drawTrend(
          block.chart.bars.map(({ count }) => count),
          look,
        )}\n${describeChart(block.chart)}`;
        return renderRecord([{ name: 'chart', title: block.chart.title, value: shown }], look);
      }
      case 'cards':
        return renderRecord(
          block.cards.map(({ title, text, about }) => ({
            name: title,
            title,
            value: [text, ...about].join('\n'),
          })),
          look,
        );
      case 'list':
        return renderTable(block.list, look);
      case 'text':
        return block.sentences.map((sentence) => paragraph(sentence)).join('');
    }
  };
  const drawn = pages.map(({ title, about, blocks }) => {
    const head = paragraph(title, strong) + paragraph(about);
    // an empty line before each part that does not follow its heading
    const parts = blocks.map((block, at) =>
      blocks[at - 1]?.kind === 'heading'
        ? draw(block)
        : `
${draw(block)}`,
    );
    return head + parts.join('');
  });
  return drawn.join('\n\n');
}

function toLine({ title, value, about }: ReportFigure): RecordLine {
  return { name: title, title, value: about === '' ? value : `${value} (${about})` };
}

/** A report for pull requests, chats and wikis. */
export function renderReportMarkdown({ pages }: Report<ListView<unknown>>, look: TextStyle): string {
  const escapeWords = (text: string) => escapeMarkdown(sanitizeText(text));
  const draw = (block: ReportBlock<ListView<unknown>>): string => {
    switch (block.kind) {
      case 'heading':
        return `## ${escapeWords(block.text)}\n`;
      case 'figures': {
        const lines = block.figures.map(toLine);
        return renderMarkdown({ kind: 'record', document: {}, lines }, look);
      }
      case 'chart': {
        const { title, bars } = block.chart;
        const style = { ...look, accessible: false, isAscii: false };
        const line =
          bars.length === 0
            ? ''
            : `\`${drawTrend(
                bars.map(({ count }) => count),
                style,
              )}\` `;
        return `**${escapeWords(title)}** ${line}${escapeWords(describeChart(block.chart))}\n`;
      }
      case 'cards':
        return block.cards
          .map(
            ({ title, text, about }) =>
              `**${escapeWords(title)}:** ${[text, ...about].map(escapeWords).join(' · ')}\n`,
          )
          .join('\n');
      case 'list':
        return renderMarkdown(block.list, look);
      case 'text':
        return block.sentences.map((sentence) => `${escapeWords(sentence)}\n`).join('\n');
    }
  };
  const drawn = pages.map(({ title, about, blocks }) =>
    [`# ${escapeWords(title)}\n`, `${escapeWords(about)}\n`, ...blocks.map(draw)].join('\n'),
  );
  return drawn.join('\n');
}
