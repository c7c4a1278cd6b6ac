import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SECOND_MS } from '../../../../service/durations.ts';
import { runFileOperation } from '../../../../storage/explain-file-fault.ts';
import { escapeHtml } from '../../../framework/output/text/escape-html.ts';
import { sanitizeText } from '../../../framework/output/text/sanitize-text.ts';
import type { ConformRow } from './run-checks.ts';

/**
 * Writes a JUnit report.
 *
 * @param rows null before the checks, so that a file which cannot be written is noticed before anything is sent, and
 *   neither an old report nor one without a failure remains when the checks cannot be made
 * @throws CrierError of kind usage when the file cannot be written
 */
export function writeJunitReport(
  file: string,
  { url, rows, folder }: { url: string; rows: readonly ConformRow[] | null; folder: string },
): void {
  runFileOperation(`cannot write ${file}`, () =>
    writeFileSync(
      resolve(folder, file),
      rows === null ? renderUnfinished(url) : renderJunitReport(url, rows),
    ),
  );
}

/** An error, since a report without a test case reads as a success. */
function renderUnfinished(url: string): string {
  const error =
    '    <testcase classname="hooks.conform" name="checks" time="0.000"><error message="the checks were not finished"/></testcase>\n';
  return renderSuite(url, 'tests="1" failures="0" errors="1" skipped="0" time="0.000"', error);
}

/** Renders a JUnit report: a test case for each check. */
function renderJunitReport(url: string, rows: readonly ConformRow[]): string {
  const count = (status: ConformRow['status']) => rows.filter((row) => row.status === status).length;
  const totalMs = rows.reduce((sum, { ms }) => sum + ms, 0);
  const totals = `tests="${rows.length}" failures="${count('fail')}" errors="0" skipped="${count('skipped')}" time="${formatSeconds(totalMs)}"`;
  return renderSuite(url, totals, rows.map(renderTestCase).join(''));
}

function renderSuite(url: string, totals: string, cases: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${totals}>
  <testsuite name="${escapeXml(`conformance of ${url}`)}" ${totals}>
${cases}  </testsuite>
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
