/** Output formats. Source: the command line's contract, "Output". */
export const OUTPUT_FORMATS = ['table', 'tsv', 'json', 'ndjson', 'csv', 'md', 'html', 'raw'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
