import { drawList, escapeText, formatPageTime, PAGE_STYLE, renderDocument } from '../html-page.ts';
import type { TextStyle } from '../text/style.ts';
import type { ListView } from '../view.ts';
import {
  describeChart,
  formatNumber,
  type Report,
  type ReportBlock,
  type ReportCard,
  type ReportChart,
  type ReportPage,
  type ReportPicture,
} from './report.ts';

/** Colors are few, so that it prints well, and no meaning depends on them. */
const STYLE = `
:root { --paper: #fff; --ink: #1d2430; --dim: #667080; --line: #d9dee6; --bar: #3a6ea8; --soft: #f3f5f8; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #e6e9ee; --dim: #9aa4b2; --line: #333b47; --bar: #6fa3dc; --soft: #1d232c; } }
body { background: var(--paper); color: var(--ink); max-width: 56rem; line-height: 1.45; }
.page + .page { border-top: 2px solid var(--line); margin-top: 3.5rem; padding-top: 2.5rem; }
.page > h1 { font-size: 1.9rem; line-height: 1.15; margin: 0; overflow-wrap: anywhere; } .dates { color: var(--dim); margin: .3rem 0 1.6rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; break-after: avoid; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .8rem; margin: 0; }
.figures div { background: var(--soft); border-radius: 8px; padding: .7rem .9rem; break-inside: avoid; }
.figures dt { color: var(--dim); font-size: .85rem; } .figures dd { margin: 0; }
.figures .value { font-size: 1.55rem; font-weight: 650; line-height: 1.25; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; } .figures .about { font-size: .85rem; color: var(--dim); }
figure { margin: 1.2rem 0; break-inside: avoid; } figcaption { font-weight: 600; margin-bottom: .3rem; } figure p { color: var(--dim); font-size: .85rem; margin: .3rem 0 0; }
.chart { display: block; overflow: visible; width: 100%; height: auto; fill: var(--bar); } .chart text { fill: var(--dim); font: 11px system-ui, sans-serif; } .chart line { stroke: var(--line); }
.ranked { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 1rem; margin: 1rem 0; }
.card { display: flex; gap: .9rem; border: 1px solid var(--line); border-radius: 8px; padding: .8rem; break-inside: avoid; min-width: 0; }
.card h3 { font-size: .85rem; color: var(--dim); font-weight: 600; margin: 0 0 .2rem; } .card p { margin: 0 0 .3rem; overflow-wrap: anywhere; white-space: pre-line; } .card small { color: var(--dim); display: block; font-size: .85rem; }
.card > div { min-width: 0; } .picture { width: 6.5rem; height: 6.5rem; flex: none; border-radius: 6px; object-fit: cover; background: var(--soft); fill: var(--dim); }
td a { color: inherit; }
@media screen and (max-width: 40rem) { .page > h1 { font-size: 1.5rem; } .figures { grid-template-columns: 1fr 1fr; } .figures .value { font-size: 1.25rem; } .ranked { grid-template-columns: 1fr; } .chart text { font-size: 18px; } td:first-child { white-space: normal; } th, td { padding-right: .4rem; } }
@media print {
  :root { --paper: #fff; --ink: #000; --dim: #555; --line: #ccc; --bar: #3a6ea8; --soft: #f3f5f8; font-size: 11px; }
  body { font-size: 1rem; max-width: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  th, td { padding-right: .4rem; } .page + .page { break-before: page; border: 0; margin: 0; padding: 0; } .figures { grid-template-columns: repeat(4, 1fr); } .ranked { grid-template-columns: 1fr 1fr; }
}
`;

/** A report as one self-contained page: charts are drawn in it, and its pictures are part of it. @param title the command line */
export function renderReportPage(report: Report<ListView<unknown>>, title: string, look: TextStyle): string {
  const pages = report.pages.map((page) => drawPage(page, look));
  const body = `${pages.join('\n')}\n<footer>${escapeText(title)}, ${formatPageTime(look.now)}</footer>`;
  return renderDocument({ title: report.title, style: PAGE_STYLE + STYLE, body });
}

function drawPage({ anchor, title, about, blocks }: ReportPage<ListView<unknown>>, look: TextStyle): string {
  const drawn = blocks.map((block) => drawBlock(block, look));
  return `<section class="page" id="${escapeText(anchor)}">\n<h1>${escapeText(title)}</h1>\n<p class="dates">${escapeText(about)}</p>\n${drawn.join('\n')}\n</section>`;
}

function drawBlock(block: ReportBlock<ListView<unknown>>, look: TextStyle): string {
  switch (block.kind) {
    case 'heading':
      return `<h2>${escapeText(block.text)}</h2>`;
    case 'figures':
      return `<dl class="figures">\n${block.figures
        .map(
          ({ title, value, about }) =>
            `<div><dt>${escapeText(title)}</dt><dd class="value">${escapeText(value)}</dd>${about === '' ? '' : `<dd class="about">${escapeText(about)}</dd>`}</div>\n`,
        )
        .join('')}</dl>`;
    case 'chart':
      return drawChart(block.chart);
    case 'cards':
      return `<div class="ranked">\n${block.cards.map(drawCard).join('')}</div>`;
    case 'list':
      return drawList(block.list, look, block.anchorOf);
    case 'text':
      return block.sentences.map((sentence) => `<p><bdi>${escapeText(sentence)}</bdi></p>`).join('\n');
  }
}

const CHART = { width: 720, height: 150, left: 44, top: 12, bottom: 20 };
/** A bar of few days is not as wide as a column of text. */
const WIDEST_BAR = 48;

/** Bars from a line at 0, which may be below or above it; text has what they show. */
function drawChart(chart: ReportChart): string {
  const { title, bars } = chart;
  const words = describeChart(chart);
  const [highest, lowest] = [
    Math.max(1, ...bars.map(({ count }) => count)),
    Math.min(0, ...bars.map(({ count }) => count)),
  ];
  const { width, height, left, top, bottom } = CHART;
  const space = height - top - bottom;
  const toY = (count: number) => top + ((highest - count) / (highest - lowest)) * space;
  const step = (width - left) / Math.max(1, bars.length);
  const barWidth = Math.min(WIDEST_BAR, Math.max(1, step * 0.72));
  const drawn = bars.map(({ name, count }, at) => {
    const x = left + at * step + (step - barWidth) / 2;
    const [from, to] = [toY(Math.max(0, count)), toY(Math.min(0, count))];
    const size = count === 0 ? 0 : Math.max(1, to - from);
    return `<rect x="${round(x)}" y="${round(from)}" width="${round(barWidth)}" height="${round(size)}" rx="2"><title>${escapeText(name)}: ${formatNumber(count)}</title></rect>`;
  });
  const line = (count: number) =>
    `<line x1="${left}" x2="${width}" y1="${round(toY(count))}" y2="${round(toY(count))}"/><text x="${left - 6}" y="${round(toY(count) + 4)}" text-anchor="end">${formatNumber(count)}</text>`;
  const lines = [...new Set([highest, 0, lowest])].map(line);
  const ends = [...new Set([bars.at(0)?.name, bars.at(-1)?.name])].map(
    (name, at) =>
      `<text x="${at === 0 ? left : width}" y="${height - 4}" text-anchor="${at === 0 ? 'start' : 'end'}">${escapeText(name ?? '')}</text>`,
  );
  return `<figure><figcaption>${escapeText(title)}</figcaption>
<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(`${title}: ${words}`)}">${lines.join('')}${drawn.join('')}${ends.join('')}</svg>
<p>${escapeText(words)}</p></figure>`;
}

const round = (length: number) => Number(length.toFixed(2));

function drawCard({ title, text, about, picture }: ReportCard): string {
  const lines = about.map((line) => `<small><bdi>${escapeText(line)}</bdi></small>`);
  return `<article class="card">${drawPicture(picture)}<div><h3>${escapeText(title)}</h3><p dir="auto">${text.split(/\r?\n/).map(escapeText).join('\n')}</p>${lines.join('')}</div></article>\n`;
}

/** Shapes in place of a picture, in a square of 24. */
const SHAPES = {
  text: '<rect x="6" y="7" width="12" height="1.5"/><rect x="6" y="11" width="12" height="1.5"/><rect x="6" y="15" width="7" height="1.5"/>',
  video: '<path d="M9 7.5v9l7.5-4.5z"/>',
  missing: '<path d="M5 17l4.5-6 3 4 2.5-3 4 5z"/><circle cx="15.5" cy="8.5" r="1.6"/>',
};

function drawPicture(picture: ReportPicture): string {
  const name = escapeText(picture.name);
  if (picture.kind === 'image') return `<img class="picture" alt="${name}" src="${picture.dataUrl}">`;
  return `<svg class="picture" viewBox="0 0 24 24" role="img" aria-label="${name}"><title>${name}</title>${SHAPES[picture.kind]}</svg>`;
}
