import type * as z from 'zod';
import type { LooseRecord } from '../../../../../domain/json/loose-record.ts';
import { findBodyFaults, formatPath } from '../../../../../domain/requests/find-body-faults.ts';
import type { FileKind } from '../../../../framework/input/files/parsed-text.ts';
import { type FileText, readRecords } from '../../../../framework/input/files/records-file.ts';
import { toYaml } from '../../../../framework/input/files/yaml-text.ts';
import { locateFault } from '../../automation-file.ts';
import {
  type ResourceKind,
  sortByPlace,
  type WrittenProblem,
  type WrittenResource,
} from '../resource-kind.ts';

/** What a kind that has all of its resources in one file says of itself. */
interface ListKind<Schema extends z.ZodObject>
  extends Pick<
    ResourceKind,
    'name' | 'noun' | 'summary' | 'list' | 'create' | 'update' | 'remove' | 'toFile'
  > {
  /** A resource in the file. */
  readonly schema: Schema;
  /** Its fields that are numbers, and those that are true or false. */
  readonly numbers?: readonly string[];
  readonly switches?: readonly string[];
  read(record: z.output<Schema>): Pick<WrittenResource, 'name' | 'content' | 'secret' | 'secretVersion'>;
}

/** Declares a kind whose file is a list of resources, or one of them. A file with `[]` says that there are none. */
export function defineListKind<Schema extends z.ZodObject>({
  schema,
  numbers = [],
  switches = [],
  read,
  ...kind
}: ListKind<Schema>): ResourceKind {
  const fileKind: FileKind = {
    one: `a ${kind.noun}`,
    several: kind.name,
    expected: Object.keys(schema.shape).slice(0, 2).join(', '),
    getFieldType: (field) =>
      numbers.includes(field) ? 'number' : switches.includes(field) ? 'other' : 'text',
  };
  const parseFile = (file: FileText) => {
    if (EMPTY.test(file.text)) return { resources: [], problems: [] };
    const { entries, faults } = readRecords(file, fileKind);
    const problems: WrittenProblem[] = faults.map((each) => ({ ...each, file: file.name }));
    const resources: WrittenResource[] = [];
    for (const entry of entries) {
      const { value, placeOf } = entry;
      const found = findBodyFaults(schema, value);
      for (const fault of found)
        problems.push({
          file: file.name,
          ...locateFault(entry, fault),
          words: `${formatPath(fault.path)}: ${fault.message}`,
        });
      if (found.length > 0) continue;
      const { secret = null, ...resource } = read(schema.parse(value));
      resources.push({ ...resource, secret, place: { file: file.name, ...placeOf([]) } });
    }
    return { resources, problems: sortByPlace(problems) };
  };
  return {
    ...kind,
    schema,
    async parse(files) {
      const all = files.map(parseFile);
      return {
        resources: all.flatMap(({ resources }) => resources),
        problems: all.flatMap(({ problems }) => problems),
      };
    },
    reread: async ({ id }, client) => (await kind.list(client)).find((each) => each.id === id) ?? null,
    listNames: async (client) => (await kind.list(client)).map(({ name }) => name),
    isActive: () => true,
    describe: (path, value) =>
      path.length === 0 ? describeRecord(kind.toFile(value as LooseRecord)) : describeValue(value), // the whole content
  };
}

const EMPTY = /^(?:\s|#.*|---)*\[\](?:\s|#.*)*$/;

/** A field on each line, as in a file; a long text is not folded, since the output wraps it. */
function describeRecord(record: LooseRecord): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' && !value.includes('\n')
      ? [`${name}: ${value}`]
      : describeValue({ [name]: value }),
  );
}

/** A text as it is, anything else as YAML. */
export function describeValue(value: unknown): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  return (typeof value === 'string' ? value : toYaml(value)).trimEnd().split('\n');
}
