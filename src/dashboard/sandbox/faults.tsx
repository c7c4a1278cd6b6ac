import { useId, useState } from 'preact/hooks';
import { pageState } from '../page-store.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { Field } from '../parts/field.tsx';
import { getNetworkName, Network } from '../parts/networks.tsx';
import { Panel } from '../parts/panel.tsx';
import { useWrite, type Write } from '../parts/use-write.ts';
import { useRun } from '../use-run.ts';
import type { FaultOfPage } from './sandbox-records.ts';
import { type FieldValues, listFilled, SchemaFields } from './schema-fields.tsx';

/** A numbered error of the service. */
interface CatalogueError {
  readonly code: number;
  readonly class: string;
  readonly meaning: string;
  readonly advice: string;
}

/** Injected faults: errors that the sandbox answers with. */
export function Faults() {
  const loaded = useRun<{ readonly faults: readonly FaultOfPage[] }>({ command: 'sandbox fault list' });
  const catalogue = useRun<{ readonly errors: readonly CatalogueError[] }>({ command: 'errors list' });
  const write = useWrite();
  const faults = loaded.ran?.document?.faults ?? [];
  const errors = catalogue.ran?.document?.errors ?? [];
  const isReadOnly = pageState.value?.isReadOnly === true;
  return (
    <div class="sandbox-halves">
      {!isReadOnly && <NewFault errors={errors} />}
      <Panel
        title="Faults that are on"
        loaded={loaded}
        count={faults.length}
        empty="The sandbox answers as it should. Add a fault to see how your work copes with an error."
      >
        <ul class="rows">
          {faults.map((fault) => (
            <FaultRow
              key={fault.id}
              fault={fault}
              meaning={errors.find(({ code }) => code === fault.code)?.meaning ?? null}
              write={isReadOnly ? null : write}
            />
          ))}
        </ul>
        {write.failure !== null && <FailureNote failure={write.failure} />}
        {!isReadOnly && faults.length > 1 && (
          <p class="actions more">
            <button
              type="button"
              disabled={write.isBusy}
              onClick={() => void write.make({ command: 'sandbox fault clear' }, 'All faults are off.')}
            >
              Clear all
            </button>
          </p>
        )}
      </Panel>
    </div>
  );
}

function FaultRow({
  fault: { id, code, network, endpoint, remaining, probability, variant },
  meaning,
  write,
}: {
  fault: FaultOfPage;
  meaning: string | null;
  /** Null where nothing may be changed. */
  write: Write | null;
}) {
  const where = [
    endpoint,
    variant,
    remaining === null ? null : `${remaining} left`,
    probability < 1 ? `${probability * 100} % of the time` : null,
  ].filter((each) => each !== null);
  return (
    <li class="row">
      {network === null ? <span class="tag quiet">all</span> : <Network platform={network} isFailed />}
      <span class="what">
        <span class="strong">{code}</span> {meaning}
        <span class="dim">{where.length > 0 && ` (${where.join(', ')})`}</span>
      </span>
      {write !== null && (
        <button
          type="button"
          class="small"
          aria-label={`Remove the fault ${code}${network === null ? '' : ` of ${getNetworkName(network)}`}`}
          disabled={write.isBusy}
          onClick={() =>
            void write.make(
              { command: 'sandbox fault clear', input: { id: [String(id)] } },
              `${code} is off.`,
            )
          }
        >
          Remove
        </button>
      )}
    </li>
  );
}

const FIELDS = { platform: 'Network', endpoint: 'Call' } as const;
const MORE = { count: 'Times', probability: 'Probability', variant: 'Variant' } as const;

function NewFault({ errors }: { errors: readonly CatalogueError[] }) {
  const write = useWrite();
  const list = useId();
  const [values, setValues] = useState<FieldValues>({});
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const code = values['code'] ?? '';
  const known = errors.find((each) => String(each.code) === code.trim());
  const add = async () => {
    const isAdded = await write.make(
      { command: 'sandbox fault add', input: listFilled(values) },
      `The sandbox now answers with ${code}.`,
    );
    if (isAdded) setValues({});
  };
  return (
    <form
      class="panel form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h2>Make it fail</h2>
      <Field
        title="Error code"
        hint={
          known?.meaning ?? (code === '' ? 'What the sandbox answers with.' : 'Not a code of the service.')
        }
      >
        {(ids) => (
          <>
            <input
              {...ids}
              list={list}
              inputMode="numeric"
              autocomplete="off"
              placeholder="such as 364; type a word to search"
              value={code}
              onInput={({ currentTarget }) => set('code', currentTarget.value)}
            />
            <datalist id={list}>
              {errors
                .filter((each) => each.class !== 'ok')
                .map((each) => (
                  <option key={each.code} value={each.code}>
                    {each.meaning}
                  </option>
                ))}
            </datalist>
          </>
        )}
      </Field>
      <SchemaFields command="sandbox fault add" fields={FIELDS} values={values} onChange={set} />
      <details>
        <summary>More</summary>
        <SchemaFields command="sandbox fault add" fields={MORE} values={values} onChange={set} />
      </details>
      {write.failure !== null && <FailureNote failure={write.failure} />}
      <p class="actions">
        <button type="submit" class="primary" disabled={write.isBusy || code.trim() === ''}>
          Add the fault
        </button>
      </p>
    </form>
  );
}
