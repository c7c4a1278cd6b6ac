import { Field } from '../parts/field.tsx';
import { getNetworkName } from '../parts/networks.tsx';
import { useRun } from '../use-run.ts';

/** The schema of one argument or flag, as `crier schema --input` prints it. */
interface FieldSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export type FieldValues = Readonly<Record<string, string>>;

interface SchemaFieldsProps {
  /** The command, by its words. */
  readonly command: string;
  /** Its arguments and flags, with what a person calls them. */
  readonly fields: Readonly<Record<string, string>>;
  readonly values: FieldValues;
  readonly placeholders?: FieldValues;
  /** The choice of no value; null where there is always a value. */
  readonly blank?: string | null;
  onChange(name: string, value: string): void;
}

/** Fields for the values of a command, with the choices, the limits and the words of its own schema. */
export function SchemaFields({
  command,
  fields,
  values,
  placeholders = {},
  blank = 'Any',
  onChange,
}: SchemaFieldsProps) {
  const { ran } = useRun<{ readonly properties: Readonly<Record<string, FieldSchema>> }>({
    command: 'schema',
    input: { command: command.split(' '), input: true },
  });
  const properties = ran?.document?.properties ?? {};
  return (
    <>
      {Object.entries(fields).map(([name, title]) => (
        <SchemaField
          key={name}
          title={title}
          schema={properties[name] ?? {}}
          value={values[name] ?? ''}
          placeholder={placeholders[name]}
          blank={blank}
          onChange={(value) => onChange(name, value)}
        />
      ))}
    </>
  );
}

function SchemaField({
  title,
  schema: { type, description = '', enum: choices, minimum = 0, maximum },
  value,
  placeholder,
  blank,
  onChange,
}: {
  title: string;
  schema: FieldSchema;
  value: string;
  placeholder: string | undefined;
  blank: string | null;
  onChange: (value: string) => void;
}) {
  const limits = {
    min: minimum,
    step: type === 'integer' ? 1 : 'any',
    ...(maximum !== undefined && { max: maximum }),
  };
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value);
  return (
    <Field title={title} hint={blank === null ? description.replace(DEFAULT, '') : description}>
      {(ids) => {
        if (choices !== undefined) {
          return (
            <select {...ids} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
              {blank !== null && <option value="">{blank}</option>}
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {getNetworkName(choice)}
                </option>
              ))}
            </select>
          );
        }
        return type === 'integer' || type === 'number' ? (
          <input {...ids} {...limits} type="number" value={value} onInput={onInput} />
        ) : (
          <input {...ids} placeholder={placeholder} value={value} onInput={onInput} />
        );
      }}
    </Field>
  );
}

/** Of a description: the default, where there is always a value. */
const DEFAULT = / \(default: [^)]*\)/;

/** The values that were filled in, as a command takes them. */
export function listFilled(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
