import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Pages beside the guides. Those of the last section may be left out where there is little room. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Guides: readdirSync(join(ROOT, 'docs', 'guides')).map((name) => `docs/guides/${name}`),
  Reference: ['docs/command-line.md', 'docs/service/README.md', 'docs/glossary.md'],
  Optional: ['docs/safety.md', 'docs/architecture.md', 'docs/performance.md', 'docs/decisions/README.md'],
};

/** The text of docs/llms.txt, in the format of https://llmstxt.org: each page with its title, and with what is in it. */
export function buildLlms(): string {
  const { description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const sections = Object.entries(SECTIONS).map(([title, pages]) =>
    [`## ${title}`, '', ...pages.map(describeDocument)].join('\n'),
  );
  const skill =
    'To use crier from a shell, read what `crier skill show` prints: rules, exit codes and the commands of the usual jobs.';
  return `${['# crier', `> ${description}`, skill, ...sections].join('\n\n')}\n`;
}

/** By its headings; a page without them by its first sentence. */
function describeDocument(page: string): string {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const first = /^# .+\n+([\s\S]*?[.:])(?=\s)/.exec(text)?.[1]?.replaceAll('\n', ' ') ?? '';
  const about = headings.length > 1 ? headings.join('; ') : first.replace(/[.:]$/, '');
  return `- [${title}](${page.replace('docs/', '')}): ${about.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')}`;
}
