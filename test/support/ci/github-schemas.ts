import { registerHooks } from 'node:module';

// the parser imports its schemas without saying that they are JSON, which Node.js refuses
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('-v1.0.min.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const [{ NoOperationTraceWriter, parseWorkflow }, { parseAction }] = await Promise.all([
  import('@actions/workflow-parser'),
  import('@actions/workflow-parser/actions/index'),
]);
hooks.deregister();

/** What is wrong in a workflow or an action, by the parser and the schemas of GitHub. */
export function listFaults(
  kind: 'workflow' | 'action',
  file: { name: string; content: string },
): readonly string[] {
  const parse = kind === 'action' ? parseAction : parseWorkflow;
  return parse(file, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);
}
