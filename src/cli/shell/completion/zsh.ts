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
  print -u2 'crier: no Tab yet, zsh needs this above it: autoload -Uz compinit; compinit'
fi
`;
