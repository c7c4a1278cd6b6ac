import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { getField, toCanonicalJson } from '../../domain/json/loose-record.ts';
import type { AutomationRecord } from '../../service/endpoints/automations.ts';
import { pageState } from '../page-store.ts';
import { useWrite, type Write } from '../parts/use-write.ts';
import {
  checkDraft,
  createDraft,
  type DraftBody,
  type FormDraft,
  findChanged,
  readDraft,
  readRefusal,
  suggestName,
  toDraft,
  toNewBody,
} from './draft.ts';

export type FormKind = 'new' | 'edit';

/** What was typed, and what was stored then. */
interface OpenForm {
  readonly draft: FormDraft;
  readonly record: AutomationRecord | null;
}

/** The forms that were left open, so that a look at another view loses nothing. */
const openForms = new Map<string, OpenForm>();

/** The automation of a form in which something was typed: it stays open when the list cannot be read again. */
export function findOpenRecord(formKey: string): AutomationRecord | null {
  return openForms.get(formKey)?.record ?? null;
}

export type SetDraft = (change: (draft: FormDraft) => FormDraft) => void;

/** What is wrong with a field, and what has no effect. */
export interface FieldState {
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  /** The field was left: its faults can be shown. */
  touch(): void;
}

export type FindFieldState = (path: string) => FieldState;

/** The state of the form of an automation, with what is to be sent of it. */
export interface AutomationFormState {
  readonly draft: FormDraft;
  readonly setDraft: SetDraft;
  readonly body: Required<DraftBody>;
  /** All of a new automation, or what differs from the stored one. */
  readonly sent: DraftBody;
  /** As typed, or the one that it will get. */
  readonly name: string;
  /** The one that was stored when the form was opened. */
  readonly before: AutomationRecord | null;
  /** Whether what is stored has changed since then. */
  readonly isStale: boolean;
  /** The paths of fields that have to be corrected, once the form was submitted. */
  readonly faulty: readonly string[];
  readonly findState: FindFieldState;
  readonly write: Write;
  readonly form: RefObject<HTMLFormElement | null>;
  submit(): void;
  /** Takes what is stored now, and drops what was typed. */
  restart(): void;
  /** Leaves the form, for an automation or for all of them. */
  close(id: string | null): void;
}

/** @param formKey names the form among those that are open */
export function useAutomationForm(
  formKey: string,
  kind: FormKind,
  record: AutomationRecord | null,
): AutomationFormState {
  const [open, setOpen] = useState<OpenForm>(
    () => openForms.get(formKey) ?? { draft: startDraft(kind, record), record },
  );
  const { draft, record: before } = open;
  const write = useWrite();
  const form = useRef<HTMLFormElement>(null);
  const body = readDraft(draft);
  const sent = kind === 'edit' && before !== null ? findChanged(body, before) : toNewBody(body);
  const name = body.name || suggestName(body);
  const close = (id: string | null) => {
    openForms.delete(formKey);
    location.hash = id === null ? '#/automations' : `#/automations?${new URLSearchParams({ id })}`;
  };
  const checked = useChecked(body, sent, { kind, write, form });
  return {
    ...{ draft, body, sent, name, before, write, form },
    faulty: checked.faulty,
    findState: checked.findState,
    setDraft: (change) =>
      setOpen((each) => {
        const next = { ...each, draft: change(each.draft) };
        openForms.set(formKey, next);
        return next;
      }),
    isStale: kind === 'edit' && describeStored(record) !== describeStored(before),
    submit() {
      if (!checked.tries()) return;
      const change = toChange(kind, sent, { id: before?.id, isPaused: draft.isPaused });
      const done = `${kind === 'edit' ? 'Changed' : 'Created'} ${name}.`;
      void write.ask(change, done, { onMade: ({ document }) => close(String(getField(document, 'id'))) });
    },
    restart: () => setOpen({ draft: startDraft(kind, record), record }),
    close,
  };
}

/** Longer than the press of a button. */
const CLICK_MS = 200;

/** The faults of a field are shown when it was left, or the form submitted; then the first one gets the focus. */
function useChecked(
  body: DraftBody,
  sent: DraftBody,
  { kind, write, form }: { kind: FormKind; write: Write; form: RefObject<HTMLFormElement | null> },
) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tries, setTries] = useState(0);
  const { faults, warnings } = checkDraft(body, sent, {
    kind: kind === 'edit' ? 'update' : 'new',
    isSandbox: pageState.value?.isSandbox === true,
  });
  const refused = readRefusal(write.failure?.details?.fieldErrors);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries, form]);
  return {
    faulty: tries > 0 ? [...faults.keys()] : [],
    /** Whether it can be sent; if not, its faults are shown from then on. */
    tries(): boolean {
      if (faults.size > 0) setTries((count) => count + 1);
      return faults.size === 0;
    },
    findState: (path: string): FieldState => ({
      faults: [
        ...(tries > 0 || touched.has(path) ? (faults.get(path) ?? []) : []),
        ...(refused.get(path) ?? []),
      ],
      warnings: warnings.get(path) ?? [],
      // what is shown moves the button that was pressed to leave the field
      touch: () => void setTimeout(() => setTouched((paths) => new Set(paths).add(path)), CLICK_MS),
    }),
  };
}

function toChange(
  kind: FormKind,
  { triggers, actions, ...named }: DraftBody,
  { id, isPaused }: { id: string | undefined; isPaused: boolean },
) {
  const input = { ...named, ...(triggers && { trigger: triggers }), ...(actions && { action: actions }) };
  return kind === 'edit'
    ? { command: 'automations update', input: { id, ...input } }
    : { command: 'automations create', input: { ...input, paused: isPaused } };
}

function startDraft(kind: FormKind, record: AutomationRecord | null): FormDraft {
  if (record === null) return createDraft();
  const draft = toDraft(record);
  return kind === 'edit' ? draft : { ...draft, name: `${draft.name || record.id} (copy)` };
}

/** Equal for the same automation; counts and state do not count. */
function describeStored(record: AutomationRecord | null): string {
  if (record === null) return '';
  const { name, description, triggers, actions } = toDraft(record);
  return toCanonicalJson([name, description, ...[...triggers, ...actions].map(({ stored }) => stored)]);
}
