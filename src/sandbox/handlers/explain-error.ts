import { ASSUMED } from '../../service/assumed.ts';
import { ERRORS } from '../../service/errors.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import type { Handler } from './handler.ts';

/** @see docs/service/endpoints.md#error-explainer */
export const explainError: Handler<'explainError'> = ({ query: { code, platform } }) => {
  const fact = ERRORS[code];
  if (fact === undefined) {
    throw new ServiceFailure(1404, {
      message: 'The code is not known.',
      details: `code: no error has the code ${code}`,
    });
  }
  return {
    status: 'success',
    code,
    platform,
    cause: toSentence(fact.meaning),
    class: classifyStatus(fact.http),
    resolution: toSentence(fact.advice),
  };
};

const USER_ACTION: ReadonlySet<number> = new Set([401, 402, 403]);
const [FIRST_ERROR, FIRST_SERVER_ERROR] = [400, 500];

function classifyStatus(http: number): string {
  if (http < FIRST_ERROR) return ASSUMED.classOfWarnings;
  if (http >= FIRST_SERVER_ERROR) return 'network';
  return USER_ACTION.has(http) ? 'user-action' : 'developer-fix';
}

/** A name in the first place, such as `audioName`, stays as it is written. */
function toSentence(text: string): string {
  if (/^[a-z]+[A-Z]/.test(text)) return `${text}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
