import { useRef, useState } from 'preact/hooks';
import { getNow, profile, said } from '../page-store.ts';
import { describeFault, type Failure, type Run, run } from '../run.ts';
import { FailureNote } from './failure-note.tsx';

const TYPES = { csv: 'text/csv', html: 'text/html' } as const;

/** Browsers read the address after the click; some take their time. */
const READ_MS = 10_000;

/**
 * Saves what a command prints as a file, such as the rows of a table for a spreadsheet.
 *
 * @param name of what is in the file: `posts`
 */
export function Download({
  run: wanted,
  format,
  name,
  children = 'Save as CSV',
}: {
  run: Run;
  format: keyof typeof TYPES;
  name: string;
  children?: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // a second click of the same moment sees the state of before
  const isRunning = useRef(false);
  const save = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    // also when another one is chosen meanwhile
    const alias = profile.value;
    setBusy(true);
    const asked = { ...wanted, input: { ...wanted.input, output: format }, printsText: true };
    const { text, notes, failure } = await run<never>(asked, alias).catch(describeFault);
    isRunning.current = false;
    setBusy(false);
    setFailure(failure);
    if (text === '') return;
    const file = `crier-${name}-${alias ?? 'primary'}-${new Date(getNow()).toISOString().slice(0, 10)}.${format}`;
    saveText(text, file, TYPES[format]);
    said.value = [`Saved as ${file}.`, ...notes].join(' ');
  };
  return (
    <>
      <button type="button" class="download" aria-disabled={isBusy} onClick={() => void save()}>
        {isBusy ? 'Reading…' : children}
      </button>
      {failure !== null && <FailureNote failure={failure} />}
    </>
  );
}

function saveText(text: string, file: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
