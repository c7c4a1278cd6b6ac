import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SECOND_MS } from '../../../../service/durations.ts';
import { runFileOperation } from '../../../../storage/explain-file-fault.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { sanitizeText } from '../text/sanitize-text.ts';

/** One thing that was checked. */
export interface JunitCase {
  readonly name: string;
  /** Default: 0. */
  readonly ms?: number;
  readonly failure?: { readonly message: string; readonly text: string } | undefined;
  /** Why it was not checked. */
  readonly skipped?: string | undefined;
}

/**
 * Writes a JUnit report.
 *
 * @param className the group of its cases, such as `hooks.conform`
 * @param cases null before the checks, so that a file which cannot be written is noticed before anything is sent, and
 *   neither an old report nor one without a failure remains when the checks cannot be made
 * @param folder where a relative name begins
 * @throws CrierError of kind usage when the file cannot be written
 */
export function writeJunitReport(
  file: string,
  {
    suite,
    className,
    cases,
    folder,
  }: { suite: string; className: string; cases: readonly JunitCase[] | null; folder: string },
): void {
  const text = cases === null ? renderUnfinished(suite, className) : renderReport(suite, className, cases);
  runFileOperation(`cannot write ${file}`, () => writeFileSync(resolve(folder, file), text));
}

/** An error, since a report without a test case reads as a success. */
function renderUnfinished(suite: string, className: string): string {
  const error = `    <testcase classname="${escapeXml(className)}" name="checks" time="0.000"><error message="the checks were not finished"/></testcase>\n`;
  return renderSuite(suite, 'tests="1" failures="0" errors="1" skipped="0" time="0.000"', error);
}

/** A test case for each check. */
function renderReport(suite: string, className: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const totalMs = cases.reduce((sum, { ms = 0 }) => sum + ms, 0);
  const totals = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${formatSeconds(totalMs)}"`;
  return renderSuite(suite, totals, cases.map((each) => renderCase(className, each)).join(''));
}

function renderSuite(suite: string, totals: string, cases: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${totals}>
  <testsuite name="${escapeXml(suite)}" ${totals}>
${cases}  </testsuite>
</testsuites>
`;
}

function renderCase(className: string, { name, ms = 0, failure, skipped }: JunitCase): string {
  const start = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}" time="${formatSeconds(ms)}"`;
  if (skipped !== undefined) return `${start}><skipped message="${escapeXml(skipped)}"/></testcase>\n`;
  if (failure === undefined) return `${start}/>\n`;
  return `${start}><failure message="${escapeXml(failure.message)}">${failure.text.split('\n').map(escapeXml).join('\n')}</failure></testcase>\n`;
}

function formatSeconds(ms: number): string {
  return (ms / SECOND_MS).toFixed(3);
}

/** XML has no control characters, not even escaped ones. */
function escapeXml(text: string): string {
  return escapeHtml(sanitizeText(text));
}
