import * as z from 'zod';
import { Platform } from '../../service/platforms.ts';
import { PostBody } from '../../service/post-body.ts';
import { POST_OPTIONS } from '../../service/post-options.ts';
import type { FileKind } from '../files/parsed-text.ts';
import { type FileText, type RecordsFile, readRecords } from '../files/records-file.ts';

/** Fields that always contain text: a number in them is an id or a text of digits. */
const TEXTS: ReadonlySet<string> = new Set([
  ...Platform.options,
  'default',
  ...[
    PostBody,
    PostBody.shape.firstComment.unwrap(),
    ...Object.values(POST_OPTIONS).map((each) => each.unwrap()),
  ]
    .flatMap(({ shape }) => Object.entries<z.ZodType>(shape))
    .filter(([, field]) => isTextField(field))
    .map(([name]) => name),
]);

function isTextField(field: z.ZodType): boolean {
  if (field instanceof z.ZodOptional) return isTextField(field.unwrap() as z.ZodType); // the core type of the same schema
  if (field instanceof z.ZodArray) return isTextField(field.element as z.ZodType); // as above
  if (field instanceof z.ZodUnion) return field.options.some((each) => isTextField(each as z.ZodType)); // as above
  return field instanceof z.ZodString;
}

function isNumberField(field: string): boolean {
  return !TEXTS.has(field) && !/id$/i.test(field);
}

const POSTS: FileKind = { one: 'a post', several: 'posts', takesNumber: isNumberField };
const OPTIONS: FileKind = {
  one: 'an object of options',
  several: 'objects of options',
  takesNumber: isNumberField,
};

/** Reads a file of posts, each as a request body. @see {@link readRecords} */
export function readPostFile(file: FileText): RecordsFile {
  return readRecords(file, POSTS);
}

/** Reads a file of network options, as in a post. @see {@link readRecords} */
export function readOptionsFile(file: FileText): RecordsFile {
  return readRecords(file, OPTIONS);
}
