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
