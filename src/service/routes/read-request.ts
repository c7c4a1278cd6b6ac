import { ROUTES } from './routes.ts';

const READING_POSTS = Object.values(ROUTES).filter(
  ({ method, isRead }) => method === 'POST' && isRead === true,
);

/** Whether a request changes nothing at the service, so that it can be repeated. @param path ends as the route does */
export function isReadRequest(method: string, path: string): boolean {
  return method === 'GET' || (method === 'POST' && READING_POSTS.some((each) => path.endsWith(each.path)));
}
