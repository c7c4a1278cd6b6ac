import { getNetworkName } from '../../parts/networks.tsx';
import type { ComposedPost } from './composed-post.ts';

/** The text of a post, and those of networks that get another. */
export function TextFields({
  post: { text, ownTexts, networks },
  onChange,
}: {
  post: ComposedPost;
  onChange: (changed: Partial<ComposedPost>) => void;
}) {
  const own = networks.filter((network) => ownTexts[network] !== undefined);
  const others = networks.filter((network) => ownTexts[network] === undefined);
  const setOwn = (network: string, changed: string | null) => {
    const { [network]: _before, ...rest } = ownTexts;
    onChange({ ownTexts: changed === null ? rest : { ...rest, [network]: changed } });
  };
  return (
    <>
      <label class="composed-text">
        Text
        <textarea
          rows={6}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      </label>
      {own.map((network) => (
        <div key={network} class="own-text">
          <label class="composed-text">
            Text on {getNetworkName(network)}
            <textarea
              rows={3}
              dir="auto"
              value={ownTexts[network]}
              onInput={({ currentTarget }) => setOwn(network, currentTarget.value)}
            />
          </label>
          <button
            type="button"
            class="quiet"
            aria-label={`Use the text of all on ${getNetworkName(network)}`}
            onClick={() => setOwn(network, null)}
          >
            ✕
          </button>
        </div>
      ))}
      {networks.length > 1 && others.length > 0 && (
        <select
          class="another-text"
          aria-label="Another text for a network"
          value=""
          onChange={({ currentTarget }) => {
            setOwn(currentTarget.value, text);
            currentTarget.value = '';
          }}
        >
          <option value="">Another text for…</option>
          {others.map((network) => (
            <option key={network} value={network}>
              {getNetworkName(network)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
