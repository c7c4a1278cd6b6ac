import { Scalar } from 'yaml';
import type { FileKind, LocatedValue, MessageAt } from './parsed-text.ts';
import { isExact, NOT_EXACT } from './parsed-text.ts';
import type { YamlRemarks } from './yaml-remarks.ts';

type ScalarValue = (LocatedValue & { kind: 'scalar' })['value'];

/**
 * Reads a scalar as its field takes it: in a field of text, an unquoted number keeps its characters, `true` is a word,
 * and a hashtag behind an unquoted text is a mistake.
 *
 * @param type of the field
 */
export function readYamlScalar(
  node: Scalar,
  { type, remarks }: { type: ReturnType<FileKind['getFieldType']>; remarks: YamlRemarks },
): { value: ScalarValue; faults: readonly MessageAt[]; warnings: readonly MessageAt[] } {
  const { value, source = '' } = node;
  const offset = node.range?.[0] ?? 0;
  const remark = type === 'text' ? remarks.judge(node) : {};
  const said = {
    faults: [remark.fault ?? []].flat(),
    warnings: [remark.warning ?? []].flat(),
  };
  const add = (kind: 'faults' | 'warnings', words: string) => ({
    ...said,
    value: source,
    [kind]: [...said[kind], { offset, words }],
  });
  if (remark.fault !== undefined && source === '') return { ...said, value: '#' };
  if (node.type !== Scalar.PLAIN || typeof value === 'string')
    return { ...said, value: toScalarValue(value) };
  if (typeof value === 'number' && type === 'number')
    return isExact(source) ? { ...said, value } : add('faults', `${source} ${NOT_EXACT}`);
  if (typeof value === 'number' || (typeof value === 'boolean' && type === 'text'))
    return add('warnings', `${source} is read as text; put it in quotes`);
  if (value === null && source !== '' && type === 'text')
    return add('faults', `${source} means nothing in YAML; to mean the word, write it in quotes`);
  return { ...said, value: toScalarValue(value) };
}

function toScalarValue(value: unknown): ScalarValue {
  const isValue = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isValue ? (value as ScalarValue) : String(value); // checked above
}
