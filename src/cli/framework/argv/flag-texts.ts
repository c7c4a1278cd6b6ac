import type { FlagFacts } from '../input/flags/describe-schema.ts';

/** The words after a command: `<id> [flags]`. */
export function formatUsage(positional: readonly FlagFacts[]): string {
  const words = positional.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`));
  return [...words, '[flags]'].join(' ');
}

/** A flag as help lists it: short form, long form, the placeholder of its value. */
export function formatFlagLabel(flag: FlagFacts): string {
  const short = flag.syntax.short === undefined ? '    ' : `-${flag.syntax.short}, `;
  const value = flag.kind === 'boolean' ? '' : ` <${flag.syntax.placeholder ?? getPlaceholder(flag)}>`;
  return `${short}${flag.name}${value}`;
}

/** One of some words is called as its flag is: `--audio-type <type>`. */
function getPlaceholder({ kind, choices, name }: FlagFacts): string {
  if (choices !== null) return name.split('-').at(-1) ?? name;
  return kind === 'number' ? 'n' : 'text';
}

/** A flag's description with what its schema adds: choices, default, variable, repeating. */
export function formatFlagText({
  description,
  choices,
  defaultText,
  syntax,
  isList,
  name,
}: FlagFacts): string {
  const more = [
    choices === null ? [] : [`one of: ${choices.join(', ')}`],
    defaultText === null ? [] : [`default: ${defaultText}`],
    syntax.env === undefined ? [] : [`env: ${syntax.env}`],
    isList && name.startsWith('--') ? ['can be repeated'] : [],
    syntax.deprecated === undefined ? [] : [`deprecated: use ${syntax.deprecated}`],
    syntax.hasDeprecatedSynonym === true ? [`deprecated name: ${syntax.synonym}`] : [],
  ].flat();
  if (more.length === 0) return description;
  const remark = /^(?<text>.*) \((?<inner>default: [^()]*)\)$/s.exec(description)?.groups;
  return `${remark?.text ?? description} (${[...(remark?.inner === undefined ? [] : [remark.inner]), ...more].join('; ')})`;
}
