import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SECOND_MS } from '../../../service/durations.ts';
import { runFileOperation } from '../../../storage/explain-file-fault.ts';
import { escapeHtml } from '../../render/html-page.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import type { ConformRow } from './run-checks.ts';

/**
 * Writes a JUnit report.
 *
 * @param rows empty before the checks, so that a file which cannot be written is noticed before anything is sent, and
 *   an old report does not remain
 * @throws CrierError of kind usage when the file cannot be written
 */
export function writeJunitReport(
  file: string,
  {
    url,
    rows,
    folder,
  }: { readonly url: string; readonly rows: readonly ConformRow[]; readonly folder: string },
): void {
  runFileOperation(`cannot write ${file}`, () =>
    writeFileSync(resolve(folder, file), renderJunitReport(url, rows)),
  );
}

/** Renders a JUnit report: a test case for each check. */
function renderJunitReport(url: string, rows: readonly ConformRow[]): string {
  const count = (status: ConformRow['status']) => rows.filter((row) => row.status === status).length;
  const totalMs = rows.reduce((sum, { ms }) => sum + ms, 0);
  const totals = `tests="${rows.length}" failures="${count('fail')}" errors="0" skipped="${count('skipped')}" time="${formatSeconds(totalMs)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${totals}>
  <testsuite name="${escapeXml(`conformance of ${url}`)}" ${totals}>
${rows.map(renderTestCase).join('')}  </testsuite>
</testsuites>
`;
}

function renderTestCase({ check, rules, status, found, advice, ms }: ConformRow): string {
  const name = `${check} (${rules.join(', ')})`;
  const start = `    <testcase classname="hooks.conform" name="${escapeXml(name)}" time="${formatSeconds(ms)}"`;
  if (status === 'skipped') return `${start}><skipped message="${escapeXml(found)}"/></testcase>\n`;
  if (status !== 'fail') return `${start}/>\n`;
  return `${start}><failure message="${escapeXml(found)}">${escapeXml(advice ?? '')}</failure></testcase>\n`;
}

function formatSeconds(ms: number): string {
  return (ms / SECOND_MS).toFixed(3);
}

/** XML has no control characters, not even escaped ones. */
function escapeXml(text: string): string {
  return escapeHtml(sanitizeText(text));
}
