// Writes what Homebrew and Scoop install a release from, with the sums of its archives:
// `node scripts/release/manifests.mjs <folder of the archives> <folder to write to>`.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run-program.mjs';

const [archives = join(root, '.release'), folder = archives] = process.argv.slice(2);
const { version, homepage: page, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const homepage = page.replace(/#.*$/, '');
/** Shorter than that of the package: Homebrew takes at most 80 characters, without an article and a full stop. */
const DESCRIPTION = 'Publish, reply and automate across social networks';

const nameOf = (target) => `crier-${version}-${target}`;
const urlOf = (file) => `${homepage}/releases/download/v${version}/${file}`;

function describeArchive(target, extension) {
  const file = `${nameOf(target)}.${extension}`;
  const sha256 = createHash('sha256')
    .update(readFileSync(join(archives, file)))
    .digest('hex');
  return { url: urlOf(file), sha256 };
}

function writeFormulaArchive(target) {
  const { url, sha256 } = describeArchive(target, 'tar.gz');
  return `      url "${url}"\n      sha256 "${sha256}"`;
}

/** Node builds no executable for macOS on Intel that it supports: there, npm installs the package. */
const formula = () => `class Crier < Formula
  desc "${DESCRIPTION}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

  on_macos do
    depends_on arch: :arm64
    on_arm do
${writeFormulaArchive('darwin-arm64')}
    end
  end

  on_linux do
    on_arm do
${writeFormulaArchive('linux-arm64')}
    end
    on_intel do
${writeFormulaArchive('linux-x64')}
    end
  end

  def install
    bin.install "crier"
    man1.install Dir["man/*.1"]
    man7.install Dir["man/*.7"]
    generate_completions_from_executable(bin/"crier", "completion")
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/crier --version").strip
    assert_match "288", shell_output("#{bin}/crier errors show 288 --json")
  end
end
`;

function scoop() {
  const target = 'win32-x64';
  const { url, sha256 } = describeArchive(target, 'zip');
  return {
    version,
    description: DESCRIPTION,
    homepage,
    license,
    architecture: { '64bit': { url, hash: sha256, extract_dir: nameOf(target) } },
    bin: 'crier.exe',
    checkver: { github: homepage },
    autoupdate: {
      architecture: {
        '64bit': {
          url: url.replaceAll(version, '$version'),
          extract_dir: nameOf(target).replaceAll(version, '$version'),
        },
      },
    },
  };
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'crier.rb'), formula());
writeFileSync(join(folder, 'crier.json'), `${JSON.stringify(scoop(), null, 4)}\n`);
