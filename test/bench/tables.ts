import { pair } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, result, times } from './result.ts';
import { serveComments } from './service.ts';

const SOME = 1_000;
const MANY = 10_000;
/** A table takes long enough for few rounds. */
const SHARE_OF_ROUNDS = 3;

const comments = (format: string) => ['comments', 'get', 'x', '-o', format];

/** A table against the same as JSON; the whole program, over HTTP. */
export const TABLE: Bench = {
  id: 'P5',
  async run(rounds) {
    const [place, service] = [openPlace(), await serveComments(SOME)];
    const found = await pair(
      place,
      place.crier(comments('table'), service.env),
      place.crier(comments('json'), service.env),
      Math.ceil(rounds / SHARE_OF_ROUNDS),
    );
    service.close();
    place.remove();
    const what = `a table of ${SOME} comments, against json`;
    const detail = times(found);
    return [result({ id: 'P5', what, figure: found.ratio, unit: 'x', budget: 3, goal: 1.5, detail })];
  },
};

/** A table against one with a tenth of the rows; the whole program, over HTTP. */
export const LONG_TABLE: Bench = {
  id: 'P6',
  async run(rounds) {
    const [place, some, many] = [openPlace(), await serveComments(SOME), await serveComments(MANY)];
    const found = await pair(
      place,
      place.crier(comments('table'), many.env),
      place.crier(comments('table'), some.env),
      Math.ceil(rounds / SHARE_OF_ROUNDS),
    );
    some.close();
    many.close();
    place.remove();
    const what = `a table of ${MANY} rows, against ${SOME}`;
    const detail = times(found);
    return [result({ id: 'P6', what, figure: found.ratio, unit: 'x', budget: 12, goal: 10, detail })];
  },
};
