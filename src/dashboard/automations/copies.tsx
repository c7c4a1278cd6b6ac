import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.tsx';
import { RanFailure } from '../parts/failure-note.tsx';
import { useRun } from '../use-run.ts';

/** An automation as text, to be kept in a repository or made again elsewhere. */
export function Copies({ id }: { id: string }) {
  return (
    <section class="part" aria-label="Copies">
      <Copy id={id} as="yaml" title="As YAML" />
      <Copy id={id} as="command" title="As a command" />
    </section>
  );
}

function Copy({ id, as, title }: { id: string; as: 'yaml' | 'command'; title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="copy" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <CopyText id={id} as={as} />}
    </details>
  );
}

function CopyText({ id, as }: { id: string; as: 'yaml' | 'command' }) {
  const { ran, isLoading } = useRun<never>({
    command: 'automations get',
    input: { id: [id], as },
    printsText: true,
  });
  return (
    <div aria-busy={isLoading}>
      <RanFailure ran={ran} />
      {ran === null && <div class="skeleton" role="status" aria-label="reading it" />}
      {ran !== null && ran.text !== '' && (
        <>
          <textarea
            class="code"
            readOnly
            rows={as === 'yaml' ? 12 : 5}
            aria-label={as === 'yaml' ? 'YAML' : 'Command'}
            value={ran.text.trimEnd()}
          />
          <CopyButton text={ran.text.trimEnd()} what={as === 'yaml' ? 'YAML' : 'command'} />
        </>
      )}
    </div>
  );
}
