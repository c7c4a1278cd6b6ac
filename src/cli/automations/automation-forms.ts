import * as z from 'zod';
import { getField, isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { ACTIONS } from '../../service/actions.ts';
import {
  AUTOMATION_PLATFORM,
  type AutomationRecord,
  type StoredEntry,
} from '../../service/endpoints/automations.ts';
import { TRIGGERS } from '../../service/triggers.ts';

/** An automation in its flat form; the entries contain the fields that the service stored. */
interface FlatAutomation {
  readonly platform?: string;
  readonly name?: string;
  readonly description?: string;
  readonly triggers: readonly LooseRecord[];
  readonly actions: readonly LooseRecord[];
}

/**
 * Converts a stored automation to the flat form that create and update accept. Fields that only the service sets are
 * dropped: ids, account, state, stats and times. An empty description is dropped, too.
 *
 * @see docs/service/automations.md#get
 */
export function flattenAutomation(record: AutomationRecord): FlatAutomation {
  const { platform, name, description, triggers, actions } = record;
  return {
    ...(platform && { platform }),
    ...(name && { name }),
    ...(description && { description }),
    triggers: triggers.map(flattenEntry),
    actions: actions.map(flattenEntry),
  };
}

/** Moves the fields of a trigger or action from `config` beside `type`. Unknown fields stay. */
export function flattenEntry({ id, active, type, config, ...beside }: StoredEntry): LooseRecord {
  return { type, ...beside, ...config };
}

/** Why an automation cannot be sent, and how to get one that can. */
export interface StoredForm {
  readonly problem: string;
  readonly advice: string;
}

/**
 * Detects an automation in the form in which the service returns it: with ids, and with fields under `config` or beside
 * it. The service does not accept that form.
 *
 * @returns null for any other
 * @see docs/service/automations.md#get
 */
export function detectStoredForm(value: unknown): StoredForm | null {
  const triggers = getField(value, 'triggers');
  const isStored =
    Array.isArray(triggers) &&
    triggers.some(
      (trigger) => isRecord(getField(trigger, 'config')) || typeof getField(trigger, 'id') === 'string',
    );
  return isStored
    ? {
        problem: 'is in the form that the service returns',
        advice: '"automations get <id> --as yaml" prints the form that it accepts',
      }
    : null;
}

/**
 * Removes `platform` from an automation of a file for an update: it never changes. Other platforms are left, to be
 * refused.
 *
 * @see docs/service/automations.md#AUT-02, #AUT-14
 */
export function dropPlatform(value: unknown): unknown {
  if (!isRecord(value) || value['platform'] !== AUTOMATION_PLATFORM) return value;
  const { platform: _never, ...rest } = value;
  return rest;
}

/** How a field is written on the command line; members of a list are separated by `|`. */
export type FieldKind = 'text' | 'list' | 'number' | 'switch';

const SHAPES: Readonly<Record<string, z.ZodRawShape>> = Object.fromEntries(
  Object.entries({ ...TRIGGERS, ...ACTIONS }).map(([type, { shape }]) => [type, shape.shape]),
);

/** The fields of a trigger or action by name, without `type`; empty for an unknown type. */
export function listEntryFields(type: string): ReadonlyMap<string, FieldKind> {
  const shape = Object.hasOwn(SHAPES, type) ? (SHAPES[type] ?? {}) : {};
  const fields = Object.entries(shape).filter(([name]) => name !== 'type');
  return new Map(fields.map(([name, field]) => [name, getFieldKind(field as z.ZodType)])); // a shape's fields are schemas
}

function getFieldKind(field: z.ZodType): FieldKind {
  if (field instanceof z.ZodOptional) return getFieldKind(field.unwrap() as z.ZodType); // the core type of the same schema
  if (field instanceof z.ZodArray) return 'list';
  if (field instanceof z.ZodBoolean) return 'switch';
  return field instanceof z.ZodNumber ? 'number' : 'text';
}
