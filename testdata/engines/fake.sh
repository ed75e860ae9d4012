#!/bin/sh
# An engine that plays no Go, but speaks the protocol, with whatever faults it is told to have:
#
#   log=FILE         writes every command there, without its number
#   add=COMMAND      also knows this one
#   no=COMMAND       does not know this one
#   refuse=COMMAND   knows it, and refuses it
#   silent=COMMAND   never answers it
#   die=COMMAND      dies of it, with status 3 and last words
#   hold=COMMAND     dies of it too, but a child of its keeps all pipes open
#   hide             says of no command that it knows it
#   name=TEXT        what it calls itself
#   move=VERTEX      its next move; there may be many, then it passes
#   dead=TEXT        what it answers to final_status_list
#   noid, otherid    answers without the number of the command, or with another
#   crlf, spaces     ends lines as DOS does; has too many spaces
#   comments         comments and empty lines around every reply
#   banner           says hello on standard output
#   chatty           writes ten megabytes to standard error before every move
#   children         starts two others, which never end
#   stubborn         obeys neither SIGTERM nor the end of its input, nor quit

known='protocol_version name version list_commands boardsize clear_board komi play genmove undo quit
 final_score final_status_list time_settings time_left set_free_handicap'
name=Fake log= moves= dead= cr= gap=' ' flags=' ' refused=' ' silent=' ' deadly=' ' held=' '
newline='
'

has() {
    case " $1 " in *" $2 "*) return 0 ;; esac
    return 1
}

known=$(echo $known)
for word in "$@"; do
    value=${word#*=}
    case $word in
    log=*) log=$value ;;
    add=*) known="$known $value" ;;
    no=*)
        rest=
        for other in $known; do [ "$other" = "$value" ] || rest="$rest $other"; done
        known=$rest
        ;;
    refuse=*) refused="$refused$value " ;;
    silent=*) silent="$silent$value " ;;
    die=*) deadly="$deadly$value " ;;
    hold=*) held="$held$value " ;;
    name=*) name=$value ;;
    move=*) moves="$moves$value " ;;
    dead=*) dead=$value ;;
    crlf) cr=$(printf '\r') ;;
    spaces) gap='   ' ;;
    *) flags="$flags$word " ;;
    esac
done

# The reply: a sign, and what it says.
reply() {
    shown=$id
    has "$flags" noid && shown=
    has "$flags" otherid && shown=9$id
    has "$flags" comments && printf '# a comment%s\n%s\n' "$cr" "$cr"
    printf '%s%s%s%s%s\n%s\n' "$1" "$shown" "$gap" "$2" "$cr" "$cr"
    has "$flags" comments && printf '%s\n#\n' "$cr"
    return 0
}

has "$flags" stubborn && trap '' TERM INT HUP
has "$flags" banner && printf 'Fake 1.0, for nobody\n(c) nobody\n\n'
if has "$flags" children; then
    sleep 100000 &
    sh -c 'sleep 100000 & sleep 100000' &
fi

analysis=
while read -r id command rest; do
    [ -n "$log" ] && echo "$command${rest:+ $rest}" >>"$log"
    if [ -n "$analysis" ]; then
        # It is stopped by any command, but has something to say still.
        printf 'info move A1 visits 3 winrate 5000 order 0 pv A1\n\n'
        analysis=
    fi
    if has "$deadly" "$command"; then
        echo 'first words' >&2
        echo 'last words' >&2
        exit 3
    elif has "$held" "$command"; then
        sleep 100000 &
        exit 4
    elif has "$silent" "$command"; then
        continue
    elif has "$refused" "$command"; then
        reply '?' "no $command"
        continue
    elif ! has "$known" "$command"; then
        reply '?' 'unknown command'
        continue
    fi
    case $command in
    protocol_version) reply = 2 ;;
    name) reply = "$name" ;;
    version) reply = 1.0 ;;
    list_commands)
        list=
        has "$flags" hide || for one in $known; do list="$list${list:+$newline}$one"; done
        reply = "$list"
        ;;
    genmove | kgs-genmove_cleanup)
        move=${moves%% *}
        moves=${moves#* }
        has "$flags" chatty && yes 'thinking, thinking, thinking' | head -c 10485760 >&2
        reply = "${move:-pass}"
        ;;
    final_score) reply = W+3.5 ;;
    final_status_list) reply = "$dead" ;;
    lz-analyze)
        printf '=%s\n' "$id"
        printf 'info move D4 visits %s winrate 5000 order 0 pv D4\n' 1 2
        analysis=1
        ;;
    # Two replies of three megabytes: in many lines, and in one.
    lines) reply = "$(yes info | head -c 3145728)" ;;
    line) reply = "$(yes info | head -c 3145728 | tr '\n' ' ')" ;;
    quit)
        reply = ''
        has "$flags" stubborn || exit 0
        ;;
    *) reply = '' ;;
    esac
done
while has "$flags" stubborn; do sleep 1000; done
