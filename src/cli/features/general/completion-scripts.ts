import * as z from 'zod';

/** A file that an installation writes or removes. */
export const FileChange = z.strictObject({
  file: z.string(),
  change: z.enum(['created', 'updated', 'removed', 'unchanged']),
  isScript: z.boolean().describe('false for your own file, in which only these lines are changed'),
  lines: z.array(z.string()).readonly().describe('the lines that are written or removed'),
});
export type FileChange = z.infer<typeof FileChange>;

/**
 * Completion script for bash 3.2 and later. It needs no other package, passes the line unchanged, and treats
 * the response as text: nothing that was typed or saved is ever evaluated. For files, bash's own completion
 * is used.
 */
export const BASH = String.raw`# bash completion for crier

_crier() {
  local answer line first=yes
  COMPREPLY=()
  answer=$(command crier __complete bash "${'$'}{COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" "$COMP_TYPE" "$COLUMNS" \
    2>/dev/null </dev/null) || return 0
  while IFS= read -r line; do
    if [[ -z $first ]]; then
      COMPREPLY+=("$line")
      continue
    fi
    first=
    case $line in
      :files) _crier_files; return 0 ;;
      :more) compopt -o nosort -o nospace 2>/dev/null ;;
      *) compopt -o nosort 2>/dev/null ;;
    esac
  done <<<"$answer"
}

_crier_files() {
  local file
  compopt -o default 2>/dev/null && return
  while IFS= read -r file; do
    COMPREPLY+=("$file")
  done < <(compgen -f -- "${'$'}{COMP_WORDS[COMP_CWORD]#=}")
}

complete -F _crier crier
type -P crier >/dev/null ||
  echo 'crier: no Tab yet, the command is not in your path: npm install -g crier-cli' >&2
`;

/** Completion script for zsh: words are only unquoted, and zsh itself quotes the results. */
export const ZSH = String.raw`#compdef crier
# zsh completion for crier

_crier() {
  local -a answer choices
  local line
  answer=("${'$'}{(@f)$(command crier __complete zsh "${'$'}{(@Q)words[2,CURRENT-1]}" "${'$'}{(Q)PREFIX}" 2>/dev/null </dev/null)}")
  if [[ $answer[1] == :files ]]; then
    [[ $PREFIX == -*=* ]] && compset -P '*='
    _files
    return
  fi
  for line in "${'$'}{(@)answer[2,-1]}"; do
    [[ -n $line ]] && choices+=("${'$'}{${'$'}{line%%$'\t'*}//:/\\:}:${'$'}{line#*$'\t'}")
  done
  (( $#choices )) || return 1
  if [[ $answer[1] == :more ]]; then
    _describe -V -t crier crier choices -S ' ' -r ','
  else
    _describe -V -t crier crier choices
  fi
}

if [[ $funcstack[1] == _crier ]]; then
  _crier "$@"
elif (( $+functions[compdef] )); then
  compdef _crier crier
  (( $+commands[crier] )) || print -u2 'crier: no Tab yet, the command is not in your path: npm install -g crier-cli'
else
  print -u2 'crier: no Tab yet, zsh needs this above it: autoload -Uz compinit; compinit -i'
fi
`;

/** Completion script for fish, which offers files only where one is expected. */
export const FISH = String.raw`# fish completion for crier

function __crier_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -e words[1]
    set -l answer (command crier __complete fish $words "$current" 2>/dev/null </dev/null)
    if test "$answer[1]" = :files
        set -l flag (string match -r -- '^-[^=]*=' "$current")
        set -l path (string replace -r -- '^-[^=]*=' '' "$current")
        for file in (__fish_complete_path "$path")
            printf '%s%s\n' "$flag" $file
        end
        return
    end
    set -e answer[1]
    printf '%s\n' $answer
end

complete -c crier -e
complete -c crier -f -a '(__crier_complete)'
`;

/**
 * Completion script for PowerShell 5.1 and later. The words are passed as one base64 word, since versions
 * differ in passing empty words and quotes. An empty text keeps PowerShell from offering files where none is
 * expected.
 */
export const POWERSHELL = `# PowerShell completion for crier

Register-ArgumentCompleter -Native -CommandName crier -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
        })
    $current = ([string]$wordToComplete).TrimStart([char]39, [char]34)
    $text = ($words + $current) -join [string][char]10
    $packed = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($text))
    $encoding = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [Text.Encoding]::UTF8
        $answer = @(& crier __complete powershell $packed 2>$null)
    } finally {
        [Console]::OutputEncoding = $encoding
    }
    if ($answer.Count -eq 0) { return '' }
    if ($answer[0] -eq ':files') { return }
    $choices = @($answer | Select-Object -Skip 1)
    if ($choices.Count -eq 0) { return '' }
    foreach ($line in $choices) {
        $value, $about = $line.Split([char]9, 2)
        if (-not $about) { $about = $value }
        $typed = if ($value -match '[ ,]') { "'" + $value + "'" } else { $value }
        [Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $about)
    }
}
`;
