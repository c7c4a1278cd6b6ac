import { AdviceText } from './advice.tsx';
import { ErrorMeanings, splitErrorCodes } from './error-codes.tsx';

/** What a command says beside its document, such as what could not be read and why. */
export function Notes({ notes, look = 'dim' }: { notes: readonly string[]; look?: string }) {
  const parts = notes.map(splitErrorCodes);
  const codes = [...new Set(parts.flatMap((part) => part.codes))];
  return (
    <>
      {parts.map(({ rest }) => (
        <p key={rest} class={look}>
          <AdviceText text={rest} />
        </p>
      ))}
      {codes.length > 0 && <ErrorMeanings codes={codes} />}
    </>
  );
}
