import { createUsageError } from '../../../errors.ts';

type FieldTree = { [key: string]: unknown };

/**
 * Sets one field of an object by a name such as `a`, `a[b]`, `a[b][c]` or `a[]`, which appends to a list.
 *
 * @throws CrierError of kind usage for an invalid name, or one that is both a value and an object
 */
export function setAt(tree: FieldTree, name: string, value: unknown): void {
  const match = /^(?<head>[^[\]]+)(?<rest>(\[[^[\]]*\])*)$/.exec(name);
  const steps = [match?.groups?.head ?? '', ...(match?.groups?.rest ?? '').split(/[[\]]+/).slice(1, -1)];
  const isList = name.endsWith('[]');
  const keys = isList && steps.at(-1) === '' ? steps.slice(0, -1) : steps;
  if (match === null || keys.some((key) => key === '' || key === '__proto__')) {
    throw createUsageError(`the field name "${name}" is invalid`, 'write it as a, a[b] or a[]');
  }
  const last = keys.at(-1) ?? '';
  const owner = keys.slice(0, -1).reduce<FieldTree>((node, key) => enterField(node, key, name), tree);
  if (!isList) owner[last] = value;
  else owner[last] = [...requireList(owner[last], name), value];
}

function enterField(node: FieldTree, key: string, name: string): FieldTree {
  node[key] ??= {};
  const next = node[key];
  if (typeof next !== 'object' || next === null || Array.isArray(next))
    throw createUsageError(`the field "${name}" already has a value`);
  return next as FieldTree; // neither null nor a list
}

function requireList(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value))
    throw createUsageError(`the field "${name}" already has a value that is not a list`);
  return value;
}
