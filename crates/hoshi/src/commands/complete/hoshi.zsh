#compdef hoshi
# Completion of hoshi for zsh: hoshi itself is asked what fits.
_hoshi() {
    local -a lines values
    local line
    lines=("${(@f)$("${words[1]}" complete --help-text -- "${(@)words[2,CURRENT]}" 2> /dev/null)}")
    for line in $lines; do
        [[ -n $line ]] || continue
        if [[ $line == *$'\t'* ]]; then
            values+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        else
            values+=("${line//:/\\:}")
        fi
    done
    if (( $#values )); then _describe hoshi values; else _files; fi
}
if [[ $funcstack[1] == _hoshi ]]; then _hoshi "$@"; else compdef _hoshi hoshi; fi
