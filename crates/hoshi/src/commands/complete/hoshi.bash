# Completion of hoshi for bash: hoshi itself is asked what fits.
_hoshi() {
    local line=${COMP_LINE:0:COMP_POINT} cur prefix
    local -a words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    cur=${words[${#words[@]}-1]}
    # bash takes : and = for the ends of words, so that only what follows them is replaced.
    prefix=${cur%"${cur##*[:=]}"}
    mapfile -t COMPREPLY < <("$1" complete -- "${words[@]:1}" 2> /dev/null)
    [[ -n $prefix ]] && COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
}
complete -o default -o bashdefault -F _hoshi hoshi
