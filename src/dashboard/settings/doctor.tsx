import { changes } from '../page-store.ts';
import { Advice } from '../parts/advice.tsx';
import { Panel } from '../parts/panel.tsx';
import { useRun } from '../use-run.ts';

interface FindingOfDoctor {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly advice: string | null;
}

const WORDS: Readonly<Record<FindingOfDoctor['status'], string>> = {
  ok: 'fine',
  warn: 'warning',
  fail: 'to fix',
};

const CLASSES: Readonly<Record<FindingOfDoctor['status'], string>> = { ok: '', warn: 'warm', fail: 'failed' };

/** The checks of `crier doctor`: what is wrong comes first. */
export function Doctor() {
  const loaded = useRun<{ readonly findings: readonly FindingOfDoctor[] }>({ command: 'doctor' });
  const { ran } = loaded;
  const order = ['fail', 'warn', 'ok'];
  const findings = (ran?.document?.findings ?? []).toSorted(
    (one, other) => order.indexOf(one.status) - order.indexOf(other.status),
  );
  // exit code 11 says that a check failed, which is what this panel shows
  const shown = ran?.document ? { ...loaded, ran: { ...ran, failure: null } } : loaded;
  return (
    <Panel title="Doctor" loaded={shown} count={findings.length} empty="Nothing was checked.">
      <ul class="rows">
        {findings.map(({ check, status, found, advice }) => (
          <li key={check} class="row">
            <span class={`tag check ${CLASSES[status]}`}>{WORDS[status]}</span>
            <div class="finding">
              <span class="strong">{check}</span> <bdi>{found}</bdi>
              <Advice text={advice} />
            </div>
          </li>
        ))}
      </ul>
      <p class="actions more">
        <button type="button" disabled={loaded.isLoading} onClick={() => changes.value++}>
          Check again
        </button>
      </p>
    </Panel>
  );
}
