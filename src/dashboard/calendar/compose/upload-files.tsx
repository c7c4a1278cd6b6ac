import { useRef, useState } from 'preact/hooks';
import { FailureNote } from '../../parts/failure-note.tsx';
import { useWrite } from '../../parts/use-write.ts';
import type { CommandResult, Failure } from '../../run.ts';

const MB = 1024 * 1024;
/** What the process takes of a page. */
const MOST_BYTES = 24 * MB;

interface UploadsOfPage {
  readonly results: readonly { readonly url: string | null }[];
}

/** Takes files of this machine into the media library of the profile, from where every network can read them. */
export function UploadFiles({ onUploaded }: { onUploaded: (url: string) => void }) {
  const [uploading, setUploading] = useState<string | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const write = useWrite();
  const upload = async (files: readonly File[]) => {
    setRefused(null);
    for (const file of files) {
      if (file.size > MOST_BYTES) {
        setRefused(describeTooLarge(file.name));
        break;
      }
      setUploading(file.name);
      const change = { command: 'media upload', input: { file: await encodeFile(file) } };
      const isMade = await write.make(change, `Uploaded ${file.name}.`, {
        onMade: (ran) => readUrls(ran).forEach(onUploaded),
      });
      if (!isMade) break;
    }
    setUploading(null);
    if (field.current !== null) field.current.value = '';
  };
  const failure = refused ?? write.failure;
  return (
    <>
      <label class="upload">
        Upload files
        <input
          ref={field}
          type="file"
          multiple
          accept="image/*,video/*"
          disabled={uploading !== null}
          onChange={({ currentTarget }) => void upload([...(currentTarget.files ?? [])])}
        />
      </label>
      <p class="dim" role="status">
        {uploading !== null && (
          <>
            Uploading <bdi>{uploading}</bdi>…
          </>
        )}
      </p>
      {failure !== null && <FailureNote failure={failure} />}
    </>
  );
}

function readUrls({ document }: CommandResult<object>): readonly string[] {
  return (document as UploadsOfPage | null)?.results.flatMap(({ url }) => url ?? []) ?? []; // of `media upload`
}

function describeTooLarge(name: string): Failure {
  return {
    kind: 'usage',
    code: null,
    http: null,
    message: `${name} is larger than 24 MB`,
    advice:
      'put it on a web server and add its address here, or upload it with "crier media upload" and add the address that it prints',
  };
}

/** The file as the process takes it, with its bytes in base64. */
function encodeFile(file: File): Promise<{ name: string; content: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ name: string; content: string }>();
  const reader = new FileReader();
  reader.onload = () => resolve({ name: file.name, content: String(reader.result).split(',', 2)[1] ?? '' });
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
