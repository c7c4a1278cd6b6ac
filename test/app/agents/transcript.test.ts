import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectMcp } from '../../support/agents/connect-mcp.ts';
import { stoppedClock } from '../../support/clock.ts';
import { crier, openTestSandbox } from '../../support/crier.ts';
import { ROOT } from '../../support/docs/pages.ts';

const PAGE = join(ROOT, 'docs', 'guides', 'agents.md');
/** Calls of tools behind `>`, commands of the person behind `$`, each with its answer; the first line starts the server. */
const BLOCK = /^```mcp\n([\s\S]*?)^```$/m;
const NOW = Date.parse('2026-09-21T14:13:20Z');
const UPDATES = process.env['CRIER_UPDATE_DOCS'] !== undefined;

test('the guide for agents shows what a client and a person see', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [start = '', ...steps] = (BLOCK.exec(page)?.[1] ?? '')
    .split('\n')
    .filter((line) => /^[>$] /.test(line));
  const clock = stoppedClock(NOW);
  const sandbox = { ...(await openTestSandbox(clock)), close: () => {} };
  const [, flags = ''] = /^\$ crier mcp --sandbox (.*)$/.exec(start) ?? [];
  const { call, close } = await connectMcp(flags, { sandbox, clock, modern: true });
  const shown: string[] = [start];
  for (const step of steps) {
    const [, name = '', input = '{}'] = /^> (\w+) (\{.*\})$/.exec(step) ?? [];
    shown.push('', step);
    if (name === '')
      shown.push(
        (
          await crier(`${step.slice('$ crier '.length)} --color never`, { sandbox, clock, isTerminal: true })
        ).stdout.trimEnd(),
      );
    else shown.push(format(await call(name, JSON.parse(input))));
  }
  await close();
  const block = `\`\`\`mcp\n${shown.join('\n')}\n\`\`\``;
  if (UPDATES)
    writeFileSync(
      PAGE,
      page.replace(BLOCK, () => block),
    );
  else expect(BLOCK.exec(page)?.[0]).toBe(block);
});

/** An answer as it is, but for line breaks in its document, and the name of its marks. */
function format({ text, document }: { text: string; document: object }): string {
  const before = text.slice(0, text.indexOf('{'));
  return `${before}${JSON.stringify(document, null, 2)}`.replaceAll(/others-[0-9a-f]{8}/g, 'others-5e0c1a7b');
}
