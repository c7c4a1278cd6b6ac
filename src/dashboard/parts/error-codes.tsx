import type { ExplainedErrors } from '../records.ts';
import { useRun } from '../use-run.ts';

/** What commands say of errors that they name by number: `"crier errors show 288 485" explains what to do`. */
const EXPLAINED = /(?:; )?"crier errors show ([\d ]+)" explains what to do(?:; )?/;

/** Takes the numbers out of a sentence that names the command for them: the page explains them itself. */
export function splitErrorCodes(text: string): { rest: string; codes: readonly string[] } {
  const [whole = '', codes = ''] = EXPLAINED.exec(text) ?? [];
  const isBetween = whole.startsWith('; ') && whole.endsWith('; ');
  return { rest: text.replace(whole, isBetween ? '; ' : ''), codes: codes.split(' ').filter(Boolean) };
}

/** Errors by number, each with what it means and what to do. */
export function ErrorMeanings({ codes }: { codes: readonly string[] }) {
  const { ran } = useRun<ExplainedErrors>({ command: 'errors show', input: { codes } }, { follows: false });
  return (
    <ul class="error-meanings">
      {(ran?.document?.errors ?? []).map(({ code, meaning, advice }) => (
        <li key={code}>
          <span class="strong">Error {code}</span>: {meaning}
          {advice !== null && <span class="dim">; {advice}</span>}
        </li>
      ))}
    </ul>
  );
}

/** A reason of the service: `491: the comment was deleted`, with the number named and after the words. */
export function formatReason(reason: string): string {
  return reason.replace(/^(?<code>\d{3,4}): (?<words>.+)$/s, '$<words> (error $<code>)');
}
