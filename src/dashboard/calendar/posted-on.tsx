import { getNetworkName, Network } from '../parts/networks.tsx';
import type { ExplainedErrors } from '../records.ts';
import { useRun } from '../use-run.ts';
import type { OpenedPostOfPage } from './calendar-records.ts';
import { OtherSite } from './other-site.tsx';

/** The result of a post on each network: where it is, or why it is not there and what to do. */
export function PostedOn({ post: { postIds, errors } }: { post: OpenedPostOfPage }) {
  const copies = postIds ?? [];
  if (copies.length + (errors ?? []).length === 0) return null;
  return (
    <ul class="posted-on">
      {copies.map(({ platform, id, postUrl }) => (
        <li key={`${platform} ${id}`}>
          <Network platform={platform ?? ''} />
          <span class="body">
            {getNetworkName(platform ?? '')}:{' '}
            {postUrl ? <OtherSite href={postUrl}>published, look at it there</OtherSite> : 'published'}
          </span>
        </li>
      ))}
      {(errors ?? []).map(({ platform, code, message }, at) => (
        <li key={`${at} ${platform}`} class="refused">
          <Network platform={platform ?? ''} isFailed />
          <span class="body">
            <bdi>{message ?? 'It gave no reason.'}</bdi> {code !== null && <Advice code={code} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Advice({ code }: { code: number }) {
  const loaded = useRun<ExplainedErrors>({ command: 'errors show', input: { codes: [String(code)] } });
  const advice = loaded.ran?.document?.errors[0]?.advice;
  return (
    <span class="dim">
      (error {code}){advice && ` ${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`}
    </span>
  );
}
