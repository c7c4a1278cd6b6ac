import * as z from 'zod';
import { OPTIONS_PLATFORM, POST_OPTIONS } from '../../../service/post-body.ts';
import { getNetworkName } from '../../parts/networks.tsx';
import type { OptionsOfPost } from './composed-post.ts';

/** An option of a network that a form can ask for. */
interface OptionField {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** The options of a network: the fields of its schema, which the command checks. */
export function OptionFields({
  platform,
  options,
  errors,
  onChange,
}: {
  platform: string;
  options: OptionsOfPost;
  /** What networks would refuse: the options are open if one of them is wrong. */
  errors: readonly string[];
  onChange: (options: OptionsOfPost) => void;
}) {
  const found = Object.entries(OPTIONS_PLATFORM).find(([, each]) => each === platform);
  const schema =
    found === undefined ? undefined : unwrap(POST_OPTIONS[found[0] as keyof typeof POST_OPTIONS]); // a key of the same table
  if (found === undefined || !(schema instanceof z.ZodObject)) return null;
  const [member] = found;
  const fields = listFields(schema);
  if (fields.length === 0) return null;
  const given = Object(options[member]) as OptionsOfPost; // an object, or nothing
  return (
    <details class="network-options" open={errors.some((words) => words.startsWith(member)) || undefined}>
      <summary>Options of {getNetworkName(platform)}</summary>
      <div class="fields">
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={given[field.name]}
            onChange={(value) => onChange(setMember(options, member, setMember(given, field.name, value)))}
          />
        ))}
      </div>
    </details>
  );
}

/** An object without the member that is empty, and nothing for one without members. */
function setMember(record: OptionsOfPost, name: string, value: unknown): OptionsOfPost {
  const { [name]: _before, ...others } = record;
  const isEmpty =
    value === undefined || (typeof value === 'object' && Object.keys(Object(value)).length === 0);
  return isEmpty ? others : { ...others, [name]: value };
}

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap() as z.ZodType) : schema; // what it wraps is one
}

const ASKED_KINDS = [z.ZodString, z.ZodBoolean, z.ZodEnum, z.ZodNumber];

/** Those with a value that fits into one field. */
function listFields(schema: z.ZodObject): readonly OptionField[] {
  return Object.entries(schema.shape)
    .map(([name, each]) => ({ name, schema: unwrap(each as z.ZodType) }))
    .filter(({ schema }) => ASKED_KINDS.some((kind) => schema instanceof kind) || isOfTexts(schema));
}

function isOfTexts(schema: z.ZodType): boolean {
  return schema instanceof z.ZodArray && schema.element instanceof z.ZodString;
}

function Field({
  field: { name, schema },
  value,
  onChange,
}: {
  field: OptionField;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const label = toWords(name);
  if (schema instanceof z.ZodBoolean) {
    return (
      <label class="compose-check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked || undefined)}
        />
        {label}
      </label>
    );
  }
  if (schema instanceof z.ZodEnum) {
    return (
      <label>
        {label}
        <select
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        >
          <option value="">as the network has it</option>
          {schema.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      </label>
    );
  }
  if (schema instanceof z.ZodArray) {
    return (
      <label>
        {label}, one a line
        <textarea
          rows={2}
          dir="auto"
          value={Array.isArray(value) ? value.join('\n') : ''}
          onInput={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.value.split('\n'))
          }
        />
      </label>
    );
  }
  const isNumber = schema instanceof z.ZodNumber;
  return (
    <label>
      {label}
      <input
        inputMode={isNumber ? 'numeric' : 'text'}
        dir="auto"
        value={typeof value === 'string' || typeof value === 'number' ? value : ''}
        onInput={({ currentTarget }) => onChange(readField(currentTarget.value, isNumber))}
      />
    </label>
  );
}

function readField(text: string, isNumber: boolean): unknown {
  if (text === '') return undefined;
  // what is no number stays as it is: the command says so
  return isNumber && /^\d+$/.test(text) ? Number(text) : text;
}

/** `playListId` as `Play list id`. */
function toWords(name: string): string {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_both, one: string, next: string) => `${one} ${next.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
