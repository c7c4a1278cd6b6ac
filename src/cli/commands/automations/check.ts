import * as z from 'zod';
import { CrierError } from '../../../errors.ts';
import { readAutomationFile } from '../../automations/automation-file.ts';
import { AutomationCheckDocument, type Problem } from '../../automations/check-document.ts';
import { checkFiles } from '../../automations/check-files.ts';
import { PROBLEM_COLUMNS } from '../../automations/problem-columns.ts';
import { defineCommand } from '../../command.ts';
import { readFiles } from '../../files/read-files.ts';
import { defineFlag } from '../../flags.ts';
import type { Column } from '../../render/view.ts';

export default defineCommand({
  summary: 'Look for everything that is wrong in files of automations, without a service',
  description: `
Files are YAML or JSON: one automation, several with --- between them, or a list. Each problem is told with its file,
line and column, in the service's words. Rules that can only lose are warned of, also across files: a comment takes one
private reply, whichever automations answer it. Exits 11 when there are errors; with --strict, also for warnings.`,
  before: ['automations get auto_K7pW2mXq9L --as yaml > brew.yaml'],
  examples: [
    'automations check brew.yaml',
    'automations check . --json',
    'automations check brew.yaml --update',
  ],
  positional: ['files'],
  flags: [],
  input: z.object({
    files: defineFlag(z.array(z.string()).min(1).describe('files or folders; `-` for standard input'), {
      offers: 'file',
    }),
    strict: z.boolean().default(false).describe('exit 11 for warnings, too'),
    update: z
      .boolean()
      .default(false)
      .describe('the files are for "automations update -f", which takes parts of an automation'),
  }),
  output: AutomationCheckDocument,
  records: 'problems',
  async run({ files, strict, update }, { readFile, machine }) {
    const texts = await readFiles(files, { readFile, folder: machine.folder });
    const read = texts.map(readAutomationFile);
    const problems = checkFiles(read, update ? 'update' : 'new');
    const count = (severity: Problem['severity']) =>
      problems.filter((problem) => problem.severity === severity).length;
    const document: AutomationCheckDocument = {
      files: read.length,
      automations: read.reduce((sum, { entries }) => sum + entries.length, 0),
      errors: count('error'),
      warnings: count('warning'),
      problems: [...problems],
    };
    const where = read.length === 1 ? (read[0]?.name ?? '') : formatCount(read.length, 'file');
    const found = `${formatFindings(document)} in ${where}`;
    const failed = document.errors > 0 || (strict && document.warnings > 0);
    return {
      view: {
        kind: 'list',
        document,
        key: 'problems',
        rows: problems,
        columns: PROBLEM_COLUMNS as readonly Column<unknown>[], // of the rows above
        empty: `${formatCount(document.automations, 'automation')} in ${formatCount(read.length, 'file')}, no problems`,
        notesEmpty: true,
      },
      notes: !failed && document.warnings > 0 ? [`${found}; --strict makes this exit 11`] : [],
      ...(failed && { failure: new CrierError('differs', found, { http: null }) }),
    };
  },
});

function formatFindings({ errors, warnings }: AutomationCheckDocument): string {
  const counts = [
    ...(errors > 0 ? [formatCount(errors, 'error')] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ];
  return counts.join(' and ');
}

function formatCount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
