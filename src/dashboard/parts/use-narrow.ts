import { useEffect, useState } from 'preact/hooks';

/** As the styles have it: where lists and details are below each other. */
const NARROW = '(max-width: 900px)';

/** Whether the window is narrow, as a phone's is; it follows a window that changes. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const narrow = matchMedia(NARROW);
    const follow = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);
  return isNarrow;
}
