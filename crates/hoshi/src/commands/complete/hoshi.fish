# Completion of hoshi for fish: hoshi itself is asked what fits. Where it has no words, files are offered.
function __hoshi_complete
    set -l words (commandline -opc)
    set -l found (hoshi complete --help-text -- $words[2..] (commandline -ct) 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c hoshi -f -a '(__hoshi_complete)'
