import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { addAdvice, CrierError, createUsageError } from '../../../../../errors.ts';
import { runFileOperation } from '../../../../../storage/explain-file-fault.ts';
import { ensurePrivateFolder, readPrivateFile } from '../../../../../storage/private-files.ts';
import type { CommandContext } from '../../../../framework/command/context.ts';
import { defineLocalChange } from '../../../../framework/command/define-local.ts';
import { splitCommandLine } from '../../../../framework/output/text/shell-command.ts';
import type { CheckedSettings } from '../../check-settings-text.ts';

const NEW_FILE = `${JSON.stringify({ contexts: {} }, null, '\t')}\n`;
/** A folder of its own, since editors write other files beside the one they edit. */
const DRAFT_FOLDER = 'config.edit-';

export default defineLocalChange({
  summary: 'Edit the settings file in your editor',
  description: `
Opens a copy of the settings in the program of CRIER_EDITOR, VISUAL or EDITOR (default: vi, on Windows notepad), which must
wait until you close it: "code --wait". What you save is checked before it replaces the settings; faults are shown with
line and column, and you can edit again. What cannot be saved is kept in a file that is named, unless you discard it. The
file contains keys, stays readable only by you, and a damaged one can be repaired.`,
  examples: ['config edit', 'config edit --json'],
  repairsSettings: true,
  input: z.object({}),
  output: z.strictObject({ file: z.string(), changed: z.boolean() }),
  async change(_input, { settings, io }) {
    const place = settings.place();
    const prompts = await io.prompts();
    const editor = findEditor(io.machine);
    if (prompts === null && editor === null) {
      throw createUsageError(
        'config edit needs an interactive terminal, or an editor that needs none',
        'set CRIER_EDITOR, or use "crier config set"',
      );
    }
    ensurePrivateFolder(place.folder);
    const before = readPrivateFile(place.file, 'settings')?.bytes ?? null;
    const text = before?.toString('utf8') ?? NEW_FILE;
    const draft = openDraft(place.folder, text);
    let isKept = false;
    io.onEnd(() => {
      if (!isKept) draft.remove();
    });
    try {
      const words = [...(editor ?? [USUAL_EDITORS[io.machine.platform] ?? 'vi']), draft.file];
      const edited = await editUntilValid(words, { text, draft, prompts, io });
      if (edited !== null) {
        if (edited !== 'unchanged') await settings.replaceText({ before, ...edited });
        return { file: place.file, changed: edited !== 'unchanged' };
      }
    } catch (error) {
      if (!(error instanceof CrierError) || !draft.isChanged()) throw error;
      isKept = true;
      throw addAdvice(error, `what you wrote is kept in ${draft.file}, with its keys: delete it when done`);
    }
    throw createUsageError('nothing was changed');
  },
  lines: ({ file, changed }) => [
    { name: 'file', title: 'settings', value: file },
    { name: 'changed', title: 'changed', value: changed },
  ],
});

/** What the user edits. */
interface EditedDraft {
  /** The text before. */
  text: string;
  draft: Pick<ReturnType<typeof openDraft>, 'read'>;
  /** Null where no question can be asked. */
  prompts: Awaited<ReturnType<CommandContext['io']['prompts']>>;
  io: Pick<CommandContext['io'], 'runProgram' | 'note'>;
}

/**
 * Runs the editor until the text has no faults.
 *
 * @returns null when the user discards what was written
 * @throws CrierError of kind usage when the editor fails, and for faults that cannot be asked about
 */
async function editUntilValid(words: readonly string[], { text: before, draft, prompts, io }: EditedDraft) {
  for (;;) {
    await runEditor(words, io);
    const text = draft.read();
    if (text === before) return 'unchanged';
    const { checkSettingsText } = await import('../../check-settings-text.ts');
    const checked = checkSettingsText(text);
    for (const line of formatFindings(checked)) await io.note(line);
    if (checked.settings !== null) return { text, settings: checked.settings };
    if (prompts === null) throw createUsageError('the settings have errors, and nothing was changed');
    const message = 'The settings have errors and were not saved. What now?';
    const choices = [
      { value: true, label: 'edit again' },
      { value: false, label: 'discard the changes' },
    ];
    if (!(await prompts.choose({ message, choices }))) return null;
  }
}

function formatFindings({ faults, warnings }: CheckedSettings): readonly string[] {
  return [
    ...faults.map(({ line, column, words }) => `line ${line}, column ${column}: ${words}`),
    ...warnings.map(({ line, column, words }) => `warning: line ${line}, column ${column}: ${words}`),
  ];
}

/** The copy that is edited, and what removes it. */
function openDraft(folder: string, text: string) {
  const what = `cannot write in ${folder}`;
  const own = runFileOperation(what, () => mkdtempSync(join(folder, DRAFT_FOLDER)));
  const file = join(own, 'config.json');
  runFileOperation(what, () => writeFileSync(file, text, { mode: 0o600, flag: 'wx' }));
  /** The text without a byte order mark, which some editors add. */
  const read = () =>
    runFileOperation(`cannot read ${file}`, () => readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  return {
    file,
    read,
    isChanged() {
      try {
        return read() !== text;
      } catch {
        return false; // the failure that led here is the one to report
      }
    },
    remove: () => rmSync(own, { recursive: true, force: true }),
  };
}

const USUAL_EDITORS: Readonly<Record<string, string>> = { win32: 'notepad' };

/** The editor of the environment; null when none is set. */
function findEditor({ env }: CommandContext['io']['machine']): readonly string[] | null {
  const line = [env.CRIER_EDITOR, env.VISUAL, env.EDITOR].find((each) => each?.trim());
  return line === undefined ? null : splitCommandLine(line);
}

/** @throws CrierError of kind usage when there is no such program, or it fails */
async function runEditor(
  words: readonly string[],
  { runProgram }: Pick<CommandContext['io'], 'runProgram'>,
): Promise<void> {
  const exitCode = await runProgram(words);
  if (exitCode === 0) return;
  throw createUsageError(
    `the editor failed with exit code ${exitCode}, and nothing was changed`,
    'set CRIER_EDITOR',
  );
}
