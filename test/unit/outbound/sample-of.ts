const SHARE = 15;

/** Some of a corpus, from all parts of it: the slow project tries them all. */
export function sampleOf<Form>(corpus: readonly Form[]): readonly Form[] {
  return corpus.filter((_form, at) => at % SHARE === 0);
}
