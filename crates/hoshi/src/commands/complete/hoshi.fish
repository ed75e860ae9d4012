# Completion of hoshi for fish: hoshi itself is asked what fits.
function __hoshi_complete
    set -l words (commandline -opc)
    hoshi complete --help-text -- $words[2..] (commandline -ct) 2>/dev/null
end
complete -c hoshi -a '(__hoshi_complete)'
