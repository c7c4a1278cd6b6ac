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
