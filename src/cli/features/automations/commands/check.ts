import * as z from 'zod';
import { formatCount, formatFindings } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { readFiles } from '../../../framework/input/files/read-files.ts';
import type { FileText } from '../../../framework/input/files/records-file.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { findKind, isAutomationFile, isExpectationFile, loadKind } from '../as-code/kinds.ts';
import { readAutomationFile } from '../automation-file.ts';
import { AutomationCheckDocument, checkFiles, PROBLEM_COLUMNS, type Problem } from '../check-files.ts';

export default defineLocalRead({
  summary: 'Check automation files for errors, offline',
  description: `
Files are YAML or JSON and contain one automation, several separated by ---, or a list. Each error is reported with its
file, line and column, in the service's own words. Rules that can never win are reported as warnings, across files too:
a comment gets only one private reply, whichever automations match it. Exits 11 if there are errors, and with --strict
also if there are warnings.`,
  before: ['automations get auto_K7pW2mXq9L --as yaml > brew.yaml'],
  examples: [
    'automations check brew.yaml',
    'automations check . --json',
    'automations check brew.yaml --update',
  ],
  positional: ['files'],
  input: z.object({
    files: defineFlag(z.array(z.string()).min(1).describe('files or folders (`-` for standard input)'), {
      placeholder: 'file',
    }),
    strict: defineSwitch('also exit 11 on warnings'),
    update: defineSwitch('check for "automations update -f", which accepts partial automations'),
  }),
  output: AutomationCheckDocument,
  records: 'problems',
  async read({ files }, { io }) {
    const texts = await readFiles(files, { readFile: io.readFile, folder: io.machine.folder });
    const own = texts.filter(({ name }) => isAutomationFile(name));
    const others = texts.filter((text) => !own.includes(text));
    return {
      read: await Promise.all(own.map(readAutomationFile)),
      others: await checkListFiles(others),
      texts,
    };
  },
  show({ read, others, texts }, { strict, update }) {
    const problems = [...checkFiles(read, update ? 'update' : 'new'), ...others];
    const count = (severity: Problem['severity']) =>
      problems.filter((problem) => problem.severity === severity).length;
    const document: AutomationCheckDocument = {
      files: texts.length,
      automations: read.reduce((sum, { entries }) => sum + entries.length, 0),
      errors: count('error'),
      warnings: count('warning'),
      problems: [...problems],
    };
    const where = texts.length === 1 ? (texts[0]?.name ?? '') : formatCount(texts.length, 'file');
    const found = `${formatFindings(document)} in ${where}`;
    const failed = document.errors > 0 || (strict && document.warnings > 0);
    return {
      view: {
        kind: 'list',
        document,
        key: 'problems',
        rows: problems,
        columns: PROBLEM_COLUMNS,
        empty: `${formatCount(document.automations, 'automation')} in ${formatCount(texts.length, 'file')}, no errors`,
        notesEmpty: true,
      },
      notes: !failed && document.warnings > 0 ? [`${found}; --strict makes this exit 11`] : [],
      ...(failed && { failure: new CrierError('differs', found, { http: null }) }),
    };
  },
});

/** The files of a folder with something else: webhooks, schedules, feeds, the automatic reply, expectations. */
async function checkListFiles(files: readonly FileText[]): Promise<readonly Problem[]> {
  if (files.length === 0) return [];
  const { parseExpectations } = await import('../expectations/expectation-file.ts');
  const parsed = await Promise.all(
    files.map(async (file) =>
      isExpectationFile(file.name)
        ? parseExpectations(file)
        : (await loadKind(findKind(file.name))).parse([file]),
    ),
  );
  return parsed.flatMap(({ problems }) =>
    problems.map(({ words, ...place }) => ({
      ...place,
      severity: 'error',
      automation: null,
      path: null,
      message: words,
      suggestion: null,
    })),
  );
}
