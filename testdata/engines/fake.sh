#!/bin/sh
# A fake engine: it speaks GTP but does not play Go. Its options are faults and quirks of real engines:
#
#   log=FILE         appends every command to FILE, without its number
#   add=COMMAND      also supports this command
#   no=COMMAND       does not support this command
#   refuse=COMMAND   lists this command, but refuses it
#   silent=COMMAND   never answers this command
#   die=COMMAND      exits at this command, with status 3 and two lines on standard error
#   hold=COMMAND     exits at this command, but a child keeps its pipes open
#   hide             lists no commands
#   name=TEXT        its name
#   version=TEXT     its version
#   move=VERTEX      its next move; may be given many times; after the last one it passes
#   dead=TEXT        its answer to final_status_list dead
#   seki=TEXT        its answer to final_status_list seki
#   slow             thinks about a move until the line `# interrupt` comes, then plays its next move
#   slow=refuse      the same, but then answers with an error and plays no move
#   slow=ignore      thinks about a move until the end of its input, whatever comes
#   noid, otherid    answers without the number of the command, or with another number
#   crlf, spaces     ends lines with CR LF; prints extra spaces
#   comments         prints comments and empty lines around every reply
#   banner           prints a greeting on standard output
#   load=FILE        reads no command until FILE exists
#   chatty           prints ten megabytes on standard error before every move
#   children         starts two processes that never exit
#   stubborn         ignores SIGTERM, the end of its input and quit

known='protocol_version name version list_commands boardsize clear_board komi play genmove undo quit
 final_score final_status_list time_settings time_left set_free_handicap'
name=Fake version=1.0 load= log= moves= dead= seki= slow= cr= gap=' ' flags=' ' refused=' ' silent=' ' deadly=' ' held=' '
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
    version=*) version=$value ;;
    load=*) load=$value ;;
    move=*) moves="$moves$value " ;;
    dead=*) dead=$value ;;
    seki=*) seki=$value ;;
    slow | slow=*) slow=$value ;;
    crlf) cr=$(printf '\r') ;;
    spaces) gap='   ' ;;
    *) flags="$flags$word " ;;
    esac
done

# Prints a reply: `=` or `?`, and the text.
reply() {
    shown=$id
    has "$flags" noid && shown=
    has "$flags" otherid && shown=9$id
    has "$flags" comments && printf '# a comment%s\n%s\n' "$cr" "$cr"
    printf '%s%s%s%s%s\n%s\n' "$1" "$shown" "$gap" "$2" "$cr" "$cr"
    has "$flags" comments && printf '%s\n#\n' "$cr"
    return 0
}

# Thinks about a move until it is interrupted. Fails at the end of the input.
think() {
    while read -r line; do
        [ -n "$log" ] && echo "$line" >>"$log"
        [ "$slow" != ignore ] && [ "$line" = '# interrupt' ] && return 0
    done
    return 1
}

has "$flags" stubborn && trap '' TERM INT HUP
has "$flags" banner && printf 'Fake 1.0, for nobody\n(c) nobody\n\n'
if has "$flags" children; then
    sleep 100000 &
    sh -c 'sleep 100000 & sleep 100000' &
fi

while [ -n "$load" ] && [ ! -e "$load" ]; do sleep 0.05; done

analysis=
while read -r id command rest; do
    case $id in '#'*) continue ;; esac
    [ -n "$log" ] && echo "$command${rest:+ $rest}" >>"$log"
    if [ -n "$analysis" ]; then
        # Any command ends the analysis, after one more line.
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
    version) reply = "$version" ;;
    list_commands)
        list=
        has "$flags" hide || for one in $known; do list="$list${list:+$newline}$one"; done
        reply = "$list"
        ;;
    genmove | kgs-genmove_cleanup)
        if [ -n "$slow" ]; then
            think || break
            if [ "$slow" = refuse ]; then
                reply '?' interrupted
                continue
            fi
        fi
        move=${moves%% *}
        moves=${moves#* }
        has "$flags" chatty && yes 'thinking, thinking, thinking' | head -c 10485760 >&2
        reply = "${move:-pass}"
        ;;
    final_score) reply = W+3.5 ;;
    final_status_list)
        case $rest in
        seki) reply = "$seki" ;;
        *) reply = "$dead" ;;
        esac
        ;;
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
