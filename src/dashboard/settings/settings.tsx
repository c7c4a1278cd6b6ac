import { pageState } from '../page-store.ts';
import { Fact } from '../parts/fact.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Failure } from '../run.ts';
import { useRun } from '../use-run.ts';
import { Doctor } from './doctor.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { NewProfile } from './new-profile.tsx';

/** Which account this page shows and with what rights, how its accounts are, and whether this machine is set up well. */
export function Settings() {
  return (
    <div class="settings">
      <div class="stack">
        <LinkedAccounts />
        <NewProfile />
      </div>
      <div class="stack">
        <ThisPage />
        <Contexts />
        <Doctor />
      </div>
    </div>
  );
}

/** Of `crier status`, without keys. */
interface StatusOfPage {
  readonly context: string | null;
  readonly chosenBy: string;
  readonly baseUrl: string;
  readonly isAccepted: boolean;
  readonly account: string | null;
  readonly keysFrom: string;
  readonly hasXPair: boolean;
  readonly plan: string | null;
  readonly writes: 'on' | 'ask' | 'off';
  readonly writesFrom: string;
}

const KEYS_FROM: Readonly<Record<string, string>> = {
  given: 'a flag or variable of the process',
  file: 'the settings file of this machine',
  keyring: 'the settings file, encrypted with the keyring of this system',
  command: 'a command that the settings name',
  sandbox: 'the sandbox, valid nowhere else',
};

const WRITES: Readonly<Record<StatusOfPage['writes'], string>> = {
  on: 'sent after their question',
  ask: 'sent after their question',
  off: 'none is sent',
};

function ThisPage() {
  const loaded = useRun<StatusOfPage>({ command: 'status' });
  const status = loaded.ran?.document ?? null;
  return (
    <Panel title="This page" loaded={loaded} count={null} empty="">
      {status !== null && <StatusFacts status={status} failure={loaded.ran?.failure ?? null} />}
    </Panel>
  );
}

function StatusFacts({ status, failure }: { status: StatusOfPage; failure: Failure | null }) {
  const { context, chosenBy, baseUrl, isAccepted, account, keysFrom, hasXPair, plan, writes, writesFrom } =
    status;
  const isReadOnly = pageState.value?.isReadOnly === true;
  return (
    <dl class="facts">
      <Fact name="Context">{context ?? 'none: an address and a key were given'}</Fact>
      <Fact name="Chosen by">{chosenBy}</Fact>
      <Fact name="Service">{baseUrl}</Fact>
      <Fact name="Account">{account ?? 'unknown'}</Fact>
      <Fact name="Key">
        {isAccepted
          ? 'accepted'
          : failure?.kind === 'auth'
            ? 'not accepted'
            : 'not known whether it is accepted'}
        ; from {KEYS_FROM[keysFrom] ?? keysFrom}. It is never shown here.
      </Fact>
      <Fact name="X keys">{hasXPair ? 'set' : 'none'}</Fact>
      <Fact name="Plan">{plan ?? 'unknown'}</Fact>
      <Fact name="Changes">
        {isReadOnly ? 'none: opened with --read-only' : `${WRITES[writes]} (${writes}, ${writesFrom})`}
      </Fact>
    </dl>
  );
}

/** The saved contexts by name: this page stays with the one it was opened for, since its process has that key. */
function Contexts() {
  const loaded = useRun<{
    readonly contexts: readonly { readonly name: string; readonly isDefault: boolean }[];
  }>({
    command: 'context list',
  });
  const contexts = loaded.ran?.document?.contexts ?? [];
  const shown = pageState.value?.context;
  return (
    <Panel
      title="Contexts"
      loaded={loaded}
      count={contexts.length}
      empty={
        <>
          None is saved. In a terminal, <code>crier login</code> adds one.
        </>
      }
    >
      <ul class="rows">
        {contexts.map(({ name, isDefault }) => (
          <li key={name} class="row">
            <bdi class="what strong">{name}</bdi>
            {name === shown && <span class="tag">this page</span>}
            {isDefault && <span class="dim">default</span>}
            {name !== shown && <code>crier dashboard --context {name}</code>}
          </li>
        ))}
      </ul>
      <p class="empty">
        A page stays with the context it was opened for. For another one, run the command beside it in a
        terminal.
      </p>
    </Panel>
  );
}
